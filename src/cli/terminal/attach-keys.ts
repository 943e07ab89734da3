const CTRL_BRACKET = 0x1d;

/** What a person does at a terminal that is attached. */
export type AttachAction = {readonly type: 'type'; readonly bytes: Uint8Array} | AttachCommand;

export type AttachCommand = {readonly type: 'detach'} | {readonly type: 'help'};

/** Keys after Ctrl-], as bytes: d, Ctrl-D, ?. */
const commands: ReadonlyMap<number, AttachCommand> = new Map([
  [0x64, {type: 'detach'}],
  [0x04, {type: 'detach'}],
  [0x3f, {type: 'help'}],
]);

/** The keys, for people: a line each. */
export const attachKeysHelp: readonly string[] = [
  'Ctrl-] d       leaves; what runs goes on',
  'Ctrl-] Ctrl-]  types one Ctrl-]',
  'Ctrl-] ?       shows this',
];

/** Finds what is meant for us in what a person types: a key after `Ctrl-]`. Everything else is passed on. */
export class AttachKeys {
  #isArmed = false;

  /** In order; nothing follows a `detach`. */
  push(bytes: Uint8Array): readonly AttachAction[] {
    const actions: AttachAction[] = [];
    let typed: number[] = [];
    const pass = () => {
      if (typed.length > 0) actions.push({type: 'type', bytes: Uint8Array.from(typed)});
      typed = [];
    };
    for (const byte of bytes) {
      if (!this.#isArmed) {
        if (byte === CTRL_BRACKET) this.#isArmed = true;
        else typed.push(byte);
        continue;
      }
      this.#isArmed = false;
      const command = commands.get(byte);
      if (command) {
        pass();
        actions.push(command);
        if (command.type === 'detach') return actions;
        continue;
      }
      // A lone Ctrl-] before another key was meant for the program.
      typed.push(CTRL_BRACKET);
      if (byte !== CTRL_BRACKET) typed.push(byte);
    }
    pass();
    return actions;
  }
}
