import {readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {program} from './programs.ts';
import {marks} from './session-log.ts';
import {stealProof} from './stolen-proof.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals, type Value} from './test-terminal.ts';

/** What a shell says at the end of a command and around its prompt, in the words of printf, for the cycle of `proof`. */
const end = (proof: string, exitStatus = 0) => `\\033]133;D;${exitStatus};${proof}\\007`;
const nextOf = (proof: string) => proof.replace(/\d+$/, cycle => String(Number(cycle) + 1));
const prompt = (proof: string) => `\\033]133;A;${nextOf(proof)}\\007$ \\033]133;B;${nextOf(proof)}\\007`;
const start = (proof: string) => `\\033]133;C;${nextOf(proof)}\\007`;

/** What is printed, in words, and in the words of printf for a stolen proof. */
type Forging = readonly [string, (proof: string) => string];

describe.each(terminals(fullShells))('$backend, $shell: proof of marks', ({backend, shell}) => {
  hardCase('E14', 'a program that reads everything its user can read finds no proof, and is not believed', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
    using gate = new Gate(terminal);
    await terminal.run('true');
    const report = terminal.file('found');
    const forging = program('forge.py', terminal.cottyHome, report, gate.path);
    const running = await terminal.run(forging, {until: '^forged$'});
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null, completed: false});
    gate.open();
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7});
    const found = readFileSync(report, 'latin1').split('\n');
    expect(found).toContain('*'.repeat(24));
    if (!isPartLeftOut(backend, 'E14', 'a proof that lies in a file'))
      expect(found).not.toContain((await stealProof(terminal, shell)).nonce);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for<Forging>([
    ['an end mark', (proof: string) => end(proof)],
    ['an end and a prompt', (proof: string) => end(proof) + prompt(proof)],
    ['a prompt alone', prompt],
    ['an end, a prompt and the beginning of a command', (proof: string) => end(proof) + prompt(proof) + start(proof)],
    ['the beginning of a command that ends', (proof: string) => start(proof) + end(nextOf(proof))],
  ])(
    'E14',
    'a program that has stolen the proof prints %s while it has the terminal, and is not believed',
    async ([, forged]) => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      // At once, before anybody can have looked at it; and after a while.
      for (const delay of ['', 'sleep 0.1; ']) {
        const {next} = await stealProof(terminal, shell);
        const text = forged(next);
        const forging = `sh -c '${delay}printf "${text}forged\\n"; head -n1 ${gate.path} >/dev/null; exit 7'`;
        const running = await terminal.run(forging, {until: 'forged$'});
        expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null, completed: false});
        gate.open();
        expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7});
        expect(forgedMarks(terminal, running)).toBe(text.split(']133;').length - 1);
      }
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('E14', 'neither is a part of a pipeline whose leader is gone, nor a group of commands', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const waiting = `head -n1 ${gate.path} >/dev/null`;
    const groups = shell === 'fish' ? [] : [(text: string) => `(printf "${text}go\\n"; ${waiting}; exit 7)`];
    const pipeline = (text: string) => `true | sh -c 'sleep 0.1; printf "${text}go\\n"; ${waiting}; exit 7'`;
    for (const forging of [pipeline, ...groups]) {
      const {next} = await stealProof(terminal, shell);
      const running = await terminal.run(forging(end(next)), {until: '^go$'});
      expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null});
      gate.open();
      expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7});
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E14', 'nor one that was stopped and goes on', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const {next} = await stealProof(terminal, shell);
    const proof = nextOf(next);
    const stops = `sh -c 'kill -STOP $$; printf "${end(proof, 5)}go\\n"; head -n1 ${gate.path} >/dev/null; exit 7'`;
    expect(await terminal.run(stops)).toMatchObject({via: 'mark'});
    const running = await terminal.run('fg', {until: '^go$'});
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null});
    gate.open();
    // To fish, `fg` itself has succeeded.
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: shell === 'fish' ? 0 : 7});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (shell !== 'fish')
    hardCase.for(['without job control', 'inside a substitution'])(
      'E14',
      'nor one that runs in the group of the shell itself, %s, while the shell sleeps',
      async where => {
        await using terminal = await TestTerminal.open(backend, shell);
        using gate = new Gate(terminal);
        if (where === 'without job control') await terminal.run('set +m');
        const {next} = await stealProof(terminal, shell);
        const forging = `sh -c 'sleep 0.2; printf "${end(next)}go\\n" >/dev/tty; head -n1 ${gate.path} >/dev/null; exit 7'`;
        const line = where === 'without job control' ? forging : `x=$(${forging})`;
        const running = await terminal.run(line, {until: '^go$'});
        expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null});
        gate.open();
        expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7});
        expect(forgedMarks(terminal, running)).toBe(1);
        expect(await terminal.proof()).toEqual(stillHere);
      },
    );

  hardCase('E14', 'a nested shell that was given marks is not ended by what runs in it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('bash --norc');
    await terminal.call('manage_session', {action: 'integrate'});
    using gate = new Gate(terminal);
    const {next} = await stealProof(terminal, 'bash');
    const forging = `sh -c 'printf "${end(next)}go\\n"; head -n1 ${gate.path} >/dev/null; exit 7'`;
    const running = await terminal.run(forging, {until: '^go$'});
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null});
    gate.open();
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7});
    expect(await terminal.run('exit 3')).toMatchObject({state: 'shell_exited'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('E14', 'a refused mark stays in the log as evidence, without proof', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {next} = await stealProof(terminal, shell);
    expect(await terminal.run(`sh -c 'printf "${end(next)}"; sleep 0.05; exit 7'`)).toMatchObject({
      ...completed('', 7),
      forged_marks: 1,
    });
    const ends = (await marks(terminal)).filter(mark => mark.kind === 'commandEnd').slice(-2);
    expect(ends).toMatchObject([
      {proved: false, cycle: 0, exitStatus: 0},
      {proved: true, exitStatus: 7},
    ]);
    expect(ends[0]?.offset).toBeLessThan(ends[1]?.offset ?? 0);
  });
});

describe.each(terminals(['dash']))('$backend, $shell', ({backend, shell}) => {
  hardCase('E14', 'dash, whose marks come with its prompts alone, is not ended by a stolen proof either', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    using printed = new Gate(terminal, 'printed');
    for (const delay of ['', 'sleep 0.1; ']) {
      const {next} = await stealProof(terminal, 'dash');
      const forged = `printf "${end(next)}${prompt(next)}"; echo >${printed.path}`;
      const started = await terminal.run(`sh -c '${delay}${forged}; head -n1 ${gate.path} >/dev/null; exit 7'`, {
        wait_for_completion: false,
      });
      await printed.line();
      const seen = await terminal.call('read_output', {command_id: started['command_id'], wait_ms: 300});
      expect(seen).toMatchObject({state: 'running', exit_code: null});
      gate.open();
      expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 7});
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

function forgedMarks(terminal: TestTerminal, {command_id: id}: Value): number | undefined {
  return terminal.session.tracker.command(id as never)?.forgedMarks;
}
