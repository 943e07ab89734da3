/** Half of a secret is none yet, and is one as soon as the rest is printed. */
import {expect, test} from 'vitest';
import {SecretMask} from '../../src/guard/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const TOKEN = 'ghp_Zx81kd93JdkLq0vN2sYtW5hBzz';

test.each([true, false])(
  'whoever comes while half a token has been printed is given neither half, and what comes behind it once (repaints: %s)',
  async repaints => {
    await using terminal = await TestTerminal.open('pty', 'bash', {home: {token: TOKEN}});
    await terminal.run('clear; echo above');
    const printing = await terminal.run('head -c 16 token; read -rs; tail -c +17 token; echo " all-$((40+2))"', {
      wait_for_completion: false,
    });
    await terminal.call('read_screen', {wait_for: TOKEN.slice(0, 16)});
    let shown = '';
    const {promise, resolve} = Promise.withResolvers<void>();
    using _viewer = await terminal.engine.view(
      terminal.session,
      {type: 'agent', name: 'case'},
      {
        onBytes: bytes => {
          shown += Buffer.from(bytes).toString('latin1');
          if (shown.includes('all-42')) resolve();
        },
        onClosed: () => resolve(),
      },
      {repaints, secrets: new SecretMask()},
    );
    // Before it reads, the Enter would be echoed, and the token be two lines.
    await expect.poll(async () => (await terminal.session.look()).probe.mode?.echo).toBe(false);
    await terminal.session.gate.write({type: 'person', name: 'anna'}, Buffer.from('\r'), {kind: 'typed'});
    await promise;
    expect(await terminal.call('read_output', {command_id: printing['command_id'], wait_ms: 40_000})).toMatchObject({
      state: 'completed',
    });
    expect(shown).not.toContain(TOKEN.slice(4, 16));
    expect(shown).not.toContain(TOKEN.slice(-10));
    expect(shown).toContain('above');
    expect(shown).toMatch(/\[redacted\]\**\s* all-42/);
  },
);
