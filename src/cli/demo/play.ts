import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {asCottyError, CottyError} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {launcher, runVerb} from './launcher.ts';
import {ScriptedAgent, type ToolReply} from './scripted-agent.ts';
import {type DemoStep, demoSteps, type Stage} from './steps.ts';

const SHOWN_LINES = 6;

class Skipped extends Error {}

/** Plays every step in a home of its own, which is gone afterwards. True when no claim was false. */
export async function playDemo(output: Output): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), 'cotty-demo-'));
  const count = {held: 0, failed: 0, skipped: 0};
  try {
    await using agent = await ScriptedAgent.start(home);
    for (const [index, step] of demoSteps.entries()) {
      output.print(`\n${output.bold(`${index + 1}. ${step.title}`)}\n   ${step.about}`);
      count[await playStep(step, stage(agent, home, output), output)]++;
    }
  } finally {
    await runVerb(home, ['server', 'stop', '--sessions']);
    await rm(home, {recursive: true, force: true, maxRetries: 5});
  }
  output.print(`
${summary(count)}`);
  if (count.failed === 0)
    output.print(`Now give it to your agent, for example: claude mcp add cotty -- ${launcher} mcp`);
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

function stage(agent: ScriptedAgent, home: string, output: Output): Stage {
  return {
    agent,
    home,
    async call(name, args, options = {}) {
      output.print(`   ${output.dim('→')} ${name} ${output.dim(JSON.stringify(args))}`);
      const reply = await agent.call(name, args);
      showReply(reply, options.lines ?? SHOWN_LINES, output);
      return reply;
    },
    note: text => output.print(`   ${text}`),
    skip(reason) {
      throw new Skipped(reason);
    },
    expect(claim, holds) {
      if (!holds) throw new CottyError('internal', `Not so: ${claim}.`, 'Run `cotty doctor`, and please report this.');
      output.print(`   ✓ ${claim}`);
    },
  };
}

function showReply(reply: ToolReply, lines: number, output: Output): void {
  const [header = '', ...body] = reply.text.split('\n');
  const shown = body.filter(line => line.trim() !== '').slice(0, lines);
  const more = body.length > shown.length && lines > 0 && shown.length === lines ? ['…'] : [];
  output.print(
    [`   ${output.dim('←')} ${output.dim(header)}`, ...[...shown, ...more].map(line => `     ${line}`)].join('\n'),
  );
}
