/** Whether an interpreter was given a program that reads in its place: what is typed then is for that program, and no statement. */
import {isInterpreter, plainName, runsFiles} from './program-names.ts';

interface Options {
  /** The next word is their value. */
  readonly valued?: RegExp;
  /** It reads statements all the same, before the program or behind it. */
  readonly reads?: RegExp;
  /** Words in the place of a program that are none. */
  readonly modes?: RegExp;
}

/** `-i` may stand among other letters (`-iq`). */
const INTERACTIVE = /^-[A-Za-z]*i[A-Za-z]*$|^--(?:interactive|persist)$/;

/** Options of some of them; those of Python, Node.js and Perl were tried. What is wrong here has a program's keys judged as statements, or the reverse. */
const OPTIONS: readonly (readonly [RegExp, Options])[] = [
  [
    /^(?:python|pypy)/,
    {valued: /^-[bBdEIOPqRsSuvVx]*[XW]$|^--check-hash-based-pycs$/, reads: /^-[bBdEhiIOPqRsSuvVx?]*i/},
  ],
  [
    /^(?:node|deno|bun)/,
    {
      valued: /^(?:-r|--require|--import|--(?:experimental-)?loader|-C|--conditions|--env-file|--title|--preload)$/,
      reads: /^(?:-i|--interactive)$/,
      modes: /^(?:inspect|debug|repl)$/,
    },
  ],
  [/^ruby/, {valued: /^-[rICE]$/, reads: /^-r(?:irb|pry|debug)/}],
  [/^perl/, {valued: /^-[IMm]$/, reads: /^-[acfilnpsStTuUvwWX]*d/}],
  [/^php/, {valued: /^-[dcz]$/, reads: /^(?:-a|--interactive)$/}],
  [/^lua/, {valued: /^-l$/, reads: INTERACTIVE}],
  [/^julia/, {valued: /^-[LJCpt]$|^--(?:load|sysimage|project|threads|procs)$/, reads: INTERACTIVE}],
  [/^guile/, {valued: /^-[lLCx]$/, reads: /^-i$/}],
  [/^ocaml/, {valued: /^-(?:I|init|open|ppx?|w)$/, reads: INTERACTIVE}],
  [/^clisp/, {valued: /^-/, reads: /^-(?:i|repl)$/}],
];

/** Modules of Python's that read statements. */
const CONSOLES = /^(?:code|pdb|ipdb|asyncio|IPython|bpython|ptpython|ptipython|sqlite3)(?:\.|$)/;

/** Certain for a program alone. `words`: argv from the interpreter's own name on. */
export function runsProgram(name: string, words: readonly string[]): boolean {
  if (!isInterpreter(name) || !runsFiles(name)) return false;
  const {valued, reads = INTERACTIVE, modes} = OPTIONS.find(([which]) => which.test(plainName(name)))?.[1] ?? {};
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    // `ruby /usr/bin/irb`, `ocamlrun /usr/bin/ocaml`
    if (word.endsWith(`/${name}`)) continue;
    if (/^python|^pypy/.test(name) && /^-[bBdEIOPqRsSuvVx]*m$/.test(word)) return !CONSOLES.test(words[at + 1] ?? '');
    if (reads.test(word)) return false;
    if (valued?.test(word)) at++;
    else if (!word.startsWith('-')) return !modes?.test(word);
  }
  return false;
}
