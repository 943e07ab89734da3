/** What stands for iTerm2 while a case runs: tells its parent `{home, cookie}`, and ends with its sessions by SIGTERM. */
import {once} from 'node:events';
import {Iterm2OnTest} from '../../support/iterm2-on-test.ts';

const iterm2 = await Iterm2OnTest.start();
process.send?.({home: iterm2.env.HOME, cookie: iterm2.env.ITERM2_COOKIE});
await once(process, 'SIGTERM');
await iterm2[Symbol.asyncDispose]();
process.exit();
