/** Finds every way a TypeScript file names another module. */
import {parseSync} from 'rolldown/utils';

export interface ImportEdge {
  /** As written: `../core/index.ts`, `node:fs`, `zod/v4`. */
  readonly specifier: string;
  /** One-based. */
  readonly line: number;
}

/** Imports, re-exports, `import()`, import types, `require('…')` and `new URL('…', import.meta.url)` of one source text. */
export function findImports(file: string, text: string): ImportEdge[] {
  const parsed = parseSync(file, text);
  const firstError = parsed.errors[0];
  if (firstError) throw new Error(`${file}: ${firstError.message}`);
  const edges: ImportEdge[] = [];
  visit(parsed.program, node => {
    const target = moduleNamedBy(node);
    if (target !== undefined) edges.push({specifier: target, line: lineAt(text, startOf(node))});
  });
  return edges;
}

export type Node = Readonly<Record<string, unknown>>;

export function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, onNode);
  } else if (isNode(value)) {
    onNode(value);
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child, onNode);
  }
}

function moduleNamedBy(node: Node): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return literal(node.source) ?? literal(node.argument);
    case 'CallExpression':
      return isRequire(node.callee) ? literal(firstArgument(node)) : undefined;
    case 'NewExpression': {
      const target = isNode(node.callee) && node.callee.name === 'URL' ? literal(firstArgument(node)) : undefined;
      return target?.startsWith('.') && target.endsWith('.ts') ? target : undefined;
    }
    default:
      return undefined;
  }
}

/** `require`, `requireHere` … or `createRequire(…)` itself. */
export function isRequire(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'CallExpression') return isNode(callee.callee) && callee.callee.name === 'createRequire';
  return typeof callee.name === 'string' && callee.name.startsWith('require');
}

export function firstArgument(node: Node): unknown {
  return Array.isArray(node.arguments) ? node.arguments[0] : undefined;
}

export function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TSLiteralType') return literal(value.literal);
  return value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
}

export function startOf(node: Node): number {
  return typeof node.start === 'number' ? node.start : 0;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
