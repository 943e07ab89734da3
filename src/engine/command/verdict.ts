import type {AwaitingKind} from '../foreground/classify.ts';

/** What can be said about a command whose end is waited for. */
export type Verdict =
  | {
      readonly type: 'ended';
      /** The shell reads at a prompt, and has lost the hooks that would have said so. */
      readonly unhooked?: true;
    }
  | {readonly type: 'matched'; readonly line: string}
  | {
      readonly type: 'awaiting';
      readonly kind: AwaitingKind;
      /** Null where nobody can tell. */
      readonly program: string | null;
      readonly tail: string;
      /** Nobody could look: it rests on what was printed, and on that no more came. */
      readonly unseen?: true;
      /** It may as well be at work: what was typed into it is not over. */
      readonly unsure?: true;
      /** The shell itself reads, and has lost the hooks that would have told whether at its prompt. */
      readonly mayBePrompt?: true;
      /** What stands there is the reader's own prompt, and no program prints it by chance. */
      readonly certain?: true;
      /** What took the line reads the next one: the line is over. */
      readonly over?: true;
    }
  | {readonly type: 'secret'; readonly tail: string}
  | {readonly type: 'tui'; readonly program: string | null; readonly unseen?: true}
  /** Time is up, or the caller went away: the command goes on. */
  | {readonly type: 'stillRunning'; readonly blockedOnTtyRead: boolean};
