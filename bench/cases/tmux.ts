/** Sessions in tmux panes beside a bare `tmux -C` and plain tmux, in turns. */
import {join} from 'node:path';
import {BareControl} from '../support/bare-control.ts';
import {LineClient, resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, echoServer, processorSeconds} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';
import {makeLog, tmuxSpeed} from './flood.ts';
import {libtmux} from './libtmux.ts';

const BATCHES = 12;
const PER_BATCH = 50;
/** Pairs of a flood through cotty and one through a bare client: by the clock two of the same differ by half where others are at work. */
const FLOODS = 9;
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
  const {pid} = home.pids();
  const floods: Flood[] = [];
  for (let flood = 0; flood < FLOODS; flood++) {
    const throughBare = async (): Promise<Run> => run(processorSeconds, () => bare.flood(file));
    const throughCotty = async (): Promise<Run> =>
      run(
        () => processorSeconds(pid),
        () => cotty.call('run_command', {command: `cat ${file}`, timeout: 300}),
      );
    // Whoever is second finds what the first has left in memory.
    const isOwnFirst = flood % 2 === 0;
    const [first, second] = [
      await (isOwnFirst ? throughCotty() : throughBare()),
      await (isOwnFirst ? throughBare() : throughCotty()),
    ];
    floods.push({
      own: isOwnFirst ? first : second,
      bare: isOwnFirst ? second : first,
      plain: tmuxSpeed(file, home, FLOOD_BYTES),
    });
  }
  const speed = median(floods.map(({own}) => own.speed));
  const share = floods.map(({own, bare}) => (own.speed / bare.speed) * 100);
  const shareOfPlain = median(floods.map(({own, plain}) => own.speed / plain)) * 100;
  const [spent, bareSpent] = [median(floods.map(({own}) => own.spentMs)), median(floods.map(({bare}) => bare.spentMs))];
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
      what: `\`cat\` of 20 MB of log lines in a tmux pane, command to verdict, median of ${FLOODS}`,
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(median(floods.map(({bare}) => bare.speed)), 1)} MB/s (bare tmux -C reading the same, in turns)`,
      ratio: `${round(median(share), 0)} % (${round(Math.min(...share), 0)} to ${round(Math.max(...share), 0)})`,
      target: '>= 90 %',
      reached: median(share) >= 90,
    },
    {
      what: 'the same: processor time of the server',
      measured: `${round(spent, 1)} ms per MB`,
      floor: `${round(bareSpent, 1)} ms per MB (the program that reads the bare one)`,
      ratio: `${round(spent / bareSpent, 1)}x`,
      target: '',
      reached: null,
    },
    {
      what: 'the same beside tmux that tells nobody',
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(median(floods.map(({plain}) => plain)), 1)} MB/s`,
      ratio: `${round(shareOfPlain, 0)} %`,
      target: '>= 90 %',
      reached: shareOfPlain >= 90,
    },
  ];
}

interface Run {
  /** In MB/s. */
  readonly speed: number;
  /** Processor time of the program that reads, in ms per MB. */
  readonly spentMs: number;
}

interface Flood {
  readonly own: Run;
  readonly bare: Run;
  /** In MB/s. */
  readonly plain: number;
}

async function run(spentSeconds: () => number, flood: () => Promise<unknown>): Promise<Run> {
  const [start, spent] = [performance.now(), spentSeconds()];
  await flood();
  const megabytes = FLOOD_BYTES / 1e6;
  const seconds = (performance.now() - start) / 1000;
  return {speed: megabytes / seconds, spentMs: ((spentSeconds() - spent) * 1000) / megabytes};
}

const median = (values: readonly number[]): number => figures(values).p50;
