import {defineBuiltin} from '../command.ts';

const ART = String.raw`
 _   _ _____ _     _     ___
| | | | ____| |   | |   / _ \
| |_| |  _| | |   | |  | | | |
|  _  | |___| |___| |__| |_| |
|_| |_|_____|_____|_____\___/
`.slice(1);

export const hello = defineBuiltin({
  name: 'hello',
  summary: 'say hello; shows that the pseudo-terminal works',
  examples: ['hello'],
  capabilities: [],
  resourceLimits: {timeMs: 5_000},
  async run() {
    return {stdout: `${ART}\n                    lemonhall\n`, result: {message: 'HELLO', signature: 'lemonhall'}};
  },
});
