/** Which names a TypeScript file takes from other modules, and which it gives away by `export {…}`. */
import {parseSync} from 'rolldown/utils';
import {isNode, literal, type Node, visit} from './imports.ts';

interface NamedImport {
  readonly specifier: string;
  /** As they are called there; `*` for whoever takes the whole module. */
  readonly names: readonly string[];
}

export function findNamedImports(file: string, text: string): NamedImport[] {
  const found: NamedImport[] = [];
  const destructured = new Set<unknown>();
  visit(parseSync(file, text).program, node => {
    const pattern = patternOfImport(node);
    if (pattern) {
      found.push(pattern.import);
      destructured.add(pattern.expression);
    }
    const specifier = literal(node.source);
    if (specifier === undefined || !specifier.startsWith('.')) return;
    if (node.type === 'ImportExpression' && !destructured.has(node)) found.push({specifier, names: ['*']});
    if (node.type === 'ExportAllDeclaration') found.push({specifier, names: ['*']});
    if (node.type === 'TSImportType') found.push({specifier, names: [nameOf(node.qualifier) ?? '*']});
    if (node.type === 'ImportDeclaration') found.push({specifier, names: specifiersOf(node, 'imported')});
    if (node.type === 'ExportNamedDeclaration') found.push({specifier, names: specifiersOf(node, 'local')});
  });
  return found;
}

/** What `export {…}` and `export {…} from '…'` name. */
export function findExports(file: string, text: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, text).program, node => {
    if (node.type === 'ExportNamedDeclaration') found.push(...specifiersOf(node, 'exported'));
  });
  return found;
}

/** `const {a, b} = await import('…')`. */
function patternOfImport(node: Node): {readonly import: NamedImport; readonly expression: unknown} | undefined {
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.type !== 'ObjectPattern') return undefined;
  const expression = isNode(node.init) && node.init.type === 'AwaitExpression' ? node.init.argument : undefined;
  if (!isNode(expression) || expression.type !== 'ImportExpression') return undefined;
  const specifier = literal(expression.source);
  if (specifier === undefined || !Array.isArray(node.id.properties)) return undefined;
  const names = node.id.properties.map(property => (isNode(property) ? nameOf(property.key) : undefined) ?? '*');
  return {import: {specifier, names}, expression};
}

function specifiersOf(node: Node, side: 'imported' | 'exported' | 'local'): string[] {
  const specifiers: readonly unknown[] = Array.isArray(node.specifiers) ? node.specifiers : [];
  return specifiers.map(specifier => (isNode(specifier) ? nameOf(specifier[side]) : undefined) ?? '*');
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined;
}
