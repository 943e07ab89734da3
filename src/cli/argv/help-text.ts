import {commonOptions} from './parse-words.ts';
import type {AnyVerb, OptionSpec} from './verb.ts';

/** The help of one verb. */
export function verbHelp(verb: AnyVerb): string {
  const options = {...verb.options, ...commonOptions};
  return [
    `${verb.name}: ${verb.summary}`,
    '',
    `  cotty ${verb.name} ${verb.usage}`.trimEnd(),
    '',
    ...(verb.details ? [verb.details, ''] : []),
    ...columns(Object.entries(options).map(([name, spec]) => [optionHead(name, spec), spec.about])),
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
