import {isOrdinarySetting} from './ordinary-settings.ts';
import {FIXED, type SetValue} from './set-value.ts';
import {decidesInZsh, variableKind} from './variables.ts';

/** By name. Only those that decide something are kept. */
export type SetVariables = ReadonlyMap<string, SetValue>;

/** Of variables that a session began with, those that decide something. */
export function decidingOf(given: Readonly<Record<string, string | undefined>>, home: string): SetVariables {
  const deciding = new Map<string, SetValue>();
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) noteSetting(deciding, {name, value, source: value}, home);
  return deciding;
}

/** One is set, and with it forgotten where it now has a value that anybody may give it. */
export function noteSetting(
  known: Map<string, SetValue>,
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
  if (known.get(name) === FIXED) return;
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

/** They stay what they are until the shell ends (`readonly`, `declare -r`), or make something else of what they are given (`declare -i`). */
export function fixSettings(known: Map<string, SetValue>, names: Iterable<string>): void {
  for (const name of names) if (known.has(name)) known.set(name, FIXED);
}

/** One is gone, unless that cannot be. */
export function forgetSetting(known: Map<string, SetValue>, name: string): void {
  if (known.get(name) !== FIXED) known.delete(name);
}
