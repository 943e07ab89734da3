/** Walks a script: every command that it can run, in the order in which the shell comes to them. */
import type {Span} from '../findings.ts';
import {HOME_LEAVES} from '../programs/special/sending.ts';
import {type Argument, fixed, type Known, textOf} from '../shell/argument.ts';
import {
  type ArithmeticExpression,
  type Assignment,
  type Command,
  type CommandNode,
  type CompoundList,
  eachBelow,
  forEachChild,
  type ParsedScript,
  type Redirection,
  type Statement,
  type SyntaxNode,
  type Word,
} from '../shell/parse-shell.ts';
import {readWord, type WordSurroundings} from '../shell/read-word.ts';
import type {ShellName} from '../shell/shell-name.ts';
import {factsOfFunction} from './function-facts.ts';
import {goesOn, judgeAssignment} from './judge-assignment.ts';
import {judgeCommand} from './judge-command.ts';
import {DEEPEST, judgeExpansions} from './judge-expansions.ts';
import {judgeNumber} from './judge-number.ts';
import {judgePath} from './judge-path.ts';
import {judgeRedirection} from './judge-redirection.ts';
import {knownOutput} from './known-output.ts';
import {noteTexts} from './note-texts.ts';
import {outputOf} from './output-of.ts';
import {partOfName} from './part-of-name.ts';
import {holdsTypedOutput, printsTyped} from './reads-terminal.ts';
import {dataInput, type Input, type Scope, subshell, terminalInput} from './scope.ts';
import {isTyped, judgeGivenNumber, noteTyped} from './typed-values.ts';

export function judgeScript(script: ParsedScript, scope: Scope, input: Input): void {
  for (const error of script.errors ?? [])
    scope.findings.add(
      'CAUTION',
      'line.unreadable',
      `The line is not understood: ${error.message}.`,
      scope.place({start: error.pos, end: error.pos + 1}),
    );
  const own =
    script.source === undefined
      ? scope
      : {...scope, place: (): Span => scope.place({start: script.pos, end: script.pos + 1})};
  new Walk(own).statements(script.commands, input);
}

class Walk {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  statements(statements: readonly Statement[], input: Input): void {
    for (const {command, background} of statements) {
      if (this.#scope.findings.isSpent) return;
      if (background) this.#perhaps(() => new Walk(subshell(this.#scope)).node(command, input));
      else this.node(command, input);
    }
  }

