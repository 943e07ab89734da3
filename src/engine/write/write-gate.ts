/**
 * The one door: every byte towards a program, every signal and every act on a terminal's input goes through here. Above the backends no
 * other file has a terminal's writing side: it comes sealed, and only this one opens it (`script/rooms.ts` checks it). The gate orders the
 * writers, knows what submits a line, has such lines judged, and names who did it.
 */
import {
  type Actor,
  type CommandRequest,
  type IntegrationRequest,
  isSignal,
  type LineAnswer,
  type LineQuestion,
  type LogCursor,
  type NestedShell,
  openWriter,
  requireDeliverable,
  type SealedWriter,
  type SessionId,
  type TerminalWriter,
  type TypedAt,
} from '../../core/index.ts';
import {BegunCommand} from './begun-command.ts';
import {HeldKeys} from './held-keys.ts';
import {InputLease, isNamesake, withoutConnection} from './input-lease.ts';
import {type ComposedLine, type Consent, noConsent, passAll, type WriteJudge} from './judge-write.ts';
import {LastTypist, typedBetween, typedBetweenLines, UnbrokenTyping} from './last-typist.ts';
import {
  acts,
  endsLine,
  isAnswered,
  isLineOrSignal,
  isSignalCharacter,
  splitAtActs,
  type TypedLine,
} from './line-effect.ts';
import {isSamePlace, type LinePlace} from './line-place.ts';
import {mayAct, typeOfAll} from './may-act.ts';
import {markMayBeTaken, mayEnterPasted} from './pastes-taken.ts';
import {PersonLines} from './person-lines.ts';
import {RememberedLine} from './remembered-line.ts';
import type {SeenLine} from './typed-text.ts';
import {TypingActs} from './typing-acts.ts';
import {entered} from './vi-commands.ts';
import type {WriteGateOptions} from './write-gate-options.ts';
import type {WriteOptions} from './write-options.ts';

export class WriteGate {
  readonly lease: InputLease;
  readonly acts = new TypingActs();
  /** Local monotonic time at which the newest input was taken: a program needs a moment to act on it. */
  lastInputMs = 0;
  /** How often somebody has typed Enter, or a character that makes a signal; commands not counted. */
  typedLines = 0;
  /** How many of these there were when the newest command was given. */
  typedBefore = 0;
  readonly #options: WriteGateOptions;
  readonly #writer: TerminalWriter;
  readonly #judge: WriteJudge;
  readonly #line: RememberedLine;
  readonly #held: HeldKeys;
  /** Who gave the line that runs, or ran last; null when another server has heard them. */
  #runner: Actor | null = null;
  /** Who has typed last, and how often what stood on the line was dropped. */
  readonly typist = new LastTypist();
  #revision = 0;
  readonly #begun: BegunCommand;
  readonly #persons: PersonLines;

  constructor(options: WriteGateOptions) {
    this.#options = options;
    this.#writer = openWriter(options.writer);
    this.#judge = options.judge ?? passAll;
    this.#line = new RememberedLine(options.seen);
    this.#held = new HeldKeys(options.isCollected, options.collectedOn);
    this.#begun = new BegunCommand(options);
    this.#persons = new PersonLines(this.#judge, this.#line.typed);
    this.lease = new InputLease(options.clock);
  }

  /** What a person types waits until somebody reads; a ^C drops it. */
  get holdsKeys(): boolean {
    return this.#held.hasSome;
  }

  /** Somebody has typed a line, or a character that makes a signal, since the newest command was given. */
  get isTypedInto(): boolean {
    return this.typedLines !== this.typedBefore;
  }

