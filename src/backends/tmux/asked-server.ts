import {CottyError, isCottyError} from '../../core/index.ts';
import {quoteForPosix} from '../shell/shell-start.ts';
import {answersAt} from './answers-at.ts';
import {commandLine} from './command-line.ts';
import type {ControlClient} from './control-client.ts';
import {PANE_FORMAT, type PaneRow, readPaneRow} from './pane-row.ts';
import type {CommandRunner} from './run-commands.ts';
import type {TmuxProgram} from './tmux-program.ts';

/** One tmux server as somebody to ask: by a client in control mode where one is there, else by a client for each question. */
export abstract class AskedServer implements CommandRunner {
  readonly socket: string;
  protected readonly program: TmuxProgram;

  constructor(socket: string, program: TmuxProgram) {
    this.socket = socket;
    this.program = program;
  }

  /** Any client in control mode that can be asked. */
  protected abstract get ready(): ControlClient | undefined;

  /** A shell command that prints the names of all clients. */
  get clientLister(): string {
    const words = [this.program.path ?? 'tmux', '-S', this.socket, 'list-clients', '-F', '#{client_name}'];
    return words.map(quoteForPosix).join(' ');
  }

  /**
   * Runs a command and resolves to the lines of its answer: by a client that is there already, else by one of its own. When tmux lets go of
   * that client meanwhile, what only asks is asked again. Errors: `server_unavailable`, also when nobody knows whether it was done;
   * `not_supported`.
   */
  async run(...words: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const client = this.ready;
    if (!client)
      return this.program.run(
        this.socket,
        words.map(word => (typeof word === 'string' ? word : Buffer.from(word).toString())),
      );
    return (await this.by(client, commandLine(...words))) ?? this.run(...words);
  }

  /** Runs commands one behind the other, before tmux looks at anything else; resolves to what they say. */
  async runTogether(commands: readonly (readonly string[])[]): Promise<readonly string[]> {
    const client = this.ready;
    if (!client)
      return this.program.run(
        this.socket,
        commands.flatMap((words, at) => (at === 0 ? words : [';', ...words])),
      );
    const together = commands.map(words => commandLine(...words)).join(' ; ');
    return (await this.by(client, together, commands.length)) ?? this.runTogether(commands);
  }

  /**
   * Every pane of the server; one that is linked into several sessions once for each. Empty when no server is there. Error:
   * `server_unavailable` when one is there that does not answer.
   */
  async rows(): Promise<readonly PaneRow[]> {
    try {
      return await this.#list();
    } catch (error) {
      // Whichever way a client fails: only a server that nobody can connect to has taken its panes with it.
      if (isCottyError(error, 'server_unavailable') && !(await answersAt(this.socket))) return [];
      throw error;
    }
  }

  async #list(): Promise<readonly PaneRow[]> {
    const lines = await this.run('list-panes', '-a', '-F', PANE_FORMAT);
    return lines.flatMap(line => readPaneRow(line) ?? []);
  }

  async row(pane: string): Promise<PaneRow | undefined> {
    return (await this.rows()).find(row => row.pane === pane);
  }

  /** Null when it only asks and has to be asked again: tmux has let go of this client, and goes on itself. */
  protected async by(client: ControlClient, command: string, answers?: number): Promise<readonly string[] | null> {
    try {
      return await client.run(command, answers);
    } catch (error) {
      if (!client.hasEnded || !isCottyError(error, 'server_unavailable') || !(await answersAt(this.socket)))
        throw error;
      if (command.split(' ; ').every(one => ASKS.test(one))) return null;
      throw notKnown(this.socket, error);
    }
  }
}

/** Commands that change nothing, as cotty writes them. */
const ASKS = /^(?:list-\w+|show-\w+|display-message -p|capture-pane -p)\b/;

function notKnown(socket: string, cause: CottyError): CottyError {
  return new CottyError(
    'server_unavailable',
    `The tmux server at ${socket} has let go of cotty while it was told something: nobody knows whether that was done.`,
    'Its sessions are still there. Look at the pane with read_screen before you try again.',
    {cause},
  );
}
