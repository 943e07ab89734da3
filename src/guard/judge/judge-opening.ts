import type {Reason} from '../findings.ts';
import {decidingOf} from './note-setting.ts';

export interface Opening {
  /** Variables that are given to the shell. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Path or name; the usual one when left out. */
  readonly shell?: string | undefined;
  /** A shell that whoever opens has anyway. */
  readonly usualShell?: string | undefined;
}

/** What a session runs before any line is typed in it, as far as whoever opens it decides that. Empty where nothing is to be said. */
export function judgeOpening({env = {}, shell, usualShell}: Opening): readonly Reason[] {
  const variables = [...decidingOf(env, env['HOME'] ?? '').keys()].map(name =>
    reason('variable.deciding', `${name.slice(0, 40)} decides what the shell and its programs run or obey.`),
  );
  if (shell === undefined || shell === usualShell || KNOWN_SHELL.test(shell)) return variables;
  return [...variables, reason('opening.program', `It is not known what ${JSON.stringify(shell.slice(0, 100))} does.`)];
}

const KNOWN_SHELL =
  /^(?:\/(?:usr\/(?:local\/)?)?bin\/|\/opt\/homebrew\/bin\/)?(?:(?:ba|z|da|k|mk|a|fi|tc|c|rba)?sh|nu|pwsh|xonsh|elvish)$/;

function reason(rule: string, message: string): Reason {
  return {level: 'DANGEROUS', rule, message, start: 0, end: 0, command: null, isFloor: false};
}
