/** The tmux that tests are run with: what it cannot do is claimed by other tests. */
import {spawnSync} from 'node:child_process';
import {isBefore32} from '../../src/backends/tmux/tmux-version.ts';

/** `3.3a`; empty where there is none, and tests say so themselves. */
const version = spawnSync('tmux', ['-V'], {encoding: 'utf8'}).stdout ?? '';

/** tmux before 3.2 gives a program nothing to read while somebody reads back in its pane. */
export const holdsProgramsUp = version !== '' && isBefore32(version);
