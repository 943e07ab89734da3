/** Help and usage lines, made from declarations alone. */
import type {AnyBuiltin, ArgumentSpec, PositionalSpec} from '../command.ts';

/** `doc info --in PATH [--json]`. */
export function usageLine(builtin: AnyBuiltin): string {
  const flags = Object.entries(builtin.flags ?? {}).map(([name, spec]) => {
    const text = spec.type === 'boolean' ? `--${name}` : `--${name} ${placeholder(spec)}`;
    return spec.required ? text : `[${text}]`;
  });
  const positionals = Object.entries(builtin.positionals ?? {}).map(([name, spec]) => {
    const text = `${spec.value ?? name.toUpperCase()}${spec.variadic ? '…' : ''}`;
    return spec.required ? text : `[${text}]`;
  });
  return [builtin.name, ...positionals, ...flags].join(' ');
}

/** Everything about one builtin. */
export function builtinHelp(builtin: AnyBuiltin): string {
  const rows = [
    ...Object.entries(builtin.positionals ?? {}).map(([name, spec]) => [spec.value ?? name.toUpperCase(), about(spec)]),
    ...Object.entries(builtin.flags ?? {}).map(([name, spec]) => [
      spec.type === 'boolean' ? `--${name}` : `--${name} ${placeholder(spec)}`,
      about(spec),
    ]),
  ];
  const examples = builtin.examples ?? [];
  return [
    `${builtin.name}: ${builtin.summary}`,
    `\nUsage: ${usageLine(builtin)}`,
    builtin.details && `\n${builtin.details}`,
    rows.length > 0 && `\n${columns(rows)}`,
    examples.length > 0 && `\nExamples:\n${examples.map(line => `  ${line}`).join('\n')}`,
    `\nMay: ${builtin.capabilities.join(', ') || 'only compute'}`,
  ]
    .filter(part => typeof part === 'string')
    .join('\n');
}

/** One line for each builtin. */
export function overview(builtins: readonly AnyBuiltin[]): string {
  return [
    'One command a line; no shell behind it. "help COMMAND" tells more.',
    '',
    columns(builtins.map(builtin => [builtin.name, builtin.summary])),
  ].join('\n');
}

function placeholder(spec: ArgumentSpec): string {
  if (spec.value) return spec.value;
  switch (spec.type) {
    case 'choice':
      return spec.choices.join('|');
    case 'int':
      return 'N';
    case 'path':
      return 'PATH';
    case 'string':
      return 'TEXT';
    case 'boolean':
      return '';
    default:
      return spec satisfies never;
  }
}

function about(spec: ArgumentSpec | PositionalSpec): string {
  const start = spec.default;
  const isWorthTelling = start !== undefined && start !== '' && start !== false;
  return isWorthTelling ? `${spec.about} (default ${String(start)})` : spec.about;
}

function columns(rows: readonly (readonly string[])[]): string {
  const width = Math.min(28, Math.max(0, ...rows.map(row => row[0]?.length ?? 0)));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
