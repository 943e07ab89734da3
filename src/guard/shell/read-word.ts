import type {Span} from '../findings.ts';
import type {Argument, Known} from './argument.ts';
import {expandBraces} from './expand-braces.ts';
import type {ParameterReplaceOperation, ParsedScript, Word, WordPart} from './parse-shell.ts';

/** What is known of the shell where a word stands. */
export interface WordSurroundings {
  readonly home: string;
  /** It is zsh, or it is not known which one it is. */
  readonly mayBeZsh: boolean;
  /** Undefined when the line says nothing about the variable; null when it has set it to something unknown. */
  variable(name: string): readonly Known[] | null | undefined;
  /** What the output of a substitution can be; null when that is not known. */
  output(script: ParsedScript): readonly Known[] | null;
  place(node: {readonly pos: number; readonly end: number}): Span;
}

/** Values of one word that are followed; more are as good as unknown. */
const MOST_VALUES = 32;
/** A text that is put together of others is followed up to this length: variables that hold each other double it. UTF-16 units. */
const LONGEST = 8192;

/** The words that a word becomes: one, unless it has braces. */
export function readWord(word: Word, given: WordSurroundings): readonly Argument[] {
  const parts = word.parts ?? [];
  if (parts.some(part => part.type === 'BraceExpansion')) return withBraces(word, parts, given);
  const reading = new WordReading(given);
  reading.tilde(word);
  if (word.parts) for (const part of word.parts) reading.part(part, false);
  else reading.text(word.value);
  return [reading.argument(word)];
}

function withBraces(word: Word, parts: readonly WordPart[], given: WordSurroundings): readonly Argument[] {
  const isPlain = parts.every(({type}) => type === 'BraceExpansion' || type === 'Literal' || type === 'Glob');
  // A star that is quoted is taken for one that is not, which may become more.
  const texts = isPlain ? expandBraces(word.text.replace(/\\([*?])/g, '$1')) : null;
  const reading = (text: string | null): Argument => {
    const one = new WordReading(given);
    if (text === null) one.unknown();
    else {
      one.tilde({text, value: text});
      one.text(text, /[*?[]/.test(text));
    }
    return one.argument(word);
  };
  return texts ? texts.map(reading) : [reading(null)];
}

class WordReading {
  readonly #given: WordSurroundings;
  #values: readonly Known[] | null = [{text: '', glob: false}];
  /** As long as everything is known, or up to where it was. */
  #prefix = '';
  #isPipe = false;
  /** Of the first literal, so much was the home folder. */
  #skip = 0;
  readonly #secrets: string[] = [];

  constructor(given: WordSurroundings) {
    this.#given = given;
  }

  /** An unquoted `~` at the start. Other people's homes are as good as one's own. */
  tilde(word: Pick<Word, 'text' | 'value'>): void {
    const found = /^~([\w.-]*|\+\d*)(?=\/|$)/.exec(word.text);
    if (!found) return;
    const [whole, name = ''] = found;
    if (name === '') this.text(this.#given.home);
    else this.#append(this.#folderOf(name));
    this.#skip = whole.length;
  }

  /** `~name`, bash(1) and zshexpn(1), “Tilde Expansion”: a person's; one of those that were visited; in zsh one that a variable or `hash -d` names. */
  #folderOf(name: string): readonly Known[] | null {
    if (/^[-+]$/.test(name)) return this.#given.variable(name === '+' ? 'PWD' : 'OLDPWD') ?? null;
    if (/^[-+]?\d+$/.test(name)) return null;
    const person = {text: name === 'root' ? '/root' : `/home/${name}`, glob: false};
    if (!this.#given.mayBeZsh) return [person];
    const named = this.#given.variable(name);
    return named ? [...named.filter(({text}) => text.startsWith('/')), person] : null;
  }

  text(text: string, glob = false): void {
    const rest = text.slice(this.#skip);
    this.#skip = 0;
    this.#append([{text: rest, glob}]);
  }

  unknown(): void {
    this.#append(null);
  }

  part(part: WordPart, isQuoted: boolean): void {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
        this.text(part.value);
        break;
      case 'DoubleQuoted':
      case 'LocaleString':
        for (const child of part.parts) this.part(child, true);
        break;
      case 'Glob':
        this.#append([{text: part.text, glob: true}]);
        break;
      case 'ExtendedGlob':
        this.#append([{text: '*', glob: true}]);
        break;
      case 'SimpleExpansion':
        this.#variable(part.text.slice(1), isQuoted);
        break;
      case 'ParameterExpansion':
        this.#parameter(part, isQuoted);
        break;
      case 'ArithmeticExpansion':
        this.#append([{text: '0', glob: false}]);
        break;
      case 'CommandExpansion':
        this.#append(split(part.script ? this.#given.output(part.script) : null, isQuoted));
        break;
      case 'ProcessSubstitution':
        this.#isPipe = true;
        this.#append([{text: '/dev/fd/63', glob: false}]);
        break;
      case 'BraceExpansion':
        this.unknown();
        break;
      default:
        part satisfies never;
    }
  }

  #parameter(part: Extract<WordPart, {readonly type: 'ParameterExpansion'}>, isQuoted: boolean): void {
    const {parameter, prefix, operation, index} = part;
    if (prefix === '#') this.#append([{text: '0', glob: false}]);
    else if (prefix === undefined && index === undefined && operation === undefined)
      this.#variable(parameter, isQuoted);
    else {
      if (operation?.type !== 'Default' || !operation.operator.endsWith('+')) this.#noteSecret(parameter);
      this.#append(this.#changed(part));
    }
  }

  /** `${file%.txt}` of a known name is a part of a known name. */
  #changed({
    parameter,
    prefix,
    operation,
    index,
  }: Extract<WordPart, {readonly type: 'ParameterExpansion'}>): readonly Known[] | null {
    const values = this.#given.variable(parameter);
    if (prefix !== undefined || index !== undefined || !values) return null;
    if (operation?.type === 'Replace') return replaced(values, operation);
    const isPart = operation?.type === 'Remove' || operation?.type === 'CaseModification';
    if (isPart && values.every(({text}) => !/\.\.|^\/|^-/.test(text))) return [{text: '*', glob: true}];
    // What is cut off at the end leaves the folder, where no more than a name can go.
    const isName =
      operation?.type === 'Remove' && /^%/.test(operation.operator) && !operation.operand.text.includes('/');
    return isName && values.every(({text}) => /^\/(?:.*\/)?[^/]+$/.test(text) && !text.includes('..'))
      ? values.map(({text}) => ({text: `${text.slice(0, text.lastIndexOf('/') + 1)}*`, glob: true}))
      : null;
  }

  #variable(name: string, isQuoted: boolean): void {
    this.#noteSecret(name);
    const values = this.#given.variable(name);
    if (values !== undefined) this.#append(split(values, isQuoted));
    else if (name === 'HOME') this.#append([{text: this.#given.home, glob: false}]);
    else this.#append(/^[?#$!]$/.test(name) || HARMLESS.has(name) ? [{text: '0', glob: false}] : null);
  }

  #noteSecret(name: string): void {
    if (SECRET_NAME.test(name)) this.#secrets.push(name);
  }

  #append(more: readonly Known[] | null): void {
    if (this.#values === null) return;
    if (this.#values.length === 1) this.#prefix = this.#values[0]?.text ?? '';
    const length = longest(this.#values) + longest(more ?? []);
    if (more === null || this.#values.length * more.length > MOST_VALUES || (this.#prefix !== '' && length > LONGEST)) {
      this.#values = null;
      return;
    }
    const [first] = this.#values;
    this.#values =
      this.#values.length === 1 && first?.text === '' && !first.glob
        ? more
        : this.#values.flatMap(before =>
            more.map(after => ({text: before.text + after.text, glob: before.glob || after.glob})),
          );
  }

  argument(word: Word): Argument {
    const values = this.#values;
    const only = values?.length === 1 ? values[0] : undefined;
    return {
      ...this.#given.place(word),
      values,
      prefix: only?.text ?? this.#prefix,
      isPipe: this.#isPipe,
      source: word.text,
      secrets: this.#secrets,
    };
  }
}

