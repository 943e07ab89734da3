import {stretchOf} from '../../engine/index.ts';
import {speeds} from '../../timeline/index.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {openRecorded} from '../open-recorded.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';
import {Replay} from '../terminal/replay/replay.ts';
import {replayKeysHelp} from '../terminal/replay/replay-keys.ts';

export const replayVerb = defineVerb({
  name: 'replay',
  usage: 'SESSION [--from PLACE] [--speed N] [--idle-limit SECONDS] [--paused]',
  details: [
    'Plays the recording of a session, living or ended, in this terminal, whatever its size, and leaves it as it was.',
    'Below the screen is its whole life, with each command. Keys:',
    '',
    ...replayKeysHelp.map(line => `  ${line}`),
  ].join('\n'),
  options: {
    from: {type: 'string', value: 'PLACE', about: 'begin at a cursor, or with the output of a command (its id)'},
    speed: {type: 'number', value: 'N', about: `so many times as fast: ${speeds.join(', ')}`},
    'idle-limit': {type: 'number', value: 'SECONDS', about: 'no pause is longer; default 2'},
    paused: {type: 'boolean', about: 'do not play before a key is pressed'},
  },
  words: [1, 1],
  places: ['recording'],
  async run({words: [reference = ''], options: given, output, env}) {
    const speed = speeds.find(known => known === (given.speed ?? 1));
    if (speed === undefined) throw usageError(replayVerb, `--speed is one of ${speeds.join(', ')}, not ${given.speed}`);
    const idleLimit = given['idle-limit'] ?? 2;
    if (!(idleLimit > 0)) throw usageError(replayVerb, `--idle-limit is a number of seconds, not ${idleLimit}`);
    await using recorded = await openRecorded(env, reference);
    using terminal = PersonTerminal.take(process.stdin, process.stdout, {
      who: 'Playing a recording',
      instead: 'From a script use: cotty export SESSION --cast FILE, cotty screenshot SESSION --at CURSOR',
    });
    const footage = await recorded.footage();
    const {fromMs, from} = await stretchOf(footage, {from: given.from});
    const start = {ms: fromMs, at: from};
    const options = {start, speed, idleLimitMs: idleLimit * 1000, plays: given.paused !== true};
    const leaving = new AbortController();
    const preparing = footage.prepare(leaving.signal).catch(() => undefined);
    await using replay = new Replay(footage, terminal, options);
    await replay.run(options);
    leaving.abort();
    terminal[Symbol.dispose]();
    const {at, atMs} = await replay.player.settled();
    if (output.isJson) output.value({session_id: recorded.session.sessionId, at, at_ms: Math.round(atMs)});
    await preparing;
    return 0;
  },
});
