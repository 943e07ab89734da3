/** Random events for property tests, as any writer may append them. */
import fc from 'fast-check';
import {
  type Actor,
  type InputEvent,
  type LogCursor,
  logCursor,
  parseCommandId,
  parseSessionId,
  type SessionEventBody,
} from '../../core/index.ts';

export interface Appended {
  readonly body: SessionEventBody;
  /** Distance back from the end of the stream for events placed in the output; null for the end. */
  readonly back: number | null;
}

const text = fc.string({unit: 'grapheme', maxLength: 40});
const count = fc.nat({max: 100_000});
const bytes = fc.uint8Array({maxLength: 400});
const commandId = parseCommandId('c-1');
const sessionId = parseSessionId('pty:k3f9');
if (commandId === undefined || sessionId === undefined) throw new Error('unreachable: both ids are well-formed');

const actor: fc.Arbitrary<Actor> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('agent', 'person'),
      name: text,
      via: fc.constantFrom('commandLine', 'attach', 'mcp', 'http', 'library'),
    },
    {requiredKeys: ['type', 'name']},
  ),
  fc.record({type: fc.constantFrom('emulator', 'cotty')}),
);

const input: fc.Arbitrary<InputEvent> = fc
  .record(
    {
      by: actor,
      kind: fc.constantFrom('command', 'keys', 'text', 'paste', 'control', 'mouse', 'secret', 'reply', 'typed'),
      bytes: fc.option(bytes),
      byteLength: count,
      lineEnds: fc.integer({min: 1, max: 255}),
      atShell: fc.constant(true),
      elsewhere: fc.constant(true),
    },
    {requiredKeys: ['by', 'kind', 'bytes', 'byteLength']},
  )
  .map(({lineEnds, ...event}) => ({
    type: 'input',
    ...event,
    byteLength: event.bytes?.length ?? event.byteLength,
    ...(event.bytes === null && lineEnds && {lineEnds}),
  }));

const output: fc.Arbitrary<SessionEventBody> = bytes.map(value => ({type: 'output', bytes: value}));

const rare: fc.Arbitrary<SessionEventBody> = fc.oneof(
  fc.record({
    type: fc.constant('open'),
    sessionId: fc.constant(sessionId),
    argv: fc.array(text, {maxLength: 3}),
    cwd: text,
    cols: count,
    rows: count,
    pid: fc.option(count),
    tty: fc.option(text),
    name: text,
    shellFamily: fc.constantFrom('bash', 'zsh', 'fish', 'posix', 'other'),
    integration: fc.constantFrom('full', 'graded', 'none'),
  }),
  fc.record({type: fc.constant('command'), commandId: fc.constant(commandId), commandLine: text, by: actor}),
  fc.record({
    type: fc.constant('command'),
    commandId: fc.constant(commandId),
    commandLine: text,
    by: actor,
    lines: count,
  }),
  fc.record({
    type: fc.constant('command'),
    commandId: fc.constant(commandId),
    commandLine: text,
    by: actor,
    lines: count,
    reader: fc.record(
      {
        pid: fc.option(count),
        program: text,
        carried: fc.boolean(),
        canonical: fc.boolean(),
        bracketedPaste: fc.boolean(),
        prompt: text,
        readCall: text,
        front: text,
      },
      {requiredKeys: ['pid', 'program', 'carried', 'canonical', 'bracketedPaste', 'prompt']},
    ),
  }),
  fc.record({
    type: fc.constant('verdict'),
    commandId: fc.constantFrom(commandId, null),
    via: fc.constantFrom('signal', 'prompt', 'foreground'),
    neverRan: fc.boolean(),
    outputEnd: count.map(logCursor),
    lines: count,
    endedAtMs: count,
  }),
  fc.record({type: fc.constant('resize'), cols: count, rows: count}),
  fc.record({
    type: fc.constant('mark'),
    kind: fc.constantFrom('promptStart', 'continuationStart', 'inputStart', 'outputStart', 'commandEnd'),
    proved: fc.boolean(),
    cycle: count,
    length: count,
    lines: count,
    exitStatus: fc.option(fc.integer()),
    commandLine: fc.option(text),
    cwd: fc.option(text),
  }),
  fc.record({
    type: fc.constant('mark'),
    kind: fc.constantFrom('promptStart', 'commandEnd'),
    proved: fc.constant(true),
    shell: fc.integer({min: 1, max: 9}),
    heldMs: fc.integer({min: 1, max: 9_999_999}).map(us => us / 1000),
    cycle: count,
    length: count,
    lines: count,
    exitStatus: fc.option(fc.integer()),
    commandLine: fc.constant(null),
    cwd: fc.option(text),
  }),
  fc.record({
    type: fc.constant('mark'),
    kind: fc.constant('inputStart'),
    proved: fc.constant(true),
    cycle: count,
    length: count,
    lines: count,
    exitStatus: fc.constant(null),
    commandLine: fc.constant(null),
    cwd: fc.constant(null),
    filled: fc.constant(true),
    jobs: fc.integer({min: 1, max: 99}),
  }),
  fc.record({
    type: fc.constant('nestedShell'),
    shell: fc.integer({min: 1, max: 9}),
    family: fc.constantFrom('bash', 'zsh', 'fish', 'posix'),
    takesKey: fc.boolean(),
    pid: fc.option(count),
  }),
  fc.record({
    type: fc.constant('mode'),
    mode: fc.constantFrom('alternateScreen', 'mouse', 'kittyKeyboard', 'modifyOtherKeys', 'bracketedPaste'),
    value: count,
  }),
  fc.record({
    type: fc.constant('mode'),
    mode: fc.constantFrom('alternateScreen', 'applicationCursor'),
    value: count,
    since: count.map(logCursor),
  }),
  fc.record({
    type: fc.constant('omission'),
    from: count.map(logCursor),
    titles: count,
    modes: count,
    marks: count,
    customs: count,
    queries: count,
  }),
  fc.record({
    type: fc.constant('signal'),
    commandId: fc.constant(commandId),
    exitStatus: fc.option(fc.integer()),
    lines: count,
  }),
  fc.record({
    type: fc.constant('prompt'),
    kind: fc.constantFrom('prompt', 'commandStart', 'commandEnd'),
    promptId: text,
    exitStatus: fc.option(fc.integer()),
    commandLine: fc.option(text),
    cwd: fc.option(text),
    lines: count,
  }),
  fc.record({type: fc.constant('title'), title: text}),
  fc.record({type: fc.constant('custom'), event: text, data: text}),
  fc.record({type: fc.constant('exit'), exitStatus: fc.option(fc.integer()), signal: fc.option(text)}),
);

/** One event of any type but `gap`, mostly output. */
export const appended: fc.Arbitrary<Appended> = fc.oneof(
  {weight: 3, arbitrary: output.map(body => ({body, back: null}))},
  {weight: 1, arbitrary: input.map(body => ({body, back: null}))},
  {weight: 2, arbitrary: fc.record({body: rare, back: fc.option(count)})},
);

/** Where in a stream that ends at `end` the event stands. */
export function placeOf(event: Appended, end: LogCursor): LogCursor | undefined {
  return event.back === null || event.body.type === 'output' ? undefined : logCursor(Math.max(0, end - event.back));
}
