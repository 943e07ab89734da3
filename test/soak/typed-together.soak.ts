/**
 * Three agents give one session what they like at nearly the same instant: commands, pasted and typed text, keys, several lines each. Whatever is told
 * as completed is told with its own exit code and output, the lines of one call run once, in their order and with nothing in between, unless somebody
 * pressed Ctrl+C, and the next command is exact. COTTY_TEST_TYPED_ROUNDS says how many rounds for each shell (default 200), COTTY_TEST_TYPED_SEED repeats a run.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/index.ts';
import {fullShells, posixShells, TestTerminal, type Value} from '../conformance/test-terminal.ts';

const rounds = Number(process.env.COTTY_TEST_TYPED_ROUNDS ?? 200);
const seed = Number(process.env.COTTY_TEST_TYPED_SEED ?? Date.now() % 1_000_000);

/** As in a server: what an agent types is judged at each Enter. Nothing may stand there that nobody knows. */
const judge: WriteJudge = {judges: ({type}) => type === 'agent', decide: () => Promise.resolve()};

const ways = ['text', 'text', 'paste', 'keys', 'run'] as const;

/** Shapes of lines; `say` prints a word and notes it, `end` does so and leaves the exit code. */
const shapes = {
  one: ({end}: Words) => [end(0)],
  two: ({say, end}: Words) => [say(0), end(1)],
  gap: ({say, end}: Words) => [say(0), '', say(1), end(2)],
  slow: ({say, end}: Words) => [`sleep 0.2; ${say(0)}`, end(1)],
  block: ({say, end, isFish}: Words) => [
    isFish ? 'for i in 1' : 'for i in 1; do',
    say(0),
    isFish ? 'end' : 'done',
    end(1),
  ],
  comment: ({end}: Words) => ['# a comment', end(0)],
  wait: ({end}: Words) => ['sleep 0.1 &', 'wait', end(0)],
  blankFirst: ({end}: Words) => ['', end(0)],
  blankLast: ({end}: Words) => [end(0), ''],
  quoted: ({end}: Words) => ["echo 'begins", `ends'; ${end(0)}`],
  goesOn: ({say, end}: Words) => ['true \\', `  && ${say(0)}`, end(1)],
  read: ({say, end}: Words) => [`read answer; ${say(0)}`, 'an answer', end(1)],
  document: ({say, end, isFish}: Words) =>
    isFish ? [say(0), end(1)] : ['cat <<END', 'echo not run', 'END', say(0), end(1)],
  function: ({say, end, isFish}: Words) =>
    isFish ? ['function act', say(0), 'end', `act; ${end(1)}`] : ['act() {', say(0), '}', `act; ${end(1)}`],
} as const;

/**
 * What one command of several lines reads stands in none of them, but in what others type next. mksh gives what is typed together as one line to what
 * reads there, as the terminal does (docs/guide).
 */
const passedOver = (shell: string, {shape, way}: {shape: keyof typeof shapes; way: (typeof ways)[number]}) =>
  shape === 'read' && (way === 'run' || way === 'paste' || shell === 'mksh');

interface Words {
  readonly say: (place: number) => string;
  readonly end: (place: number) => string;
  readonly isFish: boolean;
}

/** In a quarter of the rounds somebody else presses Ctrl+C, so many milliseconds after it began: lines may be lost then, and no verdict may be wrong. */
const interrupts = fc.oneof(
  {weight: 3, arbitrary: fc.constant(undefined)},
  {weight: 1, arbitrary: fc.constantFrom(0, 5, 40, 150, 300)},
);

const calls = fc.record({
  way: fc.constantFrom(...ways),
  shape: fc.constantFrom(...(Object.keys(shapes) as (keyof typeof shapes)[])),
  exitCode: fc.integer({min: 1, max: 120}),
  delayMs: fc.constantFrom(0, 0, 5, 60, 300),
});

/** So often whoever comes behind the last line is refused, each time after seconds. */
const MOST_REFUSED = 20;

/** Refused, and nothing of it was lost: said so in words. */
const refusals: ReadonlySet<unknown> = new Set(['session_busy', 'input_held']);

