import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact, terminalInput} from '../../judge/scope.ts';
import {variableKind} from '../../judge/variables.ts';
import {type Argument, fixed, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeHidden, judgeRow} from '../judge-row.ts';

/** Programs that start a shell for a line of their input, and how such a line begins. */
const ESCAPES: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ['ftp tftp lftp sftp ed red ex vi vim nvim view dc gnuplot gp maxima sqlplus rlwrap', /^[ \t]*:?!\s*(.*)$/gm],
      ['mail mailx s-nail mutt neomutt', /^[ \t]*~?[!|]\s*(.*)$/gm],
      ['gdb lldb r2 radare2 rizin', /^[ \t]*(?:!|shell\b|platform shell\b|pipe\b)\s*(.*)$/gm],
    ] as const
  ).flatMap(([names, pattern]) => names.split(' ').map((name): [string, RegExp] => [name, pattern])),
);

/** Its input is no text for a person: a line of it can start a program. */
export function judgeEscapes({name, input, scope, span, ...call}: Invocation): void {
  const pattern = ESCAPES.get(name);
  if (!pattern || (/^n?vim$/.test(name) && opensInput(call.args))) return;
  if (name === 'dc' && call.args.some(word => /!/.test(textOf(word) ?? '!')))
    sayFact({scope}, 'DANGEROUS', 'code.runs', 'dc runs what stands behind an exclamation mark.', span);
  if (input.type === 'data' || input.type === 'environment') {
    sayFact({scope}, 'DANGEROUS', 'code.piped', `${name} obeys what comes through a pipe.`, span);
    return;
  }
  if (input.type !== 'text') return;
  for (const [, text = ''] of input.text.matchAll(pattern)) {
    say({name, input, scope, span, ...call}, 'CAUTION', 'code.escape', `${name} starts a shell for this.`);
    scope.judge.text(text, span, scope, {type: 'terminal'});
  }
}

/** `vim -` shows what comes through the pipe as a text; told to be `ex` it would take it for commands. */
function opensInput(args: readonly Argument[]): boolean {
  const texts = args.map(textOf);
  return texts.includes('-') && texts.every(text => text !== null && /^(?:-|-[RnM]+|[^-+].*)$/s.test(text));
}

/** `make CC=clang`: recipes run what it names; make itself runs what stands in `$(shell …)` and behind `!=`. */
function judgeVariable(word: Argument, call: Invocation): void {
  const text = textOf(word) ?? word.prefix;
  const [, name = '', sign = '', value = ''] = /^([\w.-]+)\s*([:?+]{0,3}|!)=\s*(.*)$/s.exec(text) ?? [];
  const run = (code: string): void => call.scope.judge.text(code, word, call.scope, terminalInput);
  if (sign === '!') run(value);
  for (const [, code = ''] of value.matchAll(/\$[({]shell\s+([^)}]*)/g)) run(code);
  if (/\$[({](?:eval|guile|file|load)\s/.test(value))
    sayFact(call, 'DANGEROUS', 'code.runs', 'make runs what stands in this variable.', word);
  // What removes is told so: it is what RM is for.
  if (!PROGRAMS.test(name) || (name === 'RM' && /^rm(?: -[fv]+)?$/.test(value)) || value.includes('$')) return;
  if (variableKind('CC', value) !== 'harmless') run(value);
}

/** Variables of make that name programs by custom: make(1), "Variables Used by Implicit Rules". */
const PROGRAMS =
  /^(?:AR|AS|CC|CXX|CPP|FC|LD|M2C|PC|CO|GET|LEX|YACC|LINT|MAKEINFO|TEX|TEXI2DVI|WEAVE|CWEAVE|TANGLE|CTANGLE|RM|CP|MV|LN|INSTALL(?:_\w+)?|MKDIR(?:_P)?|NM|STRIP|RANLIB|OBJCOPY|OBJDUMP|SED|AWK|GREP|PYTHON\d*|PERL|RUBY|NODE|NPM|GO|CARGO|MAKE|TAR|CURL|WGET|SUDO|DOCKER|GIT|HOSTCC|FLEX|BISON)$/;

/** `make -f -` obeys what it reads, and `SHELL=…` says by what recipes are run. */
export function judgeMake(call: Invocation): void {
  for (const [place, word] of call.args.entries()) {
    const given = /^(?:-[A-Za-z]*f|--(?:make)?file=)(.*)$/s.exec(word.prefix)?.[1];
    const next = call.args[place + 1];
    if (given) judgePath(fixed(given, word), 'run', call);
    else if (next && (given === '' || /^--(?:make)?file$/.test(word.prefix))) judgePath(next, 'run', call);
  }
  for (const word of call.args) {
    const shell = /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)=(.*)$/.exec(word.prefix);
    if (shell && !/^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(shell[1] ?? ''))
      sayFact(call, 'DANGEROUS', 'variable.deciding', 'It says what recipes are run by.', word);
    judgeVariable(word, call);
  }
  const row = findRow(call.name);
  if (row) judgeRow(row, call);
  else for (const word of call.args) judgeHidden(word, call);
}
