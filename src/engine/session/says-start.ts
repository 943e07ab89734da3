import type {TerminalNotice} from '../../core/index.ts';

export type LoggedEvent = Extract<TerminalNotice, {type: 'event'}>['event'];

/** A command begins, by the shell's own mark or by who watches it. */
export function saysStart(event: LoggedEvent): boolean {
  return (
    (event.type === 'mark' && event.proved && event.kind === 'outputStart') ||
    (event.type === 'prompt' && event.kind === 'commandStart')
  );
}
