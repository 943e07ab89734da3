import {describe, expect, test} from 'vitest';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {begin, finished, program} from './programs.ts';

describe.each(fullShells)('%s: size', shell => {
  test('D70 lines at, just under and just over the width are exact', async () => {
    await using stand = await Stand.open({shell, cols: 80});
    for (const width of [79, 80, 81, 159, 160, 161])
      for (const end of ['', '\\n', '\\nx'])
        expect([width, end, await stand.outcome(`printf '%0${width}d${end}' 0`)]).toEqual([
          width,
          end,
          completed('0'.repeat(width) + (end === '\\nx' ? '\nx' : '')),
        ]);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D70 the echo of a command that wraps anywhere is no part of its output', async () => {
    await using stand = await Stand.open({shell, cols: 40});
    for (let length = 10; length <= 90; length++) {
      const text = 'ab cd-'.repeat(20).slice(0, length);
      expect(await stand.outcome(`echo '${text}'`)).toEqual(completed(text));
    }
  });

  test('D70 text is found across the wrap, on the screen and in the output', async () => {
    await using stand = await Stand.open({shell, cols: 80});
    const id = await begin(stand, `sh -c 'echo go; read x; printf "%076dneedle\\n" 0; read x'`);
    const watched = stand.call('watch_output', {pattern: '0needle$', timeout: 10});
    expect(await stand.call('send_keys', {keys: ['Enter'], wait_for: '0needle'})).toMatchObject({matched: true});
    expect(await watched).toMatchObject({matched: true, lines: [`${'0'.repeat(76)}needle`]});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('D71 a program hears of every resize once, and its verdict and output do not change', async () => {
    await using stand = await Stand.open({shell});
    const before = await stand.run("printf '%0200d' 0");
    const id = await begin(stand, program('window-size.py'));
    for (const [cols, rows] of [
      [100, 30],
      [1, 1],
      [500, 200],
      [80, 24],
    ]) {
      const heard = stand.call('watch_output', {pattern: `^size ${cols}x${rows}$`, timeout: 10});
      expect(await stand.call('manage_session', {action: 'resize', cols, rows})).toMatchObject({cols, rows});
      expect(await heard).toMatchObject({matched: true, match_count: 1});
      expect(await stand.call('read_screen', {})).toMatchObject({grid_size: {cols, rows}});
    }
    expect(await stand.call('read_output', {command_id: id, wait_ms: 100})).toMatchObject({state: 'running'});
    await stand.call('send_keys', {keys: ['Enter']});
    const ran = await finished(stand, id);
    expect(ran).toMatchObject({state: 'completed', exit_code: 6, via: 'mark'});
    expect(String(ran['output']).trimEnd()).toBe('go\nsize 100x30\nsize 1x1\nsize 500x200\nsize 80x24');
    const again = await stand.call('read_output', {command_id: before['command_id']});
    expect(again['text']).toBe('0'.repeat(200));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D71 a resize while a line is typed and echoed changes nothing of it', async () => {
    await using stand = await Stand.open({shell, cols: 80});
    await stand.proof();
    await stand.until(session => session.tracker.phase === 'prompt');
    const word = 'x'.repeat(100);
    for (const cols of [30, 120, 50]) {
      const [ran] = await Promise.all([
        stand.outcome(`echo ${word}`),
        stand.call('manage_session', {action: 'resize', cols}),
      ]);
      expect(ran).toEqual(completed(word));
    }
    await stand.call('send_keys', {keys: ['text:echo typed'], wait_for: 'echo typed'});
    await stand.call('manage_session', {action: 'resize', cols: 20});
    const said = stand.call('watch_output', {pattern: '^typed$', timeout: 10});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await said).toMatchObject({matched: true});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D71 a full-screen program redraws for the new size', async () => {
    await using stand = await Stand.open({
      shell,
      home: {long: Array.from({length: 300}, (_, n) => `line ${n}`).join('\n')},
    });
    const shown = await stand.run('less long');
    expect(shown).toMatchObject({state: 'tui'});
    for (const rows of [10, 40]) {
      const redrawn = stand.call('read_output', {
        session_id: stand.sessionId,
        cursor: stand.session.tracker.outputEnd,
        wait_ms: 5000,
      });
      await stand.call('manage_session', {action: 'resize', rows});
      await redrawn;
      await stand.call('send_keys', {keys: ['g'], settle_ms: 50});
      const {text} = await stand.call('read_screen', {});
      expect(
        String(text)
          .split('\n')
          .filter(line => line.startsWith('line ')),
      ).toHaveLength(rows - 1);
    }
    await stand.call('send_keys', {keys: ['q']});
    expect(await finished(stand, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.proof()).toEqual(stillHere);
  });
});
