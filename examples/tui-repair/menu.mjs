// A menu in a box, with three mistakes that only a look at the screen shows. `agent.ts` finds and repairs them.
import {emitKeypressEvents} from 'node:readline';

const items = ['Open a file', 'Save it', 'Settings', 'Leave'];
const WIDTH = 30;
let chosen = 0;

function draw() {
  const rule = '─'.repeat(WIDTH - 2);
  const rows = items.map((item, index) => {
    const text = ` ${item}`.padEnd(WIDTH - 3);
    const inside = index === chosen + 1 ? `\x1b[44;97m${text}\x1b[49;32m` : text;
    return `│${inside}│`;
  });
  const box = [`┌${rule}┐`, ...rows, `└${rule}┘`].map((row, index) => `\x1b[${3 + index};5H\x1b[32m${row}`);
  process.stdout.write(`\x1b[?25l\x1b[2J\x1b[1;5H\x1b[1;30mWhat next?\x1b[m${box.join('')}\x1b[m`);
}

emitKeypressEvents(process.stdin);
process.stdin.setRawMode(true);
process.stdout.write('\x1b[?1049h');
draw();
process.stdin.on('keypress', (_, key) => {
  if (key.name === 'q') {
    process.stdout.write('\x1b[?25h\x1b[?1049l');
    process.exit();
  }
  if (key.name === 'down') chosen = Math.min(items.length - 1, chosen + 1);
  if (key.name === 'up') chosen = Math.max(0, chosen - 1);
  draw();
});
