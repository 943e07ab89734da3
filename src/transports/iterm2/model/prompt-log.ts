import {type LogCursor, logCursor, type SessionEvent} from '../../../core/index.ts';
import {guidOf} from './guid.ts';

/** A prompt of a shell, and the command that was typed at it. Places are offsets in the output. */
export interface Prompt {
  readonly id: string;
  promptStart: LogCursor;
  inputStart: LogCursor;
  outputStart: LogCursor | null;
  /** Where the line ended, in front of the mark that says so. */
  inputEnd: LogCursor | null;
  command: string | null;
  cwd: string;
  exitStatus: number | null;
  state: 'editing' | 'running' | 'finished';
}

export type PromptEvent =
  | {readonly type: 'prompt'; readonly prompt: Prompt}
  | {readonly type: 'commandStart'; readonly prompt: Prompt}
  | {readonly type: 'commandEnd'; readonly prompt: Prompt};

/** Prompts by the marks of a shell (OSC 133), as far as these are proved to be its own. */
export class PromptLog {
  readonly prompts: Prompt[] = [];
  readonly #session: string;
  #promptStart: LogCursor | null = null;
  #cycle = '';
  #cwd = '';

  /** `session` goes into the ids: they are the same whoever makes them from the same log. */
  constructor(session: string) {
    this.#session = session;
  }

  /** Takes in the next event of the log; what that says of prompts. */
  take(event: SessionEvent): PromptEvent | undefined {
    if (event.type === 'open') this.#cwd = event.cwd;
    if (event.type !== 'mark' || !event.proved) return undefined;
    if (event.cwd !== null) this.#cwd = event.cwd;
    const last = this.prompts.at(-1);
    const after = logCursor(event.offset + event.length);
    switch (event.kind) {
      case 'promptStart':
        this.#promptStart = event.offset;
        return undefined;
      case 'continuationStart':
        return undefined;
      case 'inputStart': {
        const cycle = `${event.shell ?? 0} ${event.cycle}`;
        // A line editor that draws its prompt anew is at the same one: its line is what stands behind the newest.
        if (cycle === this.#cycle && last?.state === 'editing') {
          last.promptStart = this.#promptStart ?? event.offset;
          last.inputStart = after;
          return undefined;
        }
        this.#cycle = cycle;
        const prompt = this.#begin(this.#promptStart ?? event.offset, after);
        return {type: 'prompt', prompt};
      }
      case 'outputStart':
        if (last?.state !== 'editing') return undefined;
        last.state = 'running';
        last.inputEnd = event.offset;
        last.outputStart = after;
        last.command = event.commandLine;
        return {type: 'commandStart', prompt: last};
      case 'commandEnd':
        // Without a beginning there was nothing to end, as after ^C; the next prompt is another one, though the shell counts it as the same.
        if (last?.state !== 'running') {
          this.#cycle = '';
          return undefined;
        }
        last.state = 'finished';
        last.exitStatus = event.exitStatus ?? 0;
        return {type: 'commandEnd', prompt: last};
      default:
        return event satisfies never;
    }
  }

  #begin(promptStart: LogCursor, inputStart: LogCursor): Prompt {
    const prompt: Prompt = {
      id: guidOf(`prompt ${this.#session} ${inputStart}`),
      ...{promptStart, inputStart, outputStart: null, inputEnd: null, command: null, exitStatus: null},
      cwd: this.#cwd,
      state: 'editing',
    };
    this.prompts.push(prompt);
    if (this.prompts.length > MOST_PROMPTS) this.prompts.shift();
    this.#promptStart = null;
    return prompt;
  }
}

/** Older ones are forgotten. */
const MOST_PROMPTS = 10_000;
