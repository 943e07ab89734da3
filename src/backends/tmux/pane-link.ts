import type {TerminalView} from '../../core/index.ts';
import {type Exit, UNKNOWN_EXIT} from '../application/application-facts.ts';
import {ApplicationLink, type ApplicationLinkStart} from '../application/application-link.ts';
import {readingByTurn} from '../application/reading-by-turn.ts';
import {checkSize} from '../opening/opening.ts';
import {unheardOf} from './bury-pane.ts';
import {closePane} from './close-pane.ts';
import {PaneInput} from './pane-input.ts';
import type {PaneRow} from './pane-row.ts';
import {renamePane} from './rename-pane.ts';
import {resizePane, tellUnseen, toldSize} from './resize-pane.ts';
import type {TmuxServer} from './tmux-server.ts';
import {TypingWatch} from './typing-watch.ts';

export interface PaneLinkStart extends ApplicationLinkStart {
  readonly server: TmuxServer;
  readonly row: PaneRow;
  readonly show: TerminalView['show'];
}

/** One tmux pane as a terminal: tmux shows it to a person, and tells us what it prints. */
export class PaneLink extends ApplicationLink {
  readonly server: TmuxServer;
  readonly pane: string;
  readonly show: TerminalView['show'];
  readonly #typing: TypingWatch;
  #watch: Disposable | undefined;

  constructor(start: PaneLinkStart) {
    const {server, row, directory} = start;
    super(start, {
      title: `tmux pane ${row.pane}`,
      input: new PaneInput({server, pane: row.pane, tty: row.tty, folder: directory}),
      promptMonitor: false,
      reading: readingByTurn(() => server.turn(row.pane)),
    });
    this.server = server;
    this.pane = row.pane;
    this.show = start.show;
    this.#typing = new TypingWatch(server, row.pane, person => this.tell({type: 'typing', person}));
  }

  /** Listens to the pane from now on. */
  async begin(): Promise<void> {
    this.#watch = await this.server.watch(this.pane, {
      isForeign: this.isForeign,
      onOutput: bytes => {
        this.journal.appendOutput(bytes);
        if (this.journal.isAtPrompt) this.#typing.outputAtPrompt();
      },
      onMissed: () => this.journal.goOnBehindGap(null),
      // The window it is in was resized, or the pane moved.
      onRow: now => {
        this.resized(now);
        tellUnseen(this.server, now);
      },
      onGone: (exit, reason, shown) => this.#gone(exit, reason, shown),
      onMode: () => undefined,
    });
  }

  override async resize(cols: number, rows: number): Promise<void> {
    this.requireOpen();
    checkSize(cols, rows);
    await resizePane(this.server, this.pane, {cols, rows});
    await this.server.refresh();
    await toldSize(this.server, {pane: this.pane, tty: this.facts.tty});
  }

  /** A person who looks at a pane of cotty's own sees it too; a pane of theirs is called what they call it. */
  override async rename(name: string): Promise<void> {
    await super.rename(name);
    if (!this.isForeign) await renamePane(this.server, this.pane, name);
  }

  /** tmux has read what was printed when it has turned twice through its events; what it read stands before its answer. */
  protected override catchUp(): Promise<void> {
    return this.server.turn(this.pane);
  }

  protected override hasLeft(): Promise<void> {
    return this.server.refresh();
  }

  protected override end(): Promise<void> {
    return closePane(this);
  }

  protected override stopListening(): void {
    this.#watch?.[Symbol.dispose]();
    this.#typing[Symbol.dispose]();
  }

  protected override willType(): void {
    this.#typing.typed();
  }

  #gone(exit: Exit | null, reason: 'pane' | 'server', shown: readonly string[]): void {
    if (!this.facts.alive) return;
    const unheard = shown.length > 0 ? unheardOf(this.journal.visibleTail, shown) : '';
    if (unheard === undefined) this.journal.goOnBehindGap(null);
    else if (unheard !== '') this.journal.appendOutput(Buffer.from(`${unheard}\r\n`));
    if (exit === null && reason === 'server') this.ended(null);
    else this.ended(exit ?? UNKNOWN_EXIT);
  }
}
