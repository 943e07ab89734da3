import {holdsTypedOutput} from './reads-terminal.ts';
import type {Scope} from './scope.ts';

/** A variable in arithmetic is itself evaluated: what it holds may have a subscript, and that one commands. */
export function judgeNumber(text: string, span: {start: number; end: number}, scope: Scope): void {
  if (/\[.*[$`]/.test(text)) {
    scope.findings.add('DANGEROUS', 'code.subscript', 'A subscript is evaluated, and commands may stand in it.', span);
    return;
  }
  if (holdsTypedOutput(text)) {
    scope.findings.add('DANGEROUS', 'code.evaluated', 'What is typed is evaluated: commands may stand in it.', span);
    return;
  }
  // `16#ff` is a number, and so is how long something is.
  for (const [name] of text
    .replaceAll(/\b\d+#\w+|\$\{#\w+(?:\[[@*]\])?\}/g, '0')
    .matchAll(/(?<![\w$'"])[A-Za-z_]\w*|\$\{?[A-Za-z_]\w*/g)) {
    const plain = name.replace(/^\$\{?/, '');
    const values = scope.variables.get(plain);
    if (values === undefined && COUNTERS.test(plain)) continue;
    if (values?.every(value => /^-?\d*$/.test(value.text))) continue;
    const isCode = values?.some(value => /[[$`]/.test(value.text)) ?? false;
    const isTyped = scope.seen.typed.has(plain);
    scope.findings.add(
      isCode || isTyped ? 'DANGEROUS' : 'CAUTION',
      'code.evaluated',
      isTyped
        ? `${plain.slice(0, 40)} is evaluated, and holds what is typed: commands may stand in that.`
        : `${plain.slice(0, 40)} is evaluated, and what it holds is not known.`,
      span,
    );
  }
}

/** Set by the shell itself, to numbers. */
const COUNTERS = /^(?:RANDOM|SECONDS|LINENO|UID|EUID|PPID|COLUMNS|LINES|SHLVL|BASHPID|EPOCHSECONDS)$/;