/** `${file/old/new}`, `${file/.txt/.md}`: in a name below the folder a plain text stands for another. */
function replaced(values: readonly Known[], operation: ParameterReplaceOperation): readonly Known[] | null {
  const {pattern, replacement, operator} = operation;
  const [old, fresh] = [pattern.text.replace(/^\\(?=\W)/, ''), replacement.text];
  const isExtension = /^\.\w+$/.test(old) && /^\.\w+$/.test(fresh);
  if (!isExtension && !/^(?:[\w-][\w .+@%=,-]*)?$/.test(fresh.replace(/\.\./g, '/'))) return null;
  if (!values.every(({text}) => !/\.\.|^\/|^-/.test(text))) return null;
  if (values.every(({glob}) => glob)) return [{text: '*', glob: true}];
  if (!/^[\w .-]+$/.test(old) || !/^\/\/?$/.test(operator)) return null;
  const change = (text: string): string => (operator === '/' ? text.replace(old, fresh) : text.replaceAll(old, fresh));
  return values.map(({text, glob}) => (glob ? {text: '*', glob} : {text: change(text), glob}));
}

function longest(values: readonly Known[]): number {
  return Math.max(0, ...values.map(({text}) => text.length));
}

/** Unquoted, what an expansion gives is cut into words and taken for a pattern. */
function split(values: readonly Known[] | null, isQuoted: boolean): readonly Known[] | null {
  if (values === null || isQuoted) return values;
  if (values.some(({text}) => text === '' || /\s/.test(text))) return null;
  return values.map(({text, glob}) => ({text, glob: glob || /[*?[]/.test(text)}));
}

/** Numbers and plain words, whatever they are. */
const HARMLESS: ReadonlySet<string> = new Set([
  'RANDOM',
  'SECONDS',
  'LINENO',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  'EPOCHSECONDS',
  'COLUMNS',
  'LINES',
  'SHLVL',
  'USER',
  'LOGNAME',
  'HOSTNAME',
  'OSTYPE',
  'MACHTYPE',
  'HOSTTYPE',
]);

/** Names of variables that hold what opens doors. */
export const SECRET_NAME =
  /(?:TOKEN|SECRET|PASSWO?R?D|PASSPHRASE|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?|_PASS$|_PWD$|^PASS$|AUTH_?KEY)/i;
