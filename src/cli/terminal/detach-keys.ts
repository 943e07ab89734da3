const CTRL_BRACKET = 0x1d;
const D = 0x64;
const CTRL_D = 0x04;

/** Finds `Ctrl-] d` in what a person types; everything else is passed on. `Ctrl-] Ctrl-]` types one `Ctrl-]`. */
export class DetachKeys {
  #isArmed = false;

  push(bytes: Uint8Array): {readonly typed: Uint8Array; readonly detach: boolean} {
    const typed: number[] = [];
    for (const byte of bytes) {
      if (!this.#isArmed) {
        if (byte === CTRL_BRACKET) this.#isArmed = true;
        else typed.push(byte);
        continue;
      }
      this.#isArmed = false;
      if (byte === D || byte === CTRL_D) return {typed: Uint8Array.from(typed), detach: true};
      // A lone Ctrl-] before another key was meant for the program.
      typed.push(CTRL_BRACKET);
      if (byte !== CTRL_BRACKET) typed.push(byte);
    }
    return {typed: Uint8Array.from(typed), detach: false};
  }
}