  /**
   * Types bytes. A judged writer's are typed up to each Enter, and the Enter follows when the line that stands there then may go; a
   * line that may not stays where it is, and the same bytes again go on with it. Errors: `input_held` when another writer keeps the line,
   * `session_closed`, `denied` by the judge, `cancelled` when the program never read them.
   */
  async write(by: Actor, bytes: Uint8Array, options: WriteOptions): Promise<void> {
    this.#options.requireOpen();
    await this.admit(by);
    if (bytes.some(isSignal)) this.#held.drop();
    else if (by.type === 'person' && !(await this.#held.turn(bytes))) return;
    options.signal?.throwIfAborted();
    await this.#options.overByNow(isSignalCharacter(bytes));
    const judgedAs = this.#judgedAs(by);
    const read = {before: this.#line.before, honoursPastes: this.#options.honoursPastes()};
    if (judgedAs && read.honoursPastes && mayEnterPasted(bytes, this.#line.takesMarks)) throw markMayBeTaken();
    await this.lease.orRelease(by, async () => {
      if (!judgedAs || !acts(bytes, read)) await this.#type(by, bytes, options, null);
      else while (!(await this.#typePieces(by, judgedAs, bytes, options)));
    });
    this.lastInputMs = this.#options.clock.monotonicMs();
  }

  /** Text that was typed stands where no line editor can be asked, or a key that is a part of what comes: whatever is typed now goes on with it. */
  get isLineBegun(): boolean {
    return this.#line.typed.isStanding || this.#line.typed.isWithinKey;
  }

  /** What stood on the row before anything was typed there since the last Enter; null when nobody has seen it. */
  get promptBefore(): string | null {
    return this.#line.typed.prompt;
  }

  /** Another server has typed these, or somebody has while it was there, when the row was seen like this. */
  recall(by: Actor, bytes: Uint8Array, seen: SeenLine): void {
    this.#begun.forget();
    this.#line.recall(by, bytes, seen);
  }

  /** The text stands there already, typed by the same call as this one whose `enter` was not let through. */
  isTyped(by: Actor, text: Uint8Array, enter: Uint8Array): boolean {
    return this.#line.resume({by, bytes: enter, behind: text, revision: this.#revision}) !== null;
  }

  /** All lines are one act, and nobody else's comes in between. False when nothing was typed, as there is a line editor now that can be asked in the middle. */
  async #typePieces(by: Actor, judgedAs: Actor, bytes: Uint8Array, options: WriteOptions): Promise<boolean> {
    await this.#options.answered(options.signal);
    const from = this.#line.resume({by, bytes, revision: this.#revision});
    const read = {before: this.#line.before, honoursPastes: this.#options.honoursPastes()};
    // Where nobody can be asked for the line there is nothing to wait for in the middle.
    if (!this.#options.editor()) {
      const whole: TypedLine = {text: NOTHING, act: bytes, type: typeOfAll(splitAtActs(bytes, read))};
      return this.#typeJudged(by, judgedAs, whole, options, {bytes, at: 0});
    }
    const pieces = splitAtActs(bytes, read);
    const typing = new UnbrokenTyping(this.typist, by);
    for (const [at, piece] of pieces.entries()) {
      if (at < (from ?? 0)) continue;
      const rest = at === from ? {...piece, text: NOTHING} : piece;
      if (at > 0) await this.#options.answered(options.signal);
      const onTurn = (typed: Uint8Array): void => {
        if (typing.isBroken) throw typedBetweenLines(at, pieces.length);
        options.onTurn?.(typed);
        typing.typed(typed);
      };
      const holds = options.holds === true || at < pieces.length - 1;
      await this.#typeJudged(by, judgedAs, rest, {...options, holds, onTurn}, {bytes, at});
    }
    return true;
  }

  /** As whose the line is judged that this one submits: what an agent has a part in is the agent's. Null when nobody judges it. */
  #judgedAs(by: Actor): Actor | null {
    if (this.#judge.judges(by)) return by;
    const other = by.type === 'person' ? this.#line.typist : null;
    return other && this.#judge.judges(other) ? other : null;
  }

  /** False when an editor has come that is to be asked, and nothing was typed. */
  async #typeJudged(
    by: Actor,
    judgedAs: Actor,
    {text, act, type}: TypedLine,
    given: WriteOptions,
    place: {readonly bytes: Uint8Array; readonly at: number},
  ): Promise<boolean> {
    const typedAt = (piece: Uint8Array): TypedAt | undefined =>
      given.typedAt && {...given.typedAt, offset: given.typedAt.offset + piece.byteOffset - place.bytes.byteOffset};
    const typing = new UnbrokenTyping(this.typist, by);
    const onTurn = (piece: Uint8Array): void => {
      given.onTurn?.(piece);
      typing.typed(piece);
    };
    if (text.length > 0) await this.#type(by, text, {...given, typedAt: typedAt(text), holds: true, onTurn}, null);
    if (act.length === 0) return true;
    const options = {...given, typedAt: typedAt(act)};
    // A person who presses Enter means the line; whether it may run is another question.
    const consent = {...(options.consent ?? noConsent), ...(by.type === 'person' ? {confirm: true} : {})};
    for (let isWritten = false; !isWritten; ) {
      const line = entered(await this.#composedLine(act, options.signal, act === place.bytes), act);
      if (!line) return false;
      const begun = type === 'submits' ? this.#begun.with(line) : null;
      // The Enter belongs to the text before it, and that is not alone any more.
      if (typing.isBroken) throw typedBetween(place.at);
      const state = {hasEditor: this.#options.editor() !== null, isGiven: this.#line.isGiven};
      if (!mayAct(type, line, state)) isWritten = await this.#type(by, act, options, line);
      else {
        await this.#judge.decide(line, judgedAs, {consent, signal: options.signal}).catch(error => {
          this.#line.stopped({by, ...place, behind: given.behind, revision: this.#revision});
          throw error;
        });
        isWritten = await this.#type(by, act, options, line, judgedAs);
        this.#line.isGiven = isWritten && type === 'gives';
      }
      if (isWritten && type === 'submits') this.#line.submitted();
      if (isWritten && type === 'submits') this.#begun.entered(begun, this.typedLines);
      if (isWritten && type === 'submits' && line.text !== null) options.onLine?.(line.text);
    }
    return true;
  }

  /**
   * What would be taken if `act` came now. With text before its Enter (`isWhole`, where no editor could be asked) null once there is
   * an editor: what that says is not all that would stand there.
   */
  async #composedLine(
    act: Uint8Array,
    signal: AbortSignal | undefined,
    isWhole: boolean,
  ): Promise<ComposedLine | null> {
    for (;;) {
      const revision = this.#revision;
      const editor = this.#options.editor();
      if (!editor) {
        const place = await this.#options.look();
        const {typed} = this.#line;
        const {program} = place;
        await this.#options.shown(() => !typed.isOnItsWay(program), signal);
        const text = typed.with(act, program);
        const unseen = typed.withUnseen(text ?? '');
        if (revision === this.#revision) return {text, unseen, keys: typed.keysWith(act), revision, place};
        continue;
      }
      if (isWhole && act.length > 1) return null;
      const place = await this.#placeNow(false);
      // The question would be typed into a program that the editor has started, and what that puts on the line nobody knows.
      const isEditing = await this.#options.edits(signal);
      const told = this.#options.asking();
      const asked = await this.#askStill(editor, revision, isEditing, signal);
      if (!asked) continue;
      const {answer} = asked;
      const text = answer?.line ?? null;
      if (revision === this.#revision) told(text);
      const [{typed}, {typedLines}] = [this.#line, this];
      // Of a command that goes on zsh and fish tell the lines before too, and bash nothing.
      const tellsAll = !place.continues || editor.family === 'zsh' || editor.family === 'fish';
      const whole = tellsAll
        ? text
        : isEditing
          ? await this.#begun.goesOn({typed, act, place, typedLines}, signal)
          : null;
      if (revision === this.#revision) return {text: whole, revision, place};
    }
  }

  /**
   * Asks the editor what stands on its line. Null when something was typed or given to the shell meanwhile, for then the question would be
   * typed into that; nothing is given to it before it has answered.
   */
  #askStill(
    editor: LineQuestion,
    revision: number,
    isEditing: boolean,
    signal: AbortSignal | undefined,
  ): Promise<{readonly answer: LineAnswer | null} | null> {
    return this.lease.withLine(COTTY, signal, async () => {
      if (revision !== this.#revision || !this.#options.editor()) return null;
      return {answer: isEditing ? await this.#writer.askLine(editor, signal ? {signal} : {}) : null};
    });
  }

  /**
   * Gives a command line to what reads commands. `prepare` is called when the line is this writer's: it says what to deliver, or null
   * when the place has changed meanwhile; then nothing is written, and this resolves to false.
   */
  async submit(
    by: Actor,
    commandLine: string,
    signal: AbortSignal,
    prepare: () => Omit<CommandRequest, 'by' | 'commandLine'> | null,
    {consent = noConsent, isSeen}: {readonly consent?: Consent | undefined; readonly isSeen: boolean},
  ): Promise<boolean> {
    requireDeliverable(commandLine);
    const isJudged = this.#judge.judges(by);
    // Only a look tells what reads where there is no line editor of ours.
    const place = isJudged ? await this.#placeNow(isSeen) : this.#options.place();
    // A line editor of ours puts aside what stands there.
    const {typed} = this.#line;
    if (isJudged && isSeen) await this.#options.shown(() => !typed.isOnItsWay(place.program), signal);
    const text = isSeen ? typed.before(commandLine, place.program) : commandLine;
    const unseen = isSeen ? typed.withUnseen(commandLine) : undefined;
    const line = {text, unseen, revision: this.#revision, place};
    if (isJudged) await this.#judge.decide(line, by, {consent, signal});
    return this.lease.withLine(by, signal, async () => {
      if (isJudged && !isSamePlace(place, await this.#placeNow(isSeen))) return false;
      const command = prepare();
      if (!command || (isJudged && this.#judge.spend?.(line, by) === false)) return false;
      this.#revision++;
      this.#line.submitted();
      this.#begun.entered(isJudged ? this.#begun.with(line) : null, this.typedLines);
      this.#runner = by;
      await this.#writer.submit({...command, commandLine, by: withoutConnection(by)}, {signal});
      return true;
    });
  }

  /** Types what gives a nested shell marks of its own. Errors: those of the terminal's own `integrate`. */
  async integrate(by: Actor, request: Omit<IntegrationRequest, 'by'>, signal: AbortSignal): Promise<NestedShell> {
    await this.admit(by);
    return this.lease.withLine(by, signal, () => {
      this.#revision++;
      this.#begun.forget();
      return this.#writer.integrate({...request, by: withoutConnection(by)}, {signal});
    });
  }

  /**
   * Our emulator's answer to a program that has asked its terminal something, at `question` in its output; without bytes there will be none.
   * A late one holds only while nothing is printed behind `answersUpTo`.
   */
  async reply(bytes: Uint8Array, question: LogCursor, answersUpTo?: LogCursor): Promise<void> {
    const late = answersUpTo === undefined ? {} : {answersUpTo};
    await this.#writer.write({by: {type: 'emulator'}, kind: 'reply', bytes, question, ...late});
    if (bytes.length > 0) this.lastInputMs = this.#options.clock.monotonicMs();
  }

  /** Errors: `denied` for a writer who may do nothing here. */
  async admit(by: Actor): Promise<void> {
    if (this.#judge.judges(by)) await this.#judge.admit?.(by, this.#options.place());
  }

  /** As the terminal's own `signal`. */
  signal(...given: Parameters<TerminalWriter['signal']>): Promise<boolean> {
    return this.#writer.signal(...given);
  }

  /** Drops what no program has read. Resolves to the bytes dropped. */
  async dropInput(): Promise<number> {
    const bytes = await this.#writer.dropInput();
    if (bytes > 0) this.typist.dropped();
    return bytes;
  }

  /** Undoes modes that a killed program has left on. */
  repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    return this.#writer.repair(bytes, options);
  }

  /** Gives back the half-typed line that was put aside for a command. zsh and fish do so themselves; bash has no hook that could. */
  async restoreLine(shell: LineQuestion): Promise<void> {
    if (shell.family === 'bash') await this.askShell(shell);
  }

  /** Asks a shell that reads whether it is at its prompt: it answers by marks, if it has any left. */
  askShell(shell: LineQuestion, signal?: AbortSignal): Promise<void> {
    return this.#inTurn(signal, () => this.#writer.restoreLine(shell));
  }

  /** An empty line, for a shell that answers a ^C by nothing and drops the line behind it; unless nobody wants it any more in its turn. */
  enterNothing(isWanted: () => boolean): Promise<void> {
    return this.lease.withLine(COTTY, undefined, async () => {
      if (!isWanted()) return;
      this.#revision++;
      this.#begun.forget();
      await this.#writer.write({by: COTTY, kind: 'control', bytes: ENTER});
    });
  }

  /** Asks a shell what stands on its line; null where it says nothing, and is at no prompt. */
  askLine(editor: LineQuestion, signal: AbortSignal): Promise<LineAnswer | null> {
    return this.#inTurn(signal, () => this.#writer.askLine(editor, {signal}));
  }

  /** What cotty types comes in between nobody's bytes. */
  #inTurn<T>(signal: AbortSignal | undefined, write: () => Promise<T>): Promise<T> {
    return this.lease.withLine(COTTY, signal, () => {
      this.#revision++;
      return write();
    });
  }

  /**
   * As the terminal's own `close` or `release`. What takes cotty's things out of a shell is typed in its turn, if the shell is at its prompt then.
   * Rejects with the reason of `limit` when that turn does not come before.
   */
  async leave(how: 'close' | 'release', editor: () => LineQuestion | null, limit: AbortSignal): Promise<void> {
    const leave = (): Promise<void> =>
      how === 'close' ? this.#writer.close({editor: editor()}) : this.#writer.release({editor: editor()});
    return editor() ? this.lease.withLine(COTTY, limit, leave) : leave();
  }

  /** A line of somebody who is not judged runs, as the shell tells it; null where it tells no more than that one does. */
  personRan(text: string | null): void {
    this.#persons.ran(text, this.#options.place(), this.typedLines);
  }

  /** All that was typed before the command that has begun was read before it. */
  commandBegan(sessionId: SessionId): void {
    if (!this.isTypedInto) this.#judge.allRead?.(sessionId);
  }

  /** Somebody types at the terminal itself, past this gate: the line is theirs, and another one than was judged. */
  typedElsewhere(by: Actor): void {
    this.#revision++;
    this.#begun.forget();
    this.#persons.forget();
    this.typist.typed(by, NOTHING);
    this.lease.hold(by);
  }

  /** A new prompt was drawn: what stood on the line before is gone, and decisions about it with it. */
  promptDrawn(): void {
    this.#revision++;
  }

  /** Nobody has typed since, and the same reads. */
  async #isStill({revision, place}: ComposedLine): Promise<boolean> {
    if (revision !== this.#revision) return false;
    return isSamePlace(place, await this.#placeNow(!this.#options.editor())) && revision === this.#revision;
  }

  /** `isSeen`: only a look tells what reads. */
  async #placeNow(isSeen: boolean): Promise<LinePlace> {
    if (isSeen) return this.#options.look();
    if (this.#options.hidesPlace()) await this.#options.look();
    return this.#options.place();
  }

  /** False when the line that was judged is not the one that stands there now, or what was decided about it no longer holds: it stays this writer's. */
  async #type(
    by: Actor,
    bytes: Uint8Array,
    options: WriteOptions,
    judged: ComposedLine | null,
    judgedAs?: Actor,
  ): Promise<boolean> {
    const {kind, holds = false, typedAt, signal} = options;
    const limit = signal ? {signal} : {};
    let keeps = false;
    const isWritten = await this.lease.withLine(
      by,
      signal,
      async () => {
        await options.ready?.();
        const isPersons = by.type === 'person' && kind !== 'secret' && isAnswered(bytes);
        const now = (): Promise<LinePlace> => this.#placeNow(!this.#options.editor());
        const told = isPersons ? await this.#persons.toldOf(bytes, now) : null;
        if (judged && !(await this.#isStill(judged))) return false;
        if (judged && judgedAs && this.#judge.spend?.(judged, judgedAs) === false) return false;
        // What a person types while a program runs may be meant for the shell behind it.
        const isRunning = this.#options.isForProgram();
        keeps = holds || !(endsLine(bytes) || isSignalCharacter(bytes) || (by.type !== 'person' && isRunning));
        const elsewhere = isNamesake(by, this.#runner);
        if (!isRunning && isAnswered(bytes)) this.#runner = by;
        // Before the bytes are on their way: whoever queues behind must find the line held.
        if (keeps) this.lease.hold(by);
        options.onTurn?.(bytes);
        const write = async (piece: Uint8Array): Promise<void> => {
          if (isLineOrSignal(piece)) this.typedLines++;
          this.#revision++;
          if (kind === 'secret') this.#line.secretTyped();
          else this.#line.typedBy(by, piece);
          this.typist.typed(by, piece);
          this.lastInputMs = this.#options.clock.monotonicMs();
          const at = typedAt && {...typedAt, offset: typedAt.offset + piece.byteOffset - bytes.byteOffset};
          const input = {by: withoutConnection(by), kind, bytes: piece, typedAt: at};
          await this.#writer.write({...input, ...(elsewhere && {elsewhere})}, limit);
        };
        const editor = told && !judged && this.#persons.mayClear(told, bytes) ? this.#options.editor() : null;
        if (editor && bytes.length > 1) await write(bytes.subarray(0, -1));
        const before = this.#revision;
        const isEditing = editor !== null && (await this.#options.edits(signal));
        const answer = isEditing ? await this.#writer.askLine(editor, limit) : null;
        const said = before === this.#revision ? (answer?.line ?? null) : null;
        if (told) this.#persons.entered(told, said, this.typedLines + 1);
        await write(editor ? bytes.subarray(-1) : bytes);
        return true;
      },
      {passes: isSignalCharacter(bytes), interrupts: isSignalCharacter(bytes) && this.#options.isForProgram()},
    );
    if (!keeps && isWritten) this.lease.release(by);
    return isWritten;
  }
}

const NOTHING = new Uint8Array(0);
const ENTER = Uint8Array.of(13);
const COTTY: Actor = {type: 'cotty'};

/** A terminal that has become no session: nobody else writes to it. */
export class UnusedTerminal {
  readonly #writer: TerminalWriter;

  constructor(sealed: SealedWriter) {
    this.#writer = openWriter(sealed);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}
