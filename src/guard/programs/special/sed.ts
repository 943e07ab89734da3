import {judgePath} from '../../judge/judge-path.ts';
import {type Invocation, say, sayFact} from '../../judge/scope.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {readOptions} from '../read-options.ts';
import {readTable} from '../row.ts';

const row = readTable(
  `sed | S | t,r* | -n -E -r -s -u -z -a -l: -e:! -f:r! --quiet --silent --debug --expression:! --file:r! --line-length: --null-data --posix --regexp-extended --separate --sandbox --unbuffered --zero-terminated --follow-symlinks --help --version -i?^C -I?^C --in-place?^C`,
).get('sed');

/** `sed`: commands of its script can run programs and write files, and it can write what it reads. */
export function judgeSed(call: Invocation): void {
  if (!row) return;
  const read = readOptions(row, call.args, false);
  for (const word of [...read.unknown, ...read.uncertain])
    if (word !== read.operands[0])
      sayFact(call, 'CAUTION', 'option.unknown', 'sed may have an option that is not known.', word);
  const given = read.options.filter(({facts}) => facts.replacesFirst);
  const inPlace = read.options.find(({name}) => /^(?:-i|-I|--in-place)$/.test(name));
  if (inPlace) say(call, 'CAUTION', 'option', 'sed changes the files themselves.', inPlace.at);
  for (const {name, value} of given) {
    if (!value) continue;
    if (name === '-e' || name === '--expression') judgeScript(value, call);
    else {
      say(call, 'CAUTION', 'code.file', 'The script of sed stands in a file.', value);
      judgePath(value, 'run', call);
    }
  }
  const [first, ...others] = read.operands;
  if (given.length === 0 && first) judgeScript(first, call);
  for (const file of given.length === 0 ? others : read.operands) judgePath(file, inPlace ? 'write' : 'read', call);
}

function judgeScript(word: Argument, call: Invocation): void {
  const text = textOf(word);
  if (text === null) {
    sayFact(call, 'DANGEROUS', 'code.unknown', 'It is not known what sed is told to do.', word);
    return;
  }
  const {effect, files} = sedEffect(text);
  if (effect === 'runs') say(call, 'DANGEROUS', 'code.runs', 'The script of sed runs commands.', word);
  if (effect === 'unknown') say(call, 'CAUTION', 'code.unknown', 'The script of sed is not understood.', word);
  for (const {path, use} of files) judgePath({...word, values: [{text: path, glob: false}], prefix: path}, use, call);
}

interface SedEffect {
  readonly effect: 'none' | 'unknown' | 'runs';
  readonly files: readonly {readonly path: string; readonly use: 'read' | 'write'}[];
}

/** Reads a script command by command. What does not read as one is not understood. */
export function sedEffect(script: string): SedEffect {
  const reader = new SedReader(script);
  return {effect: reader.read(), files: reader.files};
}

const PLAIN_CLASS = /\[\^?[^[\]\\^\n]{1,200}\]/y;

class SedReader {
  readonly files: {path: string; use: 'read' | 'write'}[] = [];
  readonly #script: string;
  #at = 0;

  constructor(script: string) {
    this.#script = script;
  }

  read(): SedEffect['effect'] {
    while (this.#at < this.#script.length) {
      this.#skip(/[\s;]/);
      if (this.#at >= this.#script.length) break;
      if (!this.#addresses()) return 'unknown';
      const command = this.#script[this.#at++];
      const effect = this.#command(command ?? '');
      if (effect !== 'none') return effect;
    }
    return 'none';
  }

  #command(command: string): SedEffect['effect'] {
    if (/^[{}dDgGhHnNpPxz=F]$/.test(command)) return 'none';
    if (/^[qQlL]$/.test(command)) return this.#skip(/[ \d]/);
    if (/^[btT:]$/.test(command)) return this.#skip(/[^\n;}]/);
    if (command === '#') return this.#skip(/[^\n]/);
    if (/^[aic]$/.test(command)) return this.#text();
    if (command === 's') return this.#substitution();
    if (command === 'y') return this.#delimited('text') && this.#delimited('second') ? 'none' : 'unknown';
    if (/^[wWrR]$/.test(command)) return this.#file(/w/i.test(command) ? 'write' : 'read');
    if (command === 'e') return 'runs';
    return 'unknown';
  }

  #skip(characters: RegExp): 'none' {
    while (characters.test(this.#script[this.#at] ?? '')) this.#at++;
    return 'none';
  }

  #text(): 'none' {
    while (this.#at < this.#script.length && this.#script[this.#at] !== '\n') {
      if (this.#script[this.#at] === '\\') this.#at++;
      this.#at++;
    }
    return 'none';
  }

  #file(use: 'read' | 'write'): 'none' {
    const end = this.#script.indexOf('\n', this.#at);
    this.files.push({path: this.#script.slice(this.#at, end < 0 ? undefined : end).trim(), use});
    this.#at = end < 0 ? this.#script.length : end;
    return 'none';
  }

  #substitution(): SedEffect['effect'] {
    if (!this.#delimited('expression') || !this.#delimited('second')) return 'unknown';
    for (;;) {
      const flag = this.#script[this.#at];
      if (flag === 'e') return 'runs';
      if (flag === 'w') {
        this.#at++;
        return this.#file('write');
      }
      if (flag === undefined || !/[gpiImM\d]/.test(flag)) return 'none';
      this.#at++;
    }
  }

  #delimiter = '/';

  /** Between two delimiters. The second part begins where the first has ended. */
  #delimited(part: 'expression' | 'text' | 'second'): boolean {
    const isSecond = part === 'second';
    if (!isSecond) this.#delimiter = this.#script[this.#at++] ?? '';
    if (this.#delimiter === '' || this.#delimiter === '\\' || this.#delimiter === '\n') return false;
    let inClass = false;
    for (; this.#at < this.#script.length; this.#at++) {
      const character = this.#script[this.#at];
      const length = part === 'expression' && character === '[' ? this.#plainClass() : 0;
      if (length > 0) this.#at += length - 1;
      else if (character === '\\') this.#at++;
      // Where another class of characters ends is told differently by different seds: not understood.
      else if (character === '[' && !isSecond) inClass = true;
      else if (character === ']') inClass = false;
      else if (character === this.#delimiter) {
        if (inClass) return false;
        this.#at++;
        return true;
      }
    }
    return false;
  }

  /** The length of `[^/]`, in which nothing can be taken for its end. A sed to which the slash ended the expression would refuse what is left: an open bracket. */
  #plainClass(): number {
    if (/[[\]^]/.test(this.#delimiter)) return 0;
    PLAIN_CLASS.lastIndex = this.#at;
    return PLAIN_CLASS.exec(this.#script)?.[0].length ?? 0;
  }

  #addresses(): boolean {
    for (;;) {
      this.#skip(/[\s,!~+]/);
      const character = this.#script[this.#at] ?? '';
      if (/[\d$]/.test(character)) this.#at++;
      else if (character === '/' || character === '\\') {
        if (character === '\\') this.#at++;
        if (!this.#delimited('expression')) return false;
        this.#skip(/[IM]/);
      } else return true;
    }
  }
}
