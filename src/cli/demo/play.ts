import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {asCottyError} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {launcher, runVerb} from './launcher.ts';
import {ScriptedAgent} from './scripted-agent.ts';
import {createStage, Skipped, type Stage} from './stage.ts';
import {type DemoStep, demoSteps} from './steps.ts';

/** Wider lines are hard to read. */
const MOST_COLUMNS = 90;
/** On a narrower terminal lines go on in the next row, as everywhere. */
const FEWEST_COLUMNS = 40;

export interface DemoOptions {
  readonly output: Output;
  /** Of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  /** Without the time that somebody needs to read along. */
  readonly isFast: boolean;
}

/** Plays every step in a home of its own, which is gone afterwards. True when no claim was false. */
export async function playDemo({output, columns: given = MOST_COLUMNS, isFast}: DemoOptions): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), 'cotty-demo-'));
  const columns = Math.max(FEWEST_COLUMNS, Math.min(given, MOST_COLUMNS));
  const count = {held: 0, failed: 0, skipped: 0};
  try {
    await using agent = await ScriptedAgent.start(home);
    const stage = createStage({agent, home, output, columns, isFast});
    for (const [index, step] of demoSteps.entries()) {
      output.print(`\n${output.bold(`${index + 1}. ${step.title}`)}`);
      await stage.note(step.about);
      count[await playStep(step, stage, output)]++;
    }
  } finally {
    await runVerb(home, ['server', 'stop', '--sessions']);
    await rm(home, {recursive: true, force: true, maxRetries: 5});
  }
  output.print(`\n${summary(count)}`);
  if (count.failed === 0)
    output.print(`Now give it to your agent, for example:\n\n  claude mcp add cotty -- ${launcher} mcp`);
  return count.failed === 0;
}

async function playStep(step: DemoStep, on: Stage, output: Output): Promise<'held' | 'failed' | 'skipped'> {
  try {
    await step.run(on);
    return 'held';
  } catch (error) {
    if (error instanceof Skipped) {
      output.print(`   – skipped: ${error.message}`);
      return 'skipped';
    }
    const {message, hint} = asCottyError(error);
    output.print(`   ✗ ${message}\n     ${hint}`);
    return 'failed';
  }
}

function summary({held, failed, skipped}: {held: number; failed: number; skipped: number}): string {
  if (failed > 0) return `${failed} of ${demoSteps.length} steps failed.`;
  return skipped > 0
    ? `${held} steps did what they say, ${skipped} was skipped.`
    : `All ${held} steps did what they say.`;
}
