import type {Output} from './output.ts';
import {optionsOf} from './parse-words.ts';
import type {AnyVerb, OptionSpec} from './verb.ts';
import {wrapWords} from './wrap-words.ts';

/** The help of one verb. */
export function verbHelp(verb: AnyVerb): string {
  return [
    `${verb.name}: ${verb.summary}`,
    '',
    `  cotty ${verb.name} ${verb.usage}`.trimEnd(),
    '',
    ...(verb.details ? [verb.details, ''] : []),
    ...columns(Object.entries(optionsOf(verb)).map(([name, spec]) => [optionHead(name, spec), spec.about])),
  ].join('\n');
}

/** How an option is written: `-h, --help`, `--timeout SECONDS`. */
export function optionHead(name: string, spec: OptionSpec): string {
  const short = spec.short ? `-${spec.short}, ` : '';
  const value = spec.type === 'boolean' ? '' : valueHead(spec);
  return `${short}--${name}${value}${spec.type === 'strings' ? ' …' : ''}`;
}

function valueHead({type, value = type === 'number' ? 'N' : 'TEXT', bare}: OptionSpec): string {
  return bare === undefined ? ` ${value}` : `[=${value}]`;
}

/** Two columns, indented by two. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([head]) => head.length));
  return rows.map(([head, about]) => `  ${head.padEnd(width)}  ${about}`.trimEnd());
}

/** Prints help; on a terminal in lines that fit, where others would break within words. */
export function tellHelp(help: string, output: Pick<Output, 'isTty' | 'print'>): void {
  output.print(output.isTty ? fitHelp(help, process.stdout.columns || 80) : help);
}

/** Help in lines of at most `width` columns. */
export function fitHelp(help: string, width: number): string {
  if (help.split('\n').every(line => line.length <= width)) return help;
  return paragraphs(help)
    .flatMap(line => wrapWords(line, width, hangingIndent(line, width)))
    .join('\n');
}

/** Lines that were only broken because they had become long are one again. */
function paragraphs(help: string): readonly string[] {
  const joined: string[] = [];
  let lengthBefore = 0;
  for (const line of help.split('\n')) {
    const isContinued = lengthBefore >= LONG_LINE && /^\S/.test(line);
    joined.push(isContinued ? `${joined.pop()} ${line}` : line);
    lengthBefore = /^\S/.test(line) ? line.length : 0;
  }
  return joined;
}

/** No line of `details` that ends where it is meant to is as long as that. */
const LONG_LINE = 90;

/** As far as the second column, or a little further than the usage. */
function hangingIndent(line: string, width: number): number {
  const [firstColumn = ''] = /^ {2}\S.*? {2,}(?=\S)/.exec(line) ?? [];
  if (firstColumn === '' || firstColumn.length > width / 2) return line.startsWith(' ') ? 6 : 0;
  return firstColumn.length;
}
