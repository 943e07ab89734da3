/**
 * Checks that a terminal's writing side is in the hands of the write gate alone. A backend gives it away sealed, so that outside of the
 * backends nothing can write without what opens it, or without what makes terminals: who may import these is a list of few. The gate keeps
 * what it has opened in a private field, which it only calls.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseSync} from 'rolldown/utils';
import {isNode, lineAt, type Node, startOf, visit} from './imports.ts';
import type {NamedImport} from './names.ts';

export interface OneDoor {
  /** The file of the write gate. */
  readonly file: string;
  /** The function by which that has a writing side. */
  readonly opener: string;
  /** Interface of a writing side, and its file. */
  readonly writer: {readonly file: string; readonly name: string};
  /** Names of a room that others may import in these files, and folders (`…/`), alone. */
  readonly reserved: readonly {
    readonly room: string;
    readonly names: readonly string[];
    readonly for: readonly string[];
  }[];
}

/** An import of a room by a file of another one. */
export interface RoomEdge extends NamedImport {
  readonly file: string;
  /** The room that is imported. */
  readonly room: string;
}

/** `edges` are those of files that are no tests. */
export function besideTheDoor(root: string, door: OneDoor, edges: readonly RoomEdge[]): string[] {
  const {file, name} = door.writer;
  const methods = methodsIn(file, readFileSync(join(root, file), 'utf8'), name);
  const reservedEdges = edges.flatMap(edge => takenReserved(edge, door));
  const openers = filesOf(reservedEdges.filter(({names}) => names.includes(door.opener)));
  const makers = filesOf(reservedEdges.filter(({isAllowed, file, entry}) => isAllowed && entry.for.includes(file)));
  return [
    ...reservedEdges.filter(({isAllowed}) => !isAllowed).map(refused),
    ...openers.flatMap(file => leaks(file, readFileSync(join(root, file), 'utf8'), door.opener, methods)),
    ...makers
      .filter(file => file !== door.file)
      .flatMap(file => namedMethods(file, readFileSync(join(root, file), 'utf8'), methods)),
  ];
}

interface TakenReserved {
  readonly file: string;
  readonly line: number;
  readonly names: readonly string[];
  readonly entry: OneDoor['reserved'][number];
  readonly isAllowed: boolean;
}

/** What a file takes of what is reserved; all of it where nobody sees what. */
function takenReserved({file, line, room, names}: RoomEdge, {reserved}: OneDoor): TakenReserved[] {
  return reserved
    .filter(entry => entry.room === room)
    .map(entry => {
      const isAllowed = entry.for.some(place => (place.endsWith('/') ? file.startsWith(place) : file === place));
      return {
        file,
        line,
        names: entry.names.filter(name => names.includes(name) || names.includes('*')),
        entry,
        isAllowed,
      };
    })
    .filter(taken => taken.names.length > 0);
}

function refused({file, line, names, entry}: TakenReserved): string {
  return `${file}:${line}: only ${entry.for.join(', ')} may import ${names.join(', ')} of ${entry.room}`;
}

function filesOf(edges: readonly {readonly file: string}[]): string[] {
  return [...new Set(edges.map(({file}) => file))];
}

/** Names of an interface's methods. */
export function methodsIn(file: string, text: string, name: string): ReadonlySet<string> {
  const methods = new Set<string>();
  visit(parseSync(file, text).program, node => {
    if (node.type !== 'TSInterfaceDeclaration' || nameOf(node.id) !== name || !isNode(node.body)) return;
    for (const member of Array.isArray(node.body.body) ? node.body.body : []) methods.add(nameOf(member.key) ?? '');
  });
  if (methods.size === 0) throw new Error(`${file} has no interface ${name}.`);
  return methods;
}

/** Uses of the opener but for `this.#field = opener(…)`, and of that field but for `this.#field.method(…)`. */
function leaks(file: string, text: string, opener: string, methods: ReadonlySet<string>): string[] {
  const {program} = parseSync(file, text);
  const fields = new Set<string>();
  const fine = new Set<unknown>();
  visit(program, node => {
    if (node.type === 'ImportSpecifier') for (const part of [node.imported, node.local]) fine.add(part);
    if (node.type !== 'AssignmentExpression' || !isNode(node.left) || !isNode(node.right)) return;
    const {left, right: opened} = node;
    const field = privateField(left);
    if (!field || opened.type !== 'CallExpression' || nameOf(opened.callee) !== opener) return;
    fields.add(field);
    fine.add(opened.callee).add(left);
  });
  visit(program, node => {
    const method = node.type === 'CallExpression' && isNode(node.callee) ? node.callee : null;
    if (method?.type !== 'MemberExpression' || method.computed !== false) return;
    if (methods.has(nameOf(method.property) ?? '')) fine.add(method.object);
  });
  const problems: string[] = [];
  visit(program, node => {
    const isOpener = node.type === 'Identifier' && node.name === opener;
    const isField = fields.has(privateField(node) ?? '');
    if ((!isOpener && !isField) || fine.has(node)) return;
    const what = isField ? `#${privateField(node)} may only be called` : `${opener} may only fill a private field`;
    problems.push(`${file}:${lineAt(text, startOf(node))}: ${what}`);
  });
  return problems;
}

/** Whoever makes terminals, and is no door, does nothing with them that a writing side does. */
function namedMethods(file: string, text: string, methods: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  visit(parseSync(file, text).program, node => {
    const key = node.type === 'MemberExpression' ? node.property : node.type === 'Property' ? node.key : null;
    const name = nameOf(key);
    const isHidden = node.computed === true && !(isNode(key) && text.startsWith('Symbol.', startOf(key)));
    if ((name && methods.has(name)) || isHidden)
      problems.push(
        `${file}:${lineAt(text, startOf(node))}: has what makes terminals, so it may name no ${name ?? '…'}`,
      );
  });
  return problems;
}

/** `field` of `this.#field`. */
function privateField(node: Node): string | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node.property)) return undefined;
  return node.property.type === 'PrivateIdentifier' ? nameOf(node.property) : undefined;
}

/** Of a name, and of a text in its place: `a['write']`. */
function nameOf(node: unknown): string | undefined {
  const name = isNode(node) ? (node.name ?? node.value) : undefined;
  return typeof name === 'string' ? name : undefined;
}