  node(node: Statement['command'], input: Input): void {
    if (!this.#scope.findings.step(this.#at(node))) return;
    switch (node.type) {
      case 'AndOr':
        node.commands.forEach((command, place) => {
          if (node.operators[place - 1] === '||') this.#perhaps(() => this.node(command, input));
          else this.node(command, input);
        });
        break;
      case 'Pipeline':
        this.#pipeline(node.commands, input);
        break;
      case 'Command':
        this.#command(node, input);
        if (this.#scope.isTaken || node.redirects.some(writes)) this.#outputOf(node, input);
        break;
      case 'Redirected': {
        let read = input;
        for (const redirection of node.redirects) read = this.#redirection(redirection) ?? read;
        this.node(node.command, read);
        break;
      }
      case 'Subshell':
        new Walk({...subshell(this.#scope), isSubshell: FORKING.has(this.#scope.shell)}).#list(node.body, input);
        break;
      case 'BraceGroup':
        this.#list(node.body, input);
        break;
      case 'If':
        this.#list(node.clause, input);
        this.#branch(node.then, input);
        for (const {clause, then} of node.elif) {
          this.#branch(clause, input);
          this.#branch(then, input);
        }
        if (node.else) this.#branch(node.else, input);
        break;
      case 'For':
      case 'Select': {
        const words = node.wordlist?.flatMap(word => this.#words(word)) ?? [];
        this.#forget(node.body);
        const values = words.every(word => word.values !== null) ? words.flatMap(word => word.values ?? []) : null;
        this.#set(
          node.name.value,
          node.wordlist && node.type === 'For' && values && values.length <= 32 ? values : null,
          node,
        );
        noteTyped(node.name.value, node.wordlist?.map(({text}) => text).join(' ') ?? '', this.#scope);
        if (node.type === 'Select' && isTyped(input)) this.#scope.seen.typed.add('REPLY');
        this.#branch(node.body, input);
        break;
      }
      case 'While':
        this.#forget(node.clause);
        this.#forget(node.body);
        this.#list(node.clause, input);
        this.#branch(node.body, input);
        break;
      case 'ArithmeticFor':
        this.#counter(node.initialize);
        this.#forget(node.body);
        judgeExpansions(node, this.#scope);
        this.#nested(node, node.body);
        this.#branch(node.body, input);
        break;
      case 'Case':
        this.#words(node.word);
        for (const {pattern, body} of node.items) {
          for (const word of pattern) this.#words(word);
          this.#branch(body, input);
        }
        break;
      case 'Function':
        this.#function(node);
        break;
      case 'Coproc':
        this.#scope.findings.add(
          'CAUTION',
          'shell.coprocess',
          'A command keeps running beside the shell.',
          this.#at(node),
        );
        if (node.body.type === 'CompoundList') this.#list(node.body, dataInput);
        else new Walk(subshell(this.#scope)).node(node.body, dataInput);
        break;
      case 'TestCommand':
      case 'ArithmeticCommand':
        judgeExpansions(node, this.#scope);
        this.#nested(node);
        // A plain sh knows no `((`: to it these are two subshells.
        if (node.type === 'ArithmeticCommand' && this.#scope.shell !== 'bash')
          this.#scope.judge.text(node.body, this.#at(node), subshell(this.#scope), input);
        break;
      default:
        node satisfies never;
    }
  }

  #list(list: CompoundList, input: Input): void {
    this.statements(list.commands, input);
  }

  /** What may be run or not: afterwards nobody knows where the shell stands and what is set. */
  #branch(list: CompoundList, input: Input): void {
    const before = subshell(this.#scope);
    this.#perhaps(() => this.#list(list, input));
    const scope = this.#scope;
    if (scope.cwd !== before.cwd) scope.cwd = null;
    for (const [name, values] of scope.variables)
      if (before.variables.get(name) !== values) scope.variables.set(name, null);
    // A function that may not be there is the program of that name.
    for (const name of scope.functions) if (!before.functions.has(name)) scope.functions.delete(name);
    for (const name of scope.keyed) if (!before.keyed.has(name)) scope.keyed.delete(name);
  }

  /** What may be run or not: what a file holds afterwards is not known. */
  #perhaps(run: () => void): void {
    const before = new Map(this.#scope.texts);
    run();
    for (const [path, text] of this.#scope.texts) if (before.get(path) !== text) this.#scope.texts.delete(path);
  }

  /** A loop comes round again with what its body has set. */
  #forget(list: CompoundList): void {
    eachBelow(list, below => {
      if (below.type === 'Assignment' && !this.#staysNumber(below)) this.#scope.variables.set(below.name, null);
      if (below.type === 'Command' && /^(?:cd|pushd|popd|eval|\.|source)$/.test(below.name?.value ?? ''))
        this.#scope.cwd = null;
      if (below.type === 'Command' && /^(?:read|mapfile|readarray|printf|getopts)$/.test(below.name?.value ?? ''))
        for (const word of below.suffix)
          if (word.type === 'Word' && /^[A-Za-z_]\w*$/.test(word.value)) this.#scope.variables.set(word.value, null);
    });
  }

  /** `for ((i = 0; …))`: it begins as a number. */
  #counter(begins: ArithmeticExpression | undefined): void {
    if (begins?.type !== 'ArithmeticBinary' || begins.operator !== '=') return;
    const {left, right} = begins;
    if (left.type === 'ArithmeticWord' && right.type === 'ArithmeticWord' && /^\d+$/.test(right.value))
      this.#scope.variables.set(left.value, [{text: right.value, glob: false}]);
  }

  /** A number that becomes another number. */
  #staysNumber({name, value, index}: Assignment): boolean {
    const known = this.#scope.variables.get(name);
    const isNumber = known?.every(({text, glob}) => !glob && /^-?\d+$/.test(text)) ?? false;
    if (!isNumber || index !== undefined || value.type !== 'Word') return false;
    const {parts, value: text} = value;
    return parts ? parts.every(part => part.type === 'ArithmeticExpansion') : /^\d+$/.test(text);
  }

  /** Each runs in a shell of its own, and reads what the one before says. */
  #pipeline(commands: readonly CommandNode[], input: Input): void {
    let read = input;
    const {seen} = this.#scope;
    let homeAt = -1;
    commands.forEach((command, place) => {
      if (this.#scope.findings.isSpent) return;
      const isAlone = commands.length === 1;
      const walk = isAlone ? this : new Walk(subshell(this.#scope));
      const {wide} = seen;
      if (isAlone) walk.node(command, read);
      else this.#perhaps(() => walk.node(command, read));
      if (seen.wide > wide && homeAt < 0) homeAt = place;
      if (place < commands.length - 1) read = this.#outputOf(command, read);
    });
    this.#sendsAway(commands, homeAt);
  }

  #outputOf(node: CommandNode, read: Input): Input {
    const out = outputOf(node, read, word => this.#read(word), this.#scope);
    return out.type === 'data' && isTyped(read) && printsTyped(node) ? {...out, isTyped: true} : out;
  }

  /** The environment, a secret, or a home with all its secrets, into a program that reaches beyond this machine. */
  #sendsAway(commands: readonly CommandNode[], homeAt: number): void {
    const names = commands.map(command => (command.type === 'Command' ? (command.name?.value ?? '') : ''));
    const source = names.findIndex(name => /^(?:env|printenv|set|export|declare|history|security|pass)$/.test(name));
    const sink = names.findIndex(
      (name, place) =>
        place > source &&
        /^(?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|ftp|mail|sendmail|http|https|xh|openssl)$/.test(name),
    );
    const at = commands[sink];
    if (source >= 0 && at)
      this.#scope.findings.add(
        'DANGEROUS',
        'network.environment',
        'The environment leaves this machine.',
        this.#at(at),
      );
    const taker =
      commands[
        names.findIndex((name, place) => homeAt >= 0 && place > homeAt && (CONNECTING.test(name) || STORES.test(name)))
      ];
    if (taker) this.#scope.findings.add('DANGEROUS', 'network.home', HOME_LEAVES, this.#at(taker));
  }

  #command(command: Command, input: Input): void {
    const scope = this.#scope;
    const {wide} = scope.seen;
    let read = input;
    for (const redirection of [...command.prefix, ...command.suffix]) {
      if (redirection.type === 'Assignment' || redirection.type === 'Word') continue;
      read = this.#redirection(redirection) ?? read;
    }
    const assignments = command.prefix.filter(item => item.type === 'Assignment');
    const hasCommand = command.name !== undefined;
    for (const assignment of assignments) this.#assign(assignment, hasCommand);
    if (!command.name) {
      // `< file` alone prints the file in some shells.
      if (assignments.length === 0 && read !== input && read.type === 'file')
        judgePath(read.argument, 'read', {scope, span: this.#at(command), name: '', args: [], input, index: -1});
      return;
    }
    const words = [...this.#words(command.name), ...command.suffix.flatMap(item => this.#suffix(item))];
    judgeCommand(words, scope, read);
    if (scope.seen.wide > wide && CONNECTING.test(textOf(words[0]) ?? ''))
      scope.findings.add('DANGEROUS', 'network.home', HOME_LEAVES, this.#at(command));
    noteTexts(command, read, words, redirection => this.#target(redirection), scope);
  }

  #target(redirection: Redirection): Argument | undefined {
    return redirection.type === 'Redirect' && redirection.target ? this.#read(redirection.target)[0] : undefined;
  }

  #suffix(item: Command['suffix'][number]): readonly Argument[] {
    if (item.type === 'Word') return this.#words(item);
    if (item.type !== 'Assignment' || !this.#scope.findings.step(this.#at(item), 4)) return [];
    // Words of `export` and its like: `name=value` as one.
    judgeExpansions(item, this.#scope);
    this.#nested(item);
    const start = item.append ? `${item.name}+=` : `${item.name}=`;
    const subscript = item.index ? `${item.name}[${item.index.text}]=` : start;
    if (item.value.type === 'ArrayValue') return [fixed(`${subscript}()`, this.#at(item))];
    return this.#read(item.value)
      .slice(0, 1)
      .map(value => ({
        ...value,
        ...this.#at(item),
        values: value.values?.map(({text, glob}) => ({text: subscript + text, glob})) ?? null,
        prefix: subscript + value.prefix,
        source: item.text,
      }));
  }

  #assign(assignment: Assignment, isPrefix: boolean): void {
    if (!this.#scope.findings.step(this.#at(assignment))) return;
    judgeExpansions(assignment, this.#scope);
    this.#nested(assignment);
    const {value, name} = assignment;
    const words = value.type === 'ArrayValue' ? value.elements.flatMap(word => this.#read(word)) : this.#read(value);
    const only = value.type === 'Word' && words.length === 1 ? words[0] : undefined;
    const isPlain = !assignment.append && assignment.index === undefined;
    this.#subscripts(assignment);
    if (assignment.append) judgeGivenNumber(name, fixed(name, this.#at(assignment)), this.#at(assignment), this.#scope);
    for (const word of words) judgeGivenNumber(name, word, this.#at(assignment), this.#scope);
    noteTyped(name, assignment.text, this.#scope);
    const text = isPlain ? textOf(only) : null;
    const {text: whole} = assignment;
    const after = whole.slice(whole.indexOf('=') + 1);
    const written = assignment.append ? goesOn(name, after) : after;
    const given = {name, value: text, source: written, span: this.#at(assignment)};
    judgeAssignment({...given, use: isPrefix ? 'prefix' : 'plain'}, this.#scope);
    if (!isPrefix) this.#scope.variables.set(name, isPlain ? (only?.values ?? null) : null);
  }

  /** `a[i]=1`, `a=([i]=1)`: the subscript is evaluated, unless the array has texts for subscripts. */
  #subscripts({name, index, value, ...at}: Assignment): void {
    const scope = this.#scope;
    if (scope.keyed.has(name)) return;
    const elements = value.type === 'ArrayValue' ? value.elements : [];
    const subscripts = elements.flatMap(({text}) => /^\[([^\]]*)\]\+?=/.exec(text)?.[1] ?? []);
    for (const text of index ? [index.text, ...subscripts] : subscripts) {
      // A word that the line has not set is mostly the text of an array that an earlier line has made.
      const isText = /^\w+$/.test(text) && scope.variables.get(text) === undefined && !scope.seen.typed.has(text);
      if (!isText) judgeNumber(text, this.#at(at), scope);
    }
  }

  #set(name: string, values: readonly Known[] | null, at: {readonly pos: number; readonly end: number}): void {
    judgeAssignment({name, value: null, span: this.#at(at), use: 'plain'}, this.#scope);
    this.#scope.variables.set(name, values);
    const isNumbers = values?.every(({text, glob}) => !glob && /^-?\d*$/.test(text)) ?? false;
    if (!isNumbers) judgeGivenNumber(name, null, this.#at(at), this.#scope);
  }

  /** Its body runs somewhere else, with other variables; and when it calls itself, without end. */
  #function(node: Extract<CommandNode, {readonly type: 'Function'}>): void {
    const scope = this.#scope;
    const name = node.name.value;
    const inner: Scope = {
      ...subshell(scope),
      cwd: null,
      variables: new Map([...scope.variables.keys()].map(each => [each, null])),
    };
    scope.findings.add('CAUTION', 'shell.function', `${name.slice(0, 40)} gets another meaning.`, this.#at(node));
    const {callsItself, forks} = factsOfFunction(node);
    if (callsItself)
      scope.findings.add('DANGEROUS', 'floor.recursion', 'It starts itself again and again.', this.#at(node), {
        isFloor: forks,
      });
    const walk = new Walk(inner);
    const {body} = node;
    this.#perhaps(() =>
      body.type === 'CompoundList' ? walk.#list(body, terminalInput) : walk.node(body, terminalInput),
    );
    scope.functions.add(name);
  }

  #redirection(redirection: Redirection): Input | null {
    if (!this.#scope.findings.step(this.#at(redirection))) return null;
    judgeExpansions(redirection, this.#scope);
    this.#nested(redirection);
    const read = judgeRedirection(redirection, this.#scope, word => this.#read(word)[0] ?? fixed('', this.#at(word)));
    const isPassedOn =
      read?.type === 'data' && redirection.type !== 'HereDoc' && holdsTypedOutput(redirection.target?.text ?? '');
    return isPassedOn ? {...read, isTyped: true} : read;
  }

  /** A word, and everything that it runs. */
  #words(word: Word): readonly Argument[] {
    if (!this.#scope.findings.step(this.#at(word))) return [];
    judgeExpansions(word, this.#scope);
    this.#nested(word);
    return this.#read(word);
  }

  /** The same for a word that was judged already. */
  #read(word: Word): readonly Argument[] {
    const words = readWord(word, this.#surroundings());
    let length = 0;
    for (const {values} of words) for (const {text} of values ?? []) length += 8 + text.length;
    this.#scope.findings.step(this.#at(word), length >> 4);
    return words;
  }

  /** Scripts inside of something that is no script. */
  #nested(node: SyntaxNode, except?: SyntaxNode): void {
    const scope = this.#scope;
    // What stands deeper is not read at all (`judgeExpansions`).
    const visit = (below: SyntaxNode, depth: number): void => {
      if (below === except || depth > DEEPEST) return;
      if (below.type === 'Script') {
        this.#perhaps(() => scope.judge.script(below, {...subshell(scope), isTaken: true}, dataInput));
      } else forEachChild(below, child => visit(child, depth + 1));
    };
    forEachChild(node, child => visit(child, 1));
  }

  #surroundings(): WordSurroundings {
    const scope = this.#scope;
    const variable: WordSurroundings['variable'] = name => {
      const values = scope.variables.get(name);
      if (values !== undefined) return values;
      return name === 'PWD' && scope.cwd !== null ? [{text: scope.cwd, glob: false}] : undefined;
    };
    return {
      home: scope.home,
      mayBeZsh: scope.mayBeZsh,
      variable,
      output: script => {
        const known = knownOutput(script, scope.cwd, scope.home) ?? partOfName(script, variable);
        return known?.some(({glob}) => glob) ? [...known, ...scope.seen.sought] : known;
      },
      place: node => this.#at(node),
    };
  }

  #at({pos, end}: {readonly pos: number; readonly end: number}): Span {
    return this.#scope.place({start: pos, end});
  }
}

/** Shells to which `(…)` is a process of its own. */
const FORKING: ReadonlySet<ShellName> = new Set<ShellName>(['bash', 'sh', 'zsh']);

const CONNECTING =
  /^(?:curl|wget|nc|ncat|netcat|socat|telnet|ssh|ftp|lftp|mail|mailx|mutt|sendmail|http|https|xh|croc|wormhole)$/;
/** They take what is to be sent by their input too. */
const STORES = /^(?:rclone|aws|gsutil|gcloud|az)$/;

function writes(redirection: Redirection): boolean {
  return redirection.type === 'Redirect' && redirection.operator.startsWith('>');
}
