/** What somebody has typed at a prompt whose shell does not say what it runs, such as bash: as it stood on the screen. */
import {logCursor} from '../../core/index.ts';
import type {ScreenPool} from '../../screen/index.ts';
import {readRange} from '../output/output-source.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {DrawnSource} from './screen-source.ts';

/** A prompt with its line, drawn a few times over while it was edited. */
const LOOK_BACK = 64 * 1024;
/** A line of more rows is known in part. */
const ROWS = 200;
const MOST_CHARACTERS = 2000;

/** The first line of it, `…` where more follow; null when the prompt is not in the log any more, or the command was not typed. */
export async function typedLine(
  session: DrawnSource,
  record: CommandRecord,
  pool: () => ScreenPool,
): Promise<string | null> {
  const {commandLine, outputStart} = record;
  if (commandLine !== null || outputStart === null || !isTyped(record)) return commandLine;
  const from = logCursor(Math.max(0, outputStart - LOOK_BACK));
  const {bytes} = await readRange(session, from, outputStart);
  const parts = newestPrompt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!parts) return null;
  const screen = pool().createScreen({cols: session.tracker.cols, rows: ROWS, scrollback: 0});
  try {
    screen.feed(parts.prompt);
    const prompt = (await screen.snapshot({joinWrapped: true})).text.trimEnd();
    screen.feed(parts.line);
    const {text} = await screen.snapshot({joinWrapped: true});
    if (!text.startsWith(prompt)) return null;
    const [first = '', ...others] = text.slice(prompt.length).trim().split('\n');
    const line = first.trimEnd().slice(0, MOST_CHARACTERS);
    return line === '' ? null : `${line}${others.length > 0 || line.length < first.trimEnd().length ? ' …' : ''}`;
  } finally {
    screen.dispose();
  }
}

/** The last drawing of the prompt, and what was drawn behind it. Of an unfinished line the prompt for the rest is no beginning. */
function newestPrompt(output: Buffer): {readonly prompt: Buffer; readonly line: Buffer} | null {
  const text = output.toString('latin1');
  const start = [...text.matchAll(PROMPT_START)].at(-1)?.index;
  if (start === undefined) return null;
  const end = text.slice(start).match(INPUT_START);
  if (end?.index === undefined) return null;
  const line = start + end.index + end[0].length;
  return {prompt: output.subarray(start, line), line: output.subarray(line)};
}

/** OSC 133 marks, as in `log/scanner`: `A` without `k=s`, and `B`. */
const PROMPT_START = /\x1b\]133;A(?![^\x07\x1b]*;k=s)[;\x07\x1b]/g;
const INPUT_START = /\x1b\]133;B[^\x07\x1b]*(?:\x07|\x1b\\)/;