test.each([...fullShells, ...posixShells])(
  `${rounds} rounds of three agents in %s: every verdict is that of its own lines (seed ${seed})`,
  async name => {
    const posix = posixShells.find(each => each === name);
    const shell = fullShells.find(each => each === name) ?? 'dash';
    await using terminal = await TestTerminal.open('pty', shell, posix ? {posix, judge} : {judge});
    await terminal.run('true');
    const notes = terminal.file('notes');
    writeFileSync(notes, '');
    let made = 0;
    const some = fc.record({
      round: fc.array(
        calls.filter(call => !passedOver(name, call)),
        {minLength: 1, maxLength: 3},
      ),
      interruptMs: interrupts,
    });
    for (const {round, interruptMs} of fc.sample(some, {numRuns: rounds, seed})) {
      const from = readFileSync(notes).length;
      const units = round.map((call, agent) => {
        const word = `w${made++}x`;
        const say = (place: number) => `echo ${word}${place} >>${notes}; echo ${word}${place}`;
        const end = (place: number) => `${say(place)}; sh -c 'exit ${call.exitCode}'`;
        const lines = shapes[call.shape]({say, end, isFish: shell === 'fish'});
        return {
          ...call,
          agent,
          lines,
          words: [...lines.join('\n').matchAll(/>>\S+; echo (\w+)/g)].map(([, found]) => found),
        };
      });
      const interrupted = interruptMs === undefined ? undefined : interrupt(terminal, interruptMs);
      const told = await Promise.all(
        units.map(async ({way, lines, agent, delayMs}): Promise<Value> => {
          await pause(delayMs);
          const text = lines.join('\n');
          const [tool, args] =
            way === 'run'
              ? ['run_command', {command: text}]
              : way === 'keys'
                ? ['send_keys', {keys: lines.flatMap(line => [...(line ? [`text:${line}`] : []), 'Enter'])}]
                : ['send_text', {text, paste: way === 'paste', submit: true}];
          const actor = {type: 'agent', name: `agent ${agent}`} as const;
          return await terminal.call(tool as string, {...(args as Value), timeout: 30}, {actor}).catch(error => {
            if (!refusals.has(error.code)) throw error;
            return {state: error.code};
          });
        }),
      );
      await interrupted;
      // Whoever is behind the last line waits for it.
      let next: Value = {};
      let refused = 0;
      do {
        next = await terminal
          .run("echo next; sh -c 'exit 7'")
          .catch(error => ({state: error.code, message: error.message, hint: error.hint}));
      } while (refusals.has(next.state) && refused++ < MOST_REFUSED);
      const tale = JSON.stringify(
        {interruptMs, round: units.map(({way, lines, delayMs}) => ({way, lines, delayMs})), told, next},
        null,
        1,
      );
      expect(next, tale).toMatchObject({state: 'completed', exit_code: 7, output: expect.stringMatching(/^next$/m)});
      const ran = readFileSync(notes).subarray(from).toString().split('\n').filter(Boolean);
      for (const [place, unit] of units.entries()) {
        const {state, exit_code, output, mixed_output} = told[place] ?? {};
        const context = {interruptMs, round: units.map(({way, lines}) => ({way, lines})), told, ran};
        if (!refusals.has(state) && !interrupted) {
          const at = ran.indexOf(unit.words[0] ?? '');
          expect(ran.slice(at, at + unit.words.length), JSON.stringify(context, null, 1)).toEqual(unit.words);
          expect(ran.filter(word => unit.words.includes(word))).toEqual(unit.words);
        }
        if (state !== 'completed') continue;
        // 130 is what a program that was interrupted left, and where nobody knows that is said.
        if (interrupted && (exit_code === 130 || (exit_code === null && told[place]?.hint))) continue;
        expect(exit_code, JSON.stringify({...context, place}, null, 1)).toBe(unit.exitCode);
        expect(output, JSON.stringify(context, null, 1)).toContain(unit.words.at(-1));
        const others = units.filter(other => other !== unit).flatMap(({words}) => words);
        if (!mixed_output) expect(others.filter(word => String(output).includes(String(word)))).toEqual([]);
      }
    }
  },
);

async function interrupt(terminal: TestTerminal, afterMs: number): Promise<void> {
  await pause(afterMs);
  const actor = {type: 'agent', name: 'who stops it'} as const;
  await terminal.call('send_control', {character: 'C'}, {actor}).catch(error => {
    if (!refusals.has(error.code)) throw error;
  });
}
