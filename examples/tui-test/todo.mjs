/** A list of things to do, full-screen, for keyboard and mouse. Arrows move, space or a click ticks off, a adds, q leaves. */
import {stdin, stdout} from 'node:process';

const items = [
  {text: 'Buy milk', isDone: false},
  {text: 'Write tests', isDone: false},
  {text: 'Rest', isDone: false},
];
let chosen = 0;
let typed = null;

function draw() {
  const lines = items.map(({text, isDone}, index) => {
    const style = `${isDone ? '\x1b[9;2m' : ''}${index === chosen ? '\x1b[7m' : ''}`;
    return `${style}[${isDone ? 'x' : ' '}] ${text}\x1b[m`;
  });
  const left = items.filter(({isDone}) => !isDone).length;
  const below = typed === null ? `\x1b[1;32m${left} left\x1b[m   [ Quit ]` : `New: ${typed}`;
  stdout.write(`\x1b[2J\x1b[H\x1b[1mTo do\x1b[m\r\n\r\n${lines.join('\r\n')}\r\n\r\n${below}`);
}

function leave() {
  stdout.write('\x1b[?1006l\x1b[?1000l\x1b[?1049l');
  process.exit(items.every(({isDone}) => isDone) ? 0 : 1);
}

function click(row, col) {
  const item = items[row - 3];
  if (item) item.isDone = !item.isDone;
  if (row === items.length + 4 && col > 9) leave();
}

/** A mouse report, an arrow, or a character: several may come at once. */
const INPUT = /\x1b\[<\d+;\d+;\d+[Mm]|\x1b\[[A-Z]|[\s\S]/gu;

function hear(data) {
  const mouse = /^\x1b\[<0;(\d+);(\d+)M/.exec(data);
  if (mouse) return click(Number(mouse[2]), Number(mouse[1]));
  if (data.startsWith('\x1b[<')) return;
  if (typed !== null) {
    if (data !== '\r') typed += data;
    else {
      items.push({text: typed, isDone: false});
      typed = null;
    }
  } else if (data === '\x1b[A') chosen = Math.max(0, chosen - 1);
  else if (data === '\x1b[B') chosen = Math.min(items.length - 1, chosen + 1);
  else if (data === ' ') items[chosen].isDone = !items[chosen].isDone;
  else if (data === 'a') typed = '';
  else if (data === 'q' || data === '\x03') leave();
}

stdin.setRawMode(true);
stdin.on('data', bytes => {
  for (const [key] of String(bytes).matchAll(INPUT)) hear(key);
  draw();
});
stdout.write('\x1b[?1049h\x1b[?1000h\x1b[?1006h');
draw();
