import {expect, test} from 'vitest';
import {toolsetNames} from '../../app/index.ts';
import {toolsets} from '../../core/index.ts';
import {selectTools} from '../../tools/index.ts';
import {fitHelp, verbHelp} from './help-text.ts';
import {loadVerb, verbTable} from './verb-table.ts';

test('every toolset that help names has tools, and every tool is in one', () => {
  expect(toolsetNames.filter(name => selectTools([name]).length === 0)).toEqual([]);
  expect(selectTools(toolsets)).toHaveLength(selectTools(['all']).length);
});

test.each(Object.keys(verbTable))('the usage of %s names each of its options', async name => {
  const {usage = '', options = {}} = (await loadVerb(name)) ?? {};
  const missing = Object.entries(options).filter(
    ([option, {short}]) => !usage.includes(`--${option}`) && !(short && usage.includes(`-${short} `)),
  );
  expect(missing.map(([option]) => option)).toEqual([]);
});

test.each(Object.keys(verbTable))('the help of %s promises nothing that is not there', async name => {
  const verb = await loadVerb(name);
  expect(verb?.name).toBe(name);
  const help = verb ? verbHelp(verb) : '';
  expect(help).not.toMatch(/\bweb\b/i);
  // Its sessions are no backend in this version; what its scripts find is.
  if (name !== 'iterm2-server' && name !== 'new') expect(help).not.toMatch(/iterm/i);
  for (const mentioned of help.match(/`cotty ([a-z-]+)/g) ?? [])
    expect(Object.keys(verbTable)).toContain(mentioned.slice(7));
});

test.each(Object.keys(verbTable))(
  'the help of %s breaks no word on a narrow terminal, and keeps all of them',
  async name => {
    const verb = await loadVerb(name);
    const help = verb ? verbHelp(verb) : '';
    for (const width of [60, 80, 110]) {
      const fitted = fitHelp(help, width);
      expect(fitted.split(/\s+/)).toEqual(help.split(/\s+/));
      expect(fitted.split('\n').filter(line => line.length > width && /\S\s+\S/.test(line))).toEqual([]);
    }
  },
);
