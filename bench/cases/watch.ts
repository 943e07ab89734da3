/** From the instant a program prints a line until the reply of `watch_output` arrives, with 100 other watches on. */
import {resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

const OTHERS = 100;
const SAMPLES = 200;

export async function watch(): Promise<Row[]> {
  using home = new BenchHome();
  await using client = home.mcp();
  await client.open();
  await client.call('manage_session', {action: 'create', shell: 'bash'});
  await client.call('run_command', {
    command: 'stty -echo; while read -r word; do echo "$word $EPOCHREALTIME"; done',
    wait_for_completion: false,
  });
  for (let n = 0; n < OTHERS; n++)
    await client.call('watch_output', {pattern: `nothing-${n}-(a+)+$`, background: true, timeout: 600});
  const samples: number[] = [];
  for (let n = 0; n < SAMPLES; n++) {
    const reply = client
      .call('watch_output', {pattern: `token-${n} `, timeout: 30})
      .then(answer => ({answer, arrivedMs: performance.timeOrigin + performance.now()}));
    await client.call('wait_for_events', {timeout: 0});
    await client.call('send_text', {text: `token-${n}`, submit: true, paste: false});
    // The answer to what was typed comes later: it tells what came of it.
    const {answer, arrivedMs} = await reply;
    const value = resultOf(answer);
    const printedMs = Number(/ ([\d.]+)$/.exec(String(value.lines))?.[1]) * 1000;
    if (n >= 20) samples.push(arrivedMs - printedMs);
  }
  await client.call('send_control', {character: 'C'});
  const {p50, p95} = figures(samples);
  return [
    {
      what: `watch: byte printed until the reply arrives, ${OTHERS} other watches, p50`,
      measured: `${round(p50)} ms (p95 ${round(p95)})`,
      floor: '–',
      ratio: '–',
      target: '<= 3 ms',
      reached: p50 <= 3,
    },
  ];
}
