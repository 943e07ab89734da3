import {type ChildProcess, spawn} from 'node:child_process';
import {userInfo} from 'node:os';
import {isCottyError} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import type {Answer, Approval} from '../../guard/index.ts';
import type {NotificationProgram, NotificationText} from './notification-program.ts';
import {questionText} from './question-text.ts';

export interface DesktopNotificationsOptions {
  readonly approvals: Engine['approvals'];
  readonly program: NotificationProgram;
  /** `tell` shows what waits, `answer` has buttons where the desktop can. */
  readonly use: 'tell' | 'answer';
  /** In which the desktop is found. */
  readonly env: NodeJS.ProcessEnv;
  /** Gives a person's answer. */
  readonly answer: (id: string, answer: Answer) => void;
}

/** More of them at once are noise. */
const MOST_OPEN = 5;

/** Questions about lines of agents, on the desktop of whoever runs the server. What cannot be shown is silently not: there are other places. */
export class DesktopNotifications implements Disposable {
  readonly #options: DesktopNotificationsOptions;
  readonly #open = new Map<string, ChildProcess>();
  readonly #following: Disposable;

  constructor(options: DesktopNotificationsOptions) {
    this.#options = options;
    this.#following = options.approvals.onChange(approval => {
      if (approval.state === 'pending') this.#show(approval, options.use === 'answer');
      else this.#close(approval.id);
    });
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
    for (const id of [...this.#open.keys()]) this.#close(id);
  }

  #show(approval: Approval, canAnswer: boolean): void {
    if (this.#open.size >= MOST_OPEN) return;
    const {program, env} = this.#options;
    const text = textOf(approval, canAnswer);
    const child = spawn(program.path, program.argumentsFor(text), {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: false,
    });
    this.#open.set(approval.id, child);
    let output = '';
    child.stdout.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(0, 1000);
    });
    child.once('error', () => this.#open.delete(approval.id));
    child.once('close', code => {
      if (this.#open.get(approval.id) !== child) return;
      this.#open.delete(approval.id);
      const name = code === 0 ? program.answerIn(output, text) : undefined;
      if (name !== undefined) this.#answer(approval.id, name);
      // An older one knows no actions.
      else if (code !== 0 && canAnswer) this.#show(approval, false);
    });
  }

  #answer(id: string, name: string): void {
    const decision = name === 'once' ? 'approve' : 'deny';
    try {
      this.#options.answer(id, {decision, scope: 'once', by: userInfo().username, channel: 'notification'});
    } catch (error) {
      // Somebody else was first, or the time is over.
      if (!isCottyError(error, 'invalid_argument')) throw error;
    }
  }

  /** Answered elsewhere: on SIGINT `notify-send` takes back what it shows. */
  #close(id: string): void {
    const child = this.#open.get(id);
    this.#open.delete(id);
    child?.kill('SIGINT');
  }
}

function textOf(approval: Approval, canAnswer: boolean): NotificationText {
  const {title, body, isWhole} = questionText(approval);
  return {title, body, answers: canAnswer && isWhole ? {deny: 'Deny', once: 'Run once'} : {}};
}
