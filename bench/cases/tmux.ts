/** Sessions in tmux panes beside a bare `tmux -C` and plain tmux, in turns. */
import {join} from 'node:path';
import {BareControl} from '../support/bare-control.ts';
import {LineClient, resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, echoServer} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';
import {makeLog, tmuxSpeed} from './flood.ts';
import {libtmux} from './libtmux.ts';

const BATCHES = 12;
const PER_BATCH = 50;
const FLOODS = 3;
const FLOOD_BYTES = 20 * 1024 * 1024;

export async function tmux(): Promise<Row[]> {
  using home = new BenchHome();
  // Its sockets are of this run alone.
  home.env.TMUX_TMPDIR = home.root;
  using bare = new BareControl(join(home.root, 'bare.sock'), home.env);
  await using echo = new LineClient(process.execPath, [echoServer], home.env);
  await using cotty = home.mcp();
  await Promise.all([bare.open(), echo.open(), cotty.open()]);
  const builtIn = resultOf(await cotty.call('manage_session', {action: 'create', shell: 'bash', backend: 'pty'}));
  await cotty.call('manage_session', {action: 'create', shell: 'bash', backend: 'tmux'});
  const inPty = {command: 'true', session_id: builtIn.session_id};
  const samples = {
    bare: [] as number[],
    answer: [] as number[],
    echo: [] as number[],
    cotty: [] as number[],
    pty: [] as number[],
  };
  for (let batch = 0; batch < BATCHES; batch++) {
    samples.bare.push(...(await timed(PER_BATCH, () => bare.roundTrip('true'))));
    samples.answer.push(...(await timed(PER_BATCH, () => bare.answer())));
    samples.echo.push(...(await timed(PER_BATCH, () => echo.call('echo', {text: 'true'}))));
    samples.cotty.push(...(await timed(PER_BATCH, () => cotty.call('run_command', {command: 'true'}))));
    samples.pty.push(...(await timed(PER_BATCH, () => cotty.call('run_command', inPty))));
  }
  const warm = (values: number[]): number => figures(values.slice(PER_BATCH)).p50;
  const [floor, answer, mcp, own] = [warm(samples.bare), warm(samples.answer), warm(samples.echo), warm(samples.cotty)];
  const pty = warm(samples.pty);
  const peer = await libtmux(home);
  const file = join(home.root, 'flood.log');
  makeLog(file, FLOOD_BYTES);
  const speeds = {own: [] as number[], bare: [] as number[], plain: [] as number[]};
  for (let flood = 0; flood < FLOODS; flood++) {
    speeds.plain.push(tmuxSpeed(file, home, FLOOD_BYTES));
    const bareStart = performance.now();
    await bare.flood(file);
    speeds.bare.push(FLOOD_BYTES / 1e6 / ((performance.now() - bareStart) / 1000));
    const start = performance.now();
    const value = resultOf(await cotty.call('run_command', {command: `cat ${file}`, timeout: 300}));
    speeds.own.push(Number(value.output_bytes) / 1e6 / ((performance.now() - start) / 1000));
  }
  const best = (values: readonly number[]): number => Math.max(...values);
  const [speed, control, plain] = [best(speeds.own), best(speeds.bare), best(speeds.plain)];
  return [
    {
      what: 'run_command "true" in a tmux pane over `cotty mcp`, p50',
      measured: `${round(own)} ms`,
      floor: `${round(floor)} ms (bare tmux -C: "true" to the next prompt; its own answer ${round(answer)} ms, bare MCP echo ${round(mcp)} ms)`,
      ratio: `${round(own / floor)}x`,
      target: '<= 3x',
      reached: own <= floor * 3,
    },
    {
      what: 'the same beside a built-in terminal',
      measured: `${round(own)} ms`,
      floor: `${round(pty)} ms`,
      ratio: `${round(own / pty)}x`,
      target: '',
      reached: null,
    },
    ...(peer === null
      ? []
      : [
          {
            what: 'the same beside libtmux-mcp',
            measured: `${round(own)} ms`,
            floor: `${round(peer, 1)} ms`,
            ratio: `${round(peer / own, 0)}x faster`,
            target: '>= 10x',
            reached: peer >= own * 10,
          },
        ]),
    {
      what: '`cat` of 20 MB of log lines in a tmux pane, command to verdict',
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(control, 1)} MB/s (bare tmux -C reading the same)`,
      ratio: `${round((speed / control) * 100, 0)} %`,
      target: '>= 90 %',
      reached: speed >= control * 0.9,
    },
    {
      what: 'the same beside tmux that tells nobody',
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(plain, 1)} MB/s`,
      ratio: `${round((speed / plain) * 100, 0)} %`,
      target: '>= 90 %',
      reached: speed >= plain * 0.9,
    },
  ];
}
