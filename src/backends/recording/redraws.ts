import type {MarkHit} from '../../log/index.ts';

/**
 * Tells prompts that are only drawn again. A line editor repeats the marks in its prompt whenever it draws it, bash for each
 * delivered line; they say nothing new.
 */
export class Redraws {
  #prompt: MarkHit | undefined;

  /** True for a believed mark that repeats the prompt which stands already. Ask once for each mark, in their order. */
  isRedraw(mark: MarkHit): boolean {
    const stands = this.#prompt;
    const isPrompt = mark.kind === 'promptStart' || mark.kind === 'inputStart';
    if (isPrompt && stands?.cycle === mark.cycle && stands.shell === mark.shell)
      if (mark.kind === 'promptStart' || saysTheSame(mark, stands)) return true;
    this.#prompt = mark.kind === 'inputStart' ? mark : undefined;
    return false;
  }
}

function saysTheSame(one: MarkHit, other: MarkHit): boolean {
  return (
    one.filled === other.filled && one.takesKey === other.takesKey && one.jobs === other.jobs && one.cwd === other.cwd
  );
}
