/**
 * Where REPLs and shells wait at their prompts. What their statements read (`input()`, `io.read()`, `gets`, `read -e`) is read at another depth of
 * the stack, so that no text has to tell whether a prompt stands there or a question. A bash or zsh waits there for the rest of a line too, or deeper.
 */
import type {ProcessFacts} from '../../core/index.ts';
import {isShellName} from './program-names.ts';
import {asks, endsAsPrompt, speaksAsPython} from './prompt-text.ts';
import {isSameReadCall} from './reads-again.ts';

/** These were seen to wait at one depth at every prompt, and at another one for what their statements read; of others, nothing is said. */
const TELLING = /^(?:i?python|lua|tclsh|r?bash$|r?zsh$)/;
/** Options of Python's that name no program and no code to run first. */
const PYTHON_OPTIONS = /^-(?:[bBdEhiIOPqRsSuvVx?]+|[XW]\S*)$/;

interface Known {
  at: string | undefined;
  readonly prompt: string;
  /** It was no question in the words of a prompt. */
  readonly isCertain: boolean;
}

export class PromptWaits {
  /** Where consoles of Python's own (`code.interact()`) were seen, which read as its questions do. */
  readonly #consoles = new Set<string>();
  /** By process: such a place that was seen, and what stood there first. */
  readonly #known = new Map<number, Known>();

  /**
   * Learns where a REPL waits, once what stands there is its prompt for certain: the words of Python's own, or the first text of one that was
   * given no program, with nothing typed since (`isFirst`).
   */
  learn(process: ProcessFacts, text: string, isFirst: boolean): void {
    const {pid, name, argv, waitsAt} = process;
    if (!TELLING.test(name)) return;
    const before = this.#known.get(pid);
    const isAnother =
      before?.at !== undefined && waitsAt !== undefined && isSameReadCall(before.at, waitsAt) === undefined;
    const known = isAnother ? undefined : before;
    const isPythons = /^python/.test(name) && text.endsWith('>>>');
    if (known) {
      // A line editor that is written in Python itself goes another way once the interpreter has made it faster.
      if (waitsAt?.startsWith('poll') && (isPythons || text === known.prompt)) known.at = waitsAt;
      return;
    }
    const isOpen = isFirst && (isShellName(name) || runsNothing(name, argv)) && endsAsPrompt(text) && !asks(text);
    if (isPythons || isOpen) this.#known.set(pid, {at: waitsAt, prompt: text, isCertain: isOpen});
  }

  /** This shell or Python has answered a ^C, and reads behind this text: that is its prompt, whatever it looks like. */
  learnInterrupted({pid, name, waitsAt}: ProcessFacts, text: string): void {
    if (TELLING.test(name)) this.#known.set(pid, {at: waitsAt, prompt: text, isCertain: true});
  }

  /** Another prompt in Python's words stands here, by what stands above it. */
  learnConsole({pid, waitsAt}: ProcessFacts): void {
    if (waitsAt !== undefined) this.#consoles.add(`${pid} ${waitsAt}`);
  }

  /**
   * This process waits where it does at its prompt; undefined where nobody can tell. Where `text` gives the words of Python's prompt, it waits
   * elsewhere only if that is known for certain.
   */
  isAtPrompt(
    {pid, name, waitsAt}: Pick<ProcessFacts, 'pid' | 'name' | 'waitsAt'>,
    text: () => string = () => '',
  ): boolean | undefined {
    const known = this.#known.get(pid);
    if (known?.at === undefined || waitsAt === undefined) return undefined;
    const isSame = isSameReadCall(known.at, waitsAt);
    if (isSame !== false || !speaksAsPython(name, text())) return isSame;
    // Loops of windows poll, and so does the line editor that is written in Python; readline and the interpreter itself do not.
    const isRead = /^(?:select|read) /.test(waitsAt) && !this.#consoles.has(`${pid} ${waitsAt}`);
    return known.isCertain && isRead ? false : undefined;
  }

  /** What stood at the first prompt that this process was seen at for certain. */
  firstPrompt(pid: number): string | undefined {
    return this.#known.get(pid)?.prompt;
  }
}

/** By its arguments the interpreter was given no program and no code; `python3 /usr/bin/ipython` is given itself. */
function runsNothing(name: string, argv: readonly string[]): boolean {
  const isPython = name.startsWith('python');
  const isOption = isPython ? PYTHON_OPTIONS : /^-[^e]/;
  return argv.slice(1).every((argument, at, given) => {
    const isValue = isPython && /^-[XW]$/.test(given[at - 1] ?? '');
    return isValue || isOption.test(argument) || argument.endsWith(`/${name}`);
  });
}
