import {describe, expect} from 'vitest';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {begin, finished, floodLine, program} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

describe.each(terminals(fullShells))('$backend, $shell: watch and events', ({backend, shell}) => {
  hardCase('D79', 'what was printed before a watch does not fire it, unless asked for by cursor', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const old = await terminal.run("printf 'needle one\\n'");
    const fresh = terminal.call('watch_output', {pattern: 'needle', timeout: 40});
    await terminal.run("printf 'needle %s\\n' two");
    expect(await fresh).toMatchObject({matched: true, match_count: 1, lines: ['needle two']});
    const asked = await terminal.call('watch_output', {
      pattern: 'needle one',
      cursor: Number(old['cursor']) - 12,
      timeout: 40,
    });
    expect(asked).toMatchObject({matched: true, lines: ['needle one']});
  });

  hardCase('D79', 'a match fires once, also when it comes byte by byte or lies across a wrap', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 80});
    using gate = new Gate(terminal);
    const id = await begin(terminal, `sh -c 'exec 3<${gate.path}; echo go; cat <&3'`);
    const {next} = await terminal.call('wait_for_events', {timeout: 0.001});
    const {watch_id} = await terminal.call('watch_output', {pattern: 'nee+dle', background: true});
    for (const part of ['a ne', 'e', 'd', 'le', ' and more', ' of it\n', `${'x'.repeat(78)}needle\n`, 'nothing\n'])
      gate.pour(part);
    gate.close();
    await finished(terminal, id);
    const lines: string[] = [];
    let count = 0;
    for (let after = next; count < 2; ) {
      const page = await terminal.call('wait_for_events', {after, kinds: ['watch_match'], timeout: 40});
      for (const event of page['events'] as {watch_id: string; lines: string; match_count: number}[]) {
        expect(event.watch_id).toBe(watch_id);
        count += event.match_count;
        lines.push(...event.lines.split('\n'));
      }
      after = page['next'];
    }
    expect(count).toBe(2);
    expect(lines[0]).toMatch(/^a needle/);
    expect(lines[1]).toBe(`${'x'.repeat(78)}needle`);
  });

  hardCase('D80', 'the echoed command does not fire a watch for its own words, unless asked for', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {log: 'all well\n'}});
    const watched = terminal.call('watch_output', {pattern: 'ERROR', stop_pattern: '^end of case$', timeout: 40});
    await terminal.run('grep ERROR log');
    await terminal.call('send_text', {text: 'grep ERROR log', submit: true});
    await terminal.run("printf 'end of %s\\n' case");
    expect(await watched).toMatchObject({matched: false, stopped: true, match_count: 0});
    const asked = terminal.call('watch_output', {pattern: 'ERROR', include_echo: true, timeout: 40});
    await terminal.run('grep ERROR log');
    expect(await asked).toMatchObject({matched: true});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D80', 'output that the command prints does fire it', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {log: 'ERROR 42\n'}});
    const watched = terminal.call('watch_output', {pattern: 'ERROR', timeout: 40});
    expect(await terminal.outcome('grep ERROR log')).toEqual(completed('ERROR 42'));
    expect(await watched).toMatchObject({matched: true, match_count: 1, lines: ['ERROR 42']});
  });

  hardCase('D81', 'thousands of matches come as few events, and every one is counted', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {next} = await terminal.call('wait_for_events', {timeout: 0.001});
    await terminal.call('watch_output', {pattern: '^hit ', background: true});
    const since = performance.now();
    expect(await terminal.run('seq -f "hit %g" 20000')).toMatchObject({state: 'completed', exit_code: 0});
    let count = 0;
    let events = 0;
    for (let after = next; count < 20_000; ) {
      const page = await terminal.call('wait_for_events', {after, kinds: ['watch_match'], timeout: 40});
      for (const event of page['events'] as {match_count: number; missed_bytes: number}[]) {
        events++;
        count += event.match_count;
        expect(event.missed_bytes).toBe(0);
      }
      after = page['next'];
    }
    expect(count).toBe(20_000);
    expect(events).toBeLessThanOrEqual(Math.ceil((performance.now() - since) / 100) + 1);
  });

  hardCase('D82', 'a watcher that comes back goes on where it was, and misses nothing', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const first = terminal.call('watch_output', {pattern: '^tick', timeout: 40});
    await terminal.run("printf 'tick %s\\n' 1");
    const {cursor, lines} = await first;
    expect(lines).toEqual(['tick 1']);
    // Nobody watches now.
    await terminal.run("printf 'tick %s\\n' 2 3");
    const back = await terminal.call('watch_output', {pattern: '^tick', cursor, timeout: 40});
    expect(back).toMatchObject({matched: true, missed_bytes: 0});
    expect(back['lines']).toEqual(['tick 2', 'tick 3']);
  });

  hardCase('D82', 'a watcher that comes back does not take the echo of a command for a match', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {cursor} = await terminal.run('true');
    using gate = new Gate(terminal);
    await terminal.run(`sh -c '${gate.wait}; echo late tick' &`);
    await terminal.run('echo tick one');
    await terminal.until(session => session.tracker.phase === 'prompt');
    const late = terminal.call('watch_output', {pattern: '^late', timeout: 40});
    gate.open();
    await late;
    await terminal.call('send_text', {text: 'echo tick typed', submit: true});
    await terminal.run('echo tick two');
    const back = await terminal.call('watch_output', {pattern: 'tick (one|typed|two)$', cursor, timeout: 40});
    // What a job printed at the prompt on which a line was typed later cannot be told from that line.
    expect(back['lines']).toEqual(['tick one', 'tick typed', 'tick two']);
    const echoed = await terminal.call('watch_output', {
      pattern: 'echo tick two',
      cursor,
      include_echo: true,
      timeout: 40,
    });
    expect(echoed).toMatchObject({matched: true});
  });

  hardCase('D82', 'a cursor into what the log has dropped says how much is missing', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {maxLogBytes: 2_000_000});
    const {cursor} = await terminal.run('echo early');
    const flood = await terminal.run(`yes ${floodLine} | head -c 8000000`, {timeout: 25});
    expect(flood).toMatchObject({state: 'completed', exit_code: 0, output: expect.stringMatching(/^y{63}\ny{63}\n/)});
    // A reader that holds a dropped file open can still read it: let it come back without.
    if ('close' in terminal.session.log && typeof terminal.session.log.close === 'function')
      terminal.session.log.close();
    const back = await terminal.call('read_output', {session_id: terminal.sessionId, cursor, max_output_bytes: 1000});
    expect(Number(back['missed_bytes'])).toBeGreaterThan(0);
    const watched = terminal.call('watch_output', {pattern: '^late$', cursor, timeout: 40});
    await terminal.run('echo late');
    expect(await watched).toMatchObject({matched: true, missed_bytes: expect.any(Number)});
    expect(Number((await watched)['missed_bytes'])).toBeGreaterThan(0);
  });

  hardCase('D82', 'events that were evicted are counted', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const {next: after} = await terminal.call('wait_for_events', {timeout: 0.001});
    expect(await terminal.run(program('custom-events.py', '12000'))).toMatchObject({state: 'completed', exit_code: 0});
    const page = await terminal.call('wait_for_events', {after, kinds: ['custom'], timeout: 40});
    const evicted = Number(page['evicted']);
    expect(evicted).toBeGreaterThan(0);
    const [first] = page['events'] as {cursor: number}[];
    // The command's own start was the first of those that are gone.
    expect(first).toMatchObject({kind: 'custom', event: 'tick', data: String(evicted - 1)});
    expect(first?.cursor).toBe(Number(after) + evicted + 1);
  });
});
