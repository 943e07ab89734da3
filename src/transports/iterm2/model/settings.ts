import type {ResponseInit} from '../../../iterm2-api/index.ts';

type Selection = NonNullable<
  Extract<
    NonNullable<NonNullable<ResponseInit<'selectionRequest'>>['response']>,
    {case: 'getSelectionResponse'}
  >['value']
>['selection'];

/** Sessions of a saved window, tab by tab: where each of them stood. */
export interface Arrangement {
  readonly windows: readonly {readonly tabs: readonly {readonly folders: readonly string[]}[]}[];
}

/** The only profile there is. */
export const PROFILE = {guid: 'C0774000-0000-8000-8000-000000000001', name: 'Default'} as const;

/** What clients have set. It lasts as long as the endpoint, and what belongs to a session as long as that. */
export class Settings {
  /** By scope (`session GUID`, `tab ID`, `window ID`, `app`), then by name. */
  readonly variables = new VariableStore();
  /** Properties of the profile of one session, by its GUID: JSON by key. */
  readonly profiles = new Map<string, Map<string, string>>();
  readonly selections = new Map<string, Selection>();
  readonly arrangements = new Map<string, Arrangement>();
  /** Titles given to tabs and windows, by id. */
  readonly titles = new Map<string, string>();
  broadcastDomains: readonly (readonly string[])[] = [];

  /** A session has ended. True when it was in a broadcast domain. */
  forget(guid: string): boolean {
    this.profiles.delete(guid);
    this.selections.delete(guid);
    this.variables.forget(`session ${guid}`);
    if (!this.broadcastDomains.some(domain => domain.includes(guid))) return false;
    this.broadcastDomains = this.broadcastDomains
      .map(domain => domain.filter(id => id !== guid))
      .filter(domain => domain.length > 0);
    return true;
  }

  profileOf(guid: string): Map<string, string> {
    const known = this.profiles.get(guid) ?? new Map<string, string>();
    this.profiles.set(guid, known);
    return known;
  }
}

/** Values that scripts keep with sessions, tabs, windows and the application. */
class VariableStore {
  readonly #values = new Map<string, Map<string, unknown>>();

  get(scope: string): ReadonlyMap<string, unknown> {
    return this.#values.get(scope) ?? new Map();
  }

  /** Null unsets it. */
  set(scope: string, name: string, value: unknown): void {
    const values = this.#values.get(scope) ?? new Map<string, unknown>();
    this.#values.set(scope, values);
    if (value === null) values.delete(name);
    else values.set(name, value);
  }

  forget(scope: string): void {
    this.#values.delete(scope);
  }
}
