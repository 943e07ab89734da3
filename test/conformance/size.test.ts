import {describe, expect} from 'vitest';
import {hardCase} from './hard-case.ts';
import {begin, finished, program} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

describe.each(terminals(fullShells))('$backend, $shell: size', ({backend, shell}) => {
  hardCase('D70', 'lines at, just under and just over the width are exact', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 80});
    for (const width of [79, 80, 81, 159, 160, 161])
      for (const end of ['', '\\n', '\\nx'])
        expect([width, end, await terminal.outcome(`printf '%0${width}d${end}' 0`)]).toEqual([
          width,
          end,
          completed('0'.repeat(width) + (end === '\\nx' ? '\nx' : '')),
        ]);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D70', 'the echo of a command that wraps anywhere is no part of its output', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 40});
    for (let length = 10; length <= 90; length++) {
      const text = 'ab cd-'.repeat(20).slice(0, length);
      expect(await terminal.outcome(`echo '${text}'`)).toEqual(completed(text));
    }
  });

  hardCase('D70', 'text is found across the wrap, on the screen and in the output', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 80});
    const id = await begin(terminal, `sh -c 'echo go; read x; printf "%076dneedle\\n" 0; read x'`);
    const watched = terminal.call('watch_output', {pattern: '0needle$', timeout: 40});
    expect(await terminal.call('send_keys', {keys: ['Enter'], wait_for: '0needle'})).toMatchObject({matched: true});
    expect(await watched).toMatchObject({matched: true, lines: [`${'0'.repeat(76)}needle`]});
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase('D71', 'a program hears of every resize once, and its verdict and output do not change', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const before = await terminal.run("printf '%0200d' 0");
    const id = await begin(terminal, program('window-size.py'));
    for (const [cols, rows] of [
      [100, 30],
      [1, 1],
      [500, 200],
      [80, 24],
    ]) {
      const heard = terminal.call('watch_output', {pattern: `^size ${cols}x${rows}$`, timeout: 40});
      expect(await terminal.call('manage_session', {action: 'resize', cols, rows})).toMatchObject({cols, rows});
      expect(await heard).toMatchObject({matched: true, match_count: 1});
      expect(await terminal.call('read_screen', {})).toMatchObject({grid_size: {cols, rows}});
    }
    expect(await terminal.call('read_output', {command_id: id})).toMatchObject({state: 'running'});
    await terminal.call('send_keys', {keys: ['Enter']});
    const ran = await finished(terminal, id);
    expect(ran).toMatchObject({state: 'completed', exit_code: 6, via: 'mark'});
    expect(String(ran['output']).trimEnd()).toBe('go\nsize 100x30\nsize 1x1\nsize 500x200\nsize 80x24');
    const again = await terminal.call('read_output', {command_id: before['command_id']});
    expect(again['text']).toBe('0'.repeat(200));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D71', 'a resize while a line is typed and echoed changes nothing of it', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {cols: 80});
    await terminal.proof();
    await terminal.until(session => session.tracker.phase === 'prompt');
    const word = 'x'.repeat(100);
    for (const cols of [30, 120, 50]) {
      const [ran] = await Promise.all([
        terminal.outcome(`echo ${word}`),
        terminal.call('manage_session', {action: 'resize', cols}),
      ]);
      expect(ran).toEqual(completed(word));
    }
    await terminal.call('send_keys', {keys: ['text:echo typed'], wait_for: 'echo typed'});
    await terminal.call('manage_session', {action: 'resize', cols: 20});
    const said = terminal.call('watch_output', {pattern: '^typed$', timeout: 40});
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await said).toMatchObject({matched: true});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  // Lines of zsh that have no room on two columns were drawn past its memory, and it died.
  hardCase('D71', 'on a few columns and rows commands run, and their verdicts are right', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const [cols, rows] of [
      [2, 2],
      [1, 1],
      // There bash 5.2 ends by SIGFPE, given a whole line by `bind -x`.
      ...(shell === 'bash' ? [] : [[2, 1]]),
      [2, 2],
      [3, 3],
    ]) {
      await terminal.call('manage_session', {action: 'resize', cols, rows});
      expect(await terminal.run('echo S; false')).toMatchObject({state: 'completed', exit_code: 1, via: 'mark'});
      expect(await terminal.outcome('echo a-much-longer-line')).toMatchObject({exit_code: 0});
    }
    await terminal.call('manage_session', {action: 'resize', cols: 80, rows: 24});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D71', 'a full-screen program redraws for the new size', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {long: Array.from({length: 300}, (_, n) => `line ${n}`).join('\n')},
    });
    const shown = await terminal.run('less long');
    expect(shown).toMatchObject({state: 'tui'});
    const linesShown = async () =>
      String((await terminal.call('read_screen', {}))['text'])
        .split('\n')
        .filter(line => line.startsWith('line ')).length;
    for (const rows of [10, 40]) {
      await terminal.call('manage_session', {action: 'resize', rows});
      await terminal.call('send_keys', {keys: ['g']});
      await expect.poll(linesShown, {timeout: 20_000}).toBe(rows - 1);
    }
    await terminal.call('send_keys', {keys: ['q']});
    expect(await finished(terminal, shown['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
