/** Which names a TypeScript file takes from other modules, and which it gives away by `export {…}`. */
import {parseSync} from 'rolldown/utils';
import {firstArgument, isNode, isRequire, lineAt, literal, type Node, startOf, visit} from './imports.ts';

export interface NamedImport {
  readonly specifier: string;
  /** As they are called there; `*` for whoever takes the whole module. */
  readonly names: readonly string[];
  /** One-based. */
  readonly line: number;
}

export function findNamedImports(file: string, text: string): NamedImport[] {
  const found: NamedImport[] = [];
  const taken = new Map<unknown, readonly string[]>();
  visit(parseSync(file, text).program, node => {
    const awaited = namesOfAwaited(node);
    if (awaited) taken.set(awaited.expression, awaited.names);
    const isRequired = node.type === 'CallExpression' && isRequire(node.callee);
    const specifier = literal(isRequired ? firstArgument(node) : node.source);
    if (specifier === undefined || !specifier.startsWith('.')) return;
    const names = isRequired ? ['*'] : (taken.get(node) ?? namesOf(node));
    if (names) found.push({specifier, names, line: lineAt(text, startOf(node))});
  });
  return found;
}

function namesOf(node: Node): readonly string[] | undefined {
  switch (node.type) {
    case 'ImportExpression':
    case 'ExportAllDeclaration':
      return ['*'];
    case 'TSImportType':
      return [nameOf(node.qualifier) ?? '*'];
    case 'ImportDeclaration':
      return specifiersOf(node, 'imported');
    case 'ExportNamedDeclaration':
      return specifiersOf(node, 'local');
    default:
      return undefined;
  }
}

/** What `export {…}` and `export {…} from '…'` name. */
export function findExports(file: string, text: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, text).program, node => {
    if (node.type === 'ExportNamedDeclaration') found.push(...specifiersOf(node, 'exported'));
  });
  return found;
}

/** `const {a, b} = await import('…')` and `(await import('…')).a`. */
function namesOfAwaited(node: Node): {readonly names: readonly string[]; readonly expression: unknown} | undefined {
  if (node.type === 'MemberExpression') {
    const names = [(node.computed === false ? nameOf(node.property) : undefined) ?? '*'];
    return {names, expression: awaited(node.object)};
  }
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || !Array.isArray(node.id.properties)) return undefined;
  const names = node.id.properties.map(property => (isNamed(property) ? nameOf(property.key) : undefined) ?? '*');
  return {names, expression: awaited(node.init)};
}

function isNamed(property: unknown): property is Node {
  return isNode(property) && property.computed === false;
}

function awaited(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  return node.type === 'ParenthesizedExpression' ? awaited(node.expression) : node.argument;
}

function specifiersOf(node: Node, side: 'imported' | 'exported' | 'local'): string[] {
  const specifiers: readonly unknown[] = Array.isArray(node.specifiers) ? node.specifiers : [];
  return specifiers.map(specifier => (isNode(specifier) ? nameOf(specifier[side]) : undefined) ?? '*');
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined;
}
