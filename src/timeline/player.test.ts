import {expect, test} from 'vitest';
import {type Chapter, FileFootage, type Frame, type Piece, Player, type PlayerClock, plainPiece} from './index.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const chapter = (command_line: string, start_ms: number, end_ms: number): Chapter => ({
  ...{
    command_id: `c-${command_line}`,
    command_line,
    by: 'person anna',
    exit_code: 0,
    state: 'completed',
    from: 0,
    to: 0,
  },
  ...{start_ms, end_ms},
});

/** `ab` at 100 ms, `c` at 200 ms, then nothing for a minute, then `d`; a wider terminal from 250 ms on. */
function footage(): FileFootage {
  const pieces: Piece[] = [
    {type: 'output', atMs: 100, at: 2, bytes: bytesOf('ab')},
    {type: 'output', atMs: 200, at: 3, bytes: bytesOf('c')},
    {type: 'size', atMs: 250, at: 3, cols: 100, rows: 30},
    {type: 'output', atMs: 60_200, at: 4, bytes: bytesOf('d')},
  ];
  const start: Frame = {atMs: 0, at: 0, cols: 80, rows: 24, state: ''};
  return new FileFootage({
    version: 1,
    facts: {
      ...{session_id: 'pty:test', name: 'test', began_at_ms: 0, oldest_ms: 0, length_ms: 61_000, is_over: true},
      ...{oldest: 0, end: 4, active: []},
      chapters: [chapter('one', 50, 150), chapter('two', 190, 300), chapter('three', 60_100, 60_900)],
    },
    frames: [start, {atMs: 250, at: 3, cols: 100, rows: 30, state: 'abc'}],
    pieces: pieces.map(plainPiece),
  });
}

/** Remembers what it was given. */
class Script {
  readonly lines: string[] = [];

  show({state, cols, rows}: Frame): void {
    this.lines.push(`show ${state} ${cols}x${rows}`);
  }

  add(piece: Piece): void {
    this.lines.push(piece.type === 'output' ? new TextDecoder().decode(piece.bytes) : `${piece.cols}x${piece.rows}`);
  }
}

/** Time passes when somebody waits for it. */
class WaitedClock implements PlayerClock {
  ms = 0;

  nowMs(): number {
    return this.ms;
  }

  async pause(ms: number): Promise<void> {
    this.ms += ms;
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function player(): Promise<{player: Player; script: Script; clock: WaitedClock}> {
  const [script, clock] = [new Script(), new WaitedClock()];
  const made = new Player(footage(), script, {clock, idleLimitMs: 2000});
  await made.seek(0);
  script.lines.length = 0;
  return {player: made, script, clock};
}

test('what was printed is shown when as much time has passed, and not sooner', async () => {
  const {player: played, script} = await player();
  await played.advance(99);
  expect(script.lines).toEqual([]);
  await played.advance(1);
  expect(script.lines).toEqual(['ab']);
  await played.advance(150);
  expect(script.lines).toEqual(['ab', 'c', '100x30']);
});

test('a pause longer than the limit passes in that time, and the position moves through all of it', async () => {
  const {player: played, script} = await player();
  await played.advance(250);
  await played.advance(1000);
  expect(played.positionMs).toBeCloseTo(250 + 59_950 / 2);
  await played.advance(1000);
  expect(script.lines.at(-1)).toBe('d');
  expect(played.positionMs).toBeCloseTo(60_200);
});

test('without the cut a pause is as long as it was', async () => {
  const {player: played, script} = await player();
  played.setCutsIdle(false);
  await played.advance(60_199);
  expect(script.lines.at(-1)).toBe('100x30');
  await played.advance(1);
  expect(script.lines.at(-1)).toBe('d');
});

test('it plays to the end by itself, sixteen times as fast, and then stands', async () => {
  const {player: played, script, clock} = await player();
  played.setSpeed(16);
  played.play();
  await expect.poll(() => played.isPlaying).toBe(false);
  expect([script.lines.at(-1), played.isAtEnd]).toEqual(['d', true]);
  // 250 ms, a pause cut to 2 s and 800 ms, in sixteenths, and at most some steps more.
  expect(clock.ms).toBeLessThan(3050 / 16 + 100);
});

test('a jump shows the screen of that moment, and playing goes on from there', async () => {
  const {player: played, script} = await player();
  await played.seek(220);
  await played.advance(30);
  await played.seek(150);
  await played.advance(60);
  expect(script.lines).toEqual(['show abc 80x24', '100x30', 'show ab 80x24', 'c']);
});

test('of several jumps at once the last one counts', async () => {
  const {player: played, script} = await player();
  await Promise.all([played.seek(60_500), played.seek(220), played.seek(120)]);
  expect(script.lines.at(-1)).toBe('show ab 80x24');
  expect(played.positionMs).toBe(120);
});

test('who waits for a jump gets its place and its screen, though the next jump follows at once', async () => {
  const {player: played, script} = await player();
  const places = [];
  for (const atMs of [200, 60_200]) {
    void played.seek(atMs);
    places.push(played.settled().then(place => ({place, screen: script.lines.at(-1)})));
  }
  await played.seek(100);
  expect(await Promise.all(places)).toEqual([
    {place: {atMs: 200, at: 3}, screen: 'show abc 80x24'},
    {place: {atMs: 60_200, at: 4}, screen: 'show abcd 100x30'},
  ]);
  expect(script.lines.at(-1)).toBe('show ab 80x24');
});

test('commands are chapters: the next one, the present one from its beginning, the one before', async () => {
  const {player: played} = await player();
  await played.toNextChapter();
  await played.toNextChapter();
  expect([played.positionMs, played.chapter?.command_line]).toEqual([190, 'two']);
  await played.seek(60_880);
  await played.toPreviousChapter();
  expect(played.positionMs).toBe(60_100);
  await played.toPreviousChapter();
  expect(played.positionMs).toBe(190);
  await played.seek(60_900);
  expect(await played.toNextChapter()).toBe(false);
});
