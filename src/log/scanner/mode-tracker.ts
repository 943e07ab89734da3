/** The terminal modes a program has set, as far as cotty cares. Kitty's keyboard flags are stacks, one per screen. */
import type {TrackedMode} from '../../core/index.ts';

export interface ModeChange {
  readonly type: 'mode';
  readonly mode: TrackedMode;
  readonly value: number;
}

/** The kitty keyboard protocol asks for a limit; older entries fall off. */
const KITTY_DEPTH = 16;

export class ModeTracker {
  /** A mode that was set once stays in here: a map whose entries come and go grows between two collections of garbage. */
  readonly #values = new Map<TrackedMode, number>();
  #kitty: {primary: number[]; alternate: number[]} = {primary: [], alternate: []};

  /** Modes that are not 0. */
  get values(): ReadonlyMap<TrackedMode, number> {
    return new Map([...this.#values].filter(([, value]) => value !== 0));
  }

  /** A mode was set to `value` (0 resets). Switching screens also switches the keyboard flags. */
  set(mode: TrackedMode, value: number): ModeChange[] {
    const changes = [this.#put(mode, value)];
    if (mode === 'alternateScreen') changes.push(...this.#kittyChange());
    return changes;
  }

  pushKitty(flags: number): ModeChange[] {
    const stack = this.#kittyStack();
    stack.push(flags);
    if (stack.length > KITTY_DEPTH) stack.shift();
    return [this.#put('kittyKeyboard', flags)];
  }

  popKitty(count: number): ModeChange[] {
    const stack = this.#kittyStack();
    stack.length = Math.max(0, stack.length - count);
    return [this.#put('kittyKeyboard', stack.at(-1) ?? 0)];
  }

  /** `mode` 1 replaces the flags, 2 adds the given bits, 3 removes them. */
  setKitty(flags: number, mode: number): ModeChange[] {
    const stack = this.#kittyStack();
    const before = stack.pop() ?? 0;
    const after = mode === 2 ? before | flags : mode === 3 ? before & ~flags : flags;
    stack.push(after);
    return [this.#put('kittyKeyboard', after)];
  }

  /** RIS: everything that is set falls back. */
  reset(): ModeChange[] {
    this.#kitty = {primary: [], alternate: []};
    return [...this.values.keys()].map(mode => this.#put(mode, 0));
  }

  /** DECSTR leaves the screen and the mouse as they are (as xterm does). */
  softReset(): ModeChange[] {
    this.#kittyStack().length = 0;
    return [...this.values.keys()]
      .filter(mode => mode !== 'alternateScreen' && mode !== 'mouse' && mode !== 'mouseSgr')
      .map(mode => this.#put(mode, 0));
  }

  #put(mode: TrackedMode, value: number): ModeChange {
    this.#values.set(mode, value);
    return {type: 'mode', mode, value};
  }

  #kittyStack(): number[] {
    return (this.#values.get('alternateScreen') ?? 0) > 0 ? this.#kitty.alternate : this.#kitty.primary;
  }

  #kittyChange(): ModeChange[] {
    const flags = this.#kittyStack().at(-1) ?? 0;
    return flags === (this.#values.get('kittyKeyboard') ?? 0) ? [] : [this.#put('kittyKeyboard', flags)];
  }
}
