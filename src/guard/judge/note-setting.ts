import {isOrdinarySetting} from './ordinary-settings.ts';
import {decidesInZsh, variableKind} from './variables.ts';

/** By name, as they were written; null where that is not known. Only those that decide something are kept. */
export type SetVariables = ReadonlyMap<string, string | null>;

/** Of variables that a session began with, those that decide something. */
export function decidingOf(given: Readonly<Record<string, string | undefined>>, home: string): SetVariables {
  const deciding = new Map<string, string | null>();
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) noteSetting(deciding, {name, value, source: value}, home);
  return deciding;
}

/** One is set, and with it forgotten where it now has a value that anybody may give it. */
export function noteSetting(
  known: Map<string, string | null>,
  {
    name,
    value,
    source,
    isZsh = false,
  }: {
    readonly name: string;
    readonly value: string | null;
    readonly source: string | null;
    readonly isZsh?: boolean;
  },
  home: string,
): void {
  const written = value ?? source;
  if (isZsh && decidesInZsh(name)) {
    known.set(name, written);
    return;
  }
  const ordinary =
    variableKind(name, value) === 'deciding'
      ? isOrdinarySetting(name, written, {home, hasOther: known.has(name)})
      : true;
  if (ordinary === 'as before') return;
  if (ordinary) known.delete(name);
  else known.set(name, written);
}
