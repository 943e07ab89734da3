import type {BuiltinOutcome, JsonObject} from './command.ts';
import type {CountingSink} from './counting-sink.ts';
import {answerCaps} from './run-protocol.ts';

interface Capped {
  readonly answer: {readonly stdout: string; readonly stderr: string; readonly result: JsonObject | null};
  readonly truncated: boolean;
}

/** Cuts what is too long to answer with; the whole text becomes an artifact that the cut text names. */
export async function capAnswer(outcome: BuiltinOutcome, sink: CountingSink): Promise<Capped> {
  const stdout = await capText('stdout', outcome.stdout ?? '', sink);
  const stderr = await capText('stderr', outcome.stderr ?? '', sink);
  const result = await capResult(outcome.result ?? null, sink);
  return {
    answer: {stdout: stdout.text, stderr: stderr.text, result: result.value},
    truncated: stdout.isCut || stderr.isCut || result.isCut,
  };
}

async function capText(name: 'stdout' | 'stderr', text: string, sink: CountingSink) {
  const cap = answerCaps[name];
  if (text.length <= cap) return {text, isCut: false};
  const kept = await sink.addUncounted({
    name: `${name}.txt`,
    mime: 'text/plain; charset=utf-8',
    description: `all of ${name}, ${text.length} characters`,
    content: text,
  });
  return {text: `${wholeLines(text, cap)}… cut: ${text.length} characters in all, see ${kept.path}\n`, isCut: true};
}

/** At most `cap` units, cut after a line if one ends in the last quarter, and never inside a surrogate pair. */
function wholeLines(text: string, cap: number): string {
  const lineEnd = text.lastIndexOf('\n', cap - 1) + 1;
  if (lineEnd > cap * 0.75) return text.slice(0, lineEnd);
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(cap - 1));
  return `${text.slice(0, isSplit ? cap - 1 : cap)}\n`;
}

async function capResult(value: JsonObject | null, sink: CountingSink) {
  if (value === null) return {value, isCut: false};
  const json = JSON.stringify(value);
  if (json.length <= answerCaps.result) return {value, isCut: false};
  const kept = await sink.addUncounted({
    name: 'result.json',
    mime: 'application/json',
    description: `all of result, ${json.length} characters`,
    content: json,
  });
  return {value: {truncated: true, keys: Object.keys(value).slice(0, 100), artifact: kept.path}, isCut: true};
}
