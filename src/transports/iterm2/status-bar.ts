import type {Session} from '../../engine/index.ts';
import {VariableScope} from '../../iterm2-api/index.ts';
import {type Offered, parsed} from './calls.ts';
import type {Endpoint} from './endpoint.ts';
import {scopeOf, valueAt, valuesOf} from './requests/variables.ts';

/** Computed no oftener than this, whatever changes. */
const LEAST_MS = 250;

/**
 * A status bar component of a script. There is no bar that a person could drag it into; it is computed for every session all the same,
 * when a variable that it refers to changes and at its cadence, and what it says is the variable `cotty.statusBar.IDENTIFIER`.
 */
export class StatusBarComponent implements Disposable {
  readonly #endpoint: Endpoint;
  readonly #offered: Offered;
  readonly #identifier: string;
  readonly #stir: Disposable;
  readonly #cadence: NodeJS.Timeout | undefined;
  readonly #given = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(endpoint: Endpoint, offered: Offered) {
    this.#endpoint = endpoint;
    this.#offered = offered;
    const {value} = offered.registration.RoleSpecificAttributes;
    this.#identifier = value?.uniqueIdentifier ?? '';
    const seconds = value && 'updateCadence' in value ? value.updateCadence : 0;
    this.#stir = endpoint.onStir(() => this.#soon());
    if (seconds > 0) this.#cadence = setInterval(() => this.#compute(true), Math.max(LEAST_MS, seconds * 1000));
    this.#soon();
  }

  /** What it has said is gone with it. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const guid of this.#given.keys()) this.#say(guid, null);
    this.#stir[Symbol.dispose]();
    clearInterval(this.#cadence);
    clearTimeout(this.#timer);
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#compute(false);
    }, LEAST_MS);
  }

  #compute(isDue: boolean): void {
    this.#turn = this.#turn.then(async () => {
      for (const session of this.#endpoint.terminals.all) await this.#computeFor(session, isDue).catch(() => undefined);
    });
  }

  async #computeFor(session: Session, isDue: boolean): Promise<void> {
    const guid = this.#endpoint.terminals.guid(session);
    const given = await this.#argumentsFor(guid);
    const key = JSON.stringify(given);
    if (!isDue && this.#given.get(guid) === key) return;
    this.#given.set(guid, key);
    const said = await this.#endpoint.functions.call(this.#offered, given);
    if (!this.#isOver) this.#say(guid, said);
  }

  #say(guid: string, said: unknown): void {
    this.#endpoint.settings.variables.set(`session ${guid}`, `cotty.statusBar.${this.#identifier}`, said);
    this.#endpoint.stirred();
  }

  async #argumentsFor(guid: string): Promise<Record<string, unknown>> {
    const {registration} = this.#offered;
    const scope = scopeOf(VariableScope.SESSION, guid, this.#endpoint);
    const context = {endpoint: this.#endpoint, client: this.#offered.client};
    const values = scope ? await valuesOf(scope, context) : {};
    const {value} = registration.RoleSpecificAttributes;
    const knobs = value && 'knobs' in value ? value.knobs : [];
    const settings = Object.fromEntries(knobs.map(knob => [knob.key, parsed(knob.jsonDefaultValue)]));
    // The settings are JSON inside of JSON.
    const given: Record<string, unknown> = {knobs: JSON.stringify(settings)};
    for (const {name, path} of registration.defaults)
      given[name] = await valueAt(path.replace(/\?$/, ''), values, context);
    return given;
  }
}
