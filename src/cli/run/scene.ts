import type {ReadStream, WriteStream} from 'node:tty';
import type {Output} from '../argv/output.ts';
import type {FollowedCommand, Hearer} from './followed-command.ts';
import {LivePrinter} from './live-printer.ts';
import {PersonAtCommand} from './person-at-command.ts';

/** Where `cotty run` prints what its command prints. */
export interface Scene extends Disposable {
  readonly hearer: Hearer | undefined;
}

interface Surroundings {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly followed: () => FollowedCommand;
}

/** A terminal gets the bytes, a pipe or a terminal without control sequences the text, and who wants the typed value only that. */
export function chooseScene(output: Output, {stdin, stdout, env, followed}: Surroundings): Scene {
  if (output.isJson) return {hearer: undefined, [Symbol.dispose]: () => undefined};
  if (output.isTty && env.TERM !== 'dumb') {
    const input = stdin.isTTY ? stdin : null;
    const person = new PersonAtCommand({input, output: stdout, env, followed});
    return {hearer: {terminal: person}, [Symbol.dispose]: () => person[Symbol.dispose]()};
  }
  const printer = new LivePrinter(output);
  return {hearer: {text: printer}, [Symbol.dispose]: () => printer.end()};
}

/** Somebody sits there, who has Ctrl-C when it takes too long. */
export function hasPerson(output: Output, stdin: ReadStream): boolean {
  return !output.isJson && (output.isTty || stdin.isTTY);
}
