/** What it costs that each decision is on the disk before its line reaches the terminal, beside the same without the audit. */
import {closeSync, constants, mkdirSync, openSync, writeFileSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Row} from '../support/row.ts';
import {BenchHome} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const BATCHES = 40;
const PER_BATCH = 25;
const RECORD_BYTES = 1024;
const ROOM_BYTES = 1 << 20;

export async function audit(): Promise<Row[]> {
  using home = new BenchHome();
  using without = new BenchHome();
  for (const [{env}, config] of [
    [home, ''],
    [without, '[audit]\nenabled = false\n'],
  ] as const) {
    mkdirSync(env.COTTY_HOME ?? '', {mode: 0o700});
    writeFileSync(join(env.COTTY_HOME ?? '', 'config.toml'), config, {mode: 0o600});
    env.COTTY_SECURITY_MODE = 'normal';
  }
  await using audited = home.mcp();
  await using bare = without.mcp();
  for (const client of [audited, bare]) {
    await client.open();
    await client.call('manage_session', {action: 'create', shell: 'bash'});
  }
  using disk = new Disk(join(home.root, 'room'));
  const samples = {audited: [] as number[], bare: [] as number[], disk: [] as number[]};
  for (let batch = 0; batch < BATCHES; batch++) {
    samples.audited.push(...(await timed(PER_BATCH, () => audited.call('run_command', {command: 'true'}))));
    samples.bare.push(...(await timed(PER_BATCH, () => bare.call('run_command', {command: 'true'}))));
    samples.disk.push(...(await writes(disk)));
  }
  const warm = (values: number[]) => figures(values.slice(4 * PER_BATCH)).p50;
  const [own, floor, write] = [warm(samples.audited), warm(samples.bare), warm(samples.disk)];
  return [
    {
      what: '`run_command "true"` with the guard and the audit, p50',
      measured: `${round(own)} ms`,
      floor: `${round(floor)} ms without the audit; ${round(write)} ms for one such write to the disk alone, at that pace`,
      ratio: `${round(own / floor)}x`,
      target: '<= 0.3 ms more',
      reached: own - floor <= 0.3,
    },
  ];
}

/** At the pace of commands: a disk that has rested for a moment takes longer than one that is at work. */
async function writes(disk: Disk): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < PER_BATCH; i++) {
    await pause(1);
    const begunAtMs = performance.now();
    disk.write();
    samples.push(performance.now() - begunAtMs);
  }
  return samples;
}

/** Writes as the audit does: into room that the file has already, and on the disk when it returns. */
class Disk implements Disposable {
  readonly #file: number;
  readonly #record = Buffer.alloc(RECORD_BYTES, 'x');
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o600);
    writeSync(this.#file, Buffer.alloc(ROOM_BYTES), 0, ROOM_BYTES, 0);
  }

  write(): void {
    writeSync(this.#file, this.#record, 0, RECORD_BYTES, this.#at);
    this.#at = (this.#at + RECORD_BYTES) % ROOM_BYTES;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
