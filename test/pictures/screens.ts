/** Screens that both engines draw. What a program prints is drawn on 80 by 24 cells. */

export interface PrintedScreen {
  readonly name: string;
  readonly output: string;
}

export interface ProgramScreen {
  readonly name: string;
  /** Must be installed. */
  readonly program: string;
  readonly command: string;
  /** Pattern of its first screen. */
  readonly until: string;
  /** Pressed when it is there, and what is to be seen then. */
  readonly keys?: readonly string[];
  /** Pressed to leave it. */
  readonly leave: readonly string[];
}

const range = (from: number, to: number): number[] => Array.from({length: to - from + 1}, (_, i) => from + i);
const characters = (from: number, to: number): string =>
  range(from, to)
    .map(code => String.fromCodePoint(code))
    .join('');
const rows = (text: string, width: number): string =>
  text.match(new RegExp(`.{1,${width}}`, 'gsu'))?.join('\r\n') ?? '';
const sgr = (codes: string, text: string): string => `\x1b[${codes}m${text}\x1b[m`;
const pangram = 'The quick brown fox jumps over the lazy dog. 0123456789';

export const printedScreens: readonly PrintedScreen[] = [
  {name: 'ASCII', output: rows(characters(0x21, 0x7e), 32)},
  {name: 'Latin-1', output: rows(characters(0xa1, 0xac) + characters(0xae, 0xff), 32)},
  {name: 'Latin Extended-A', output: rows(characters(0x100, 0x17f), 32)},
  {
    name: 'Greek and Cyrillic',
    output: 'αβγδεζηθικλμνξοπρστυφχψω\r\nАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\r\nабвгдежзийклмнопрстуфхцчшщъыьэюя',
  },
  {
    name: 'the sixteen colours as text',
    output: range(0, 15)
      .map(i => sgr(`38;5;${i}`, pangram))
      .join('\r\n'),
  },
  {
    name: 'the sixteen colours as backgrounds',
    output: range(0, 15)
      .map(i => sgr(`48;5;${i}`, ` colour ${i} `.padEnd(40)))
      .join('\r\n'),
  },
  {
    name: 'SGR 30 to 37 and 90 to 97, bold and not',
    output: [...range(30, 37), ...range(90, 97)]
      .map(i => `${sgr(`${i}`, 'normal')} ${sgr(`1;${i}`, 'bold')} ${sgr(`2;${i}`, 'dim')}`)
      .join('\r\n'),
  },
  {
    name: 'the colour cube',
    output: rows(
      range(16, 231)
        .map(i => i)
        .map(i => String.fromCodePoint(0xe100 + i))
        .join(''),
      36,
    ).replace(/[\ue100-\ue1ff]/g, mark => sgr(`48;5;${mark.charCodeAt(0) - 0xe100}`, '  ')),
  },
  {
    name: 'the greys',
    output: range(232, 255)
      .map(i => sgr(`48;5;${i}`, '   '))
      .join(''),
  },
  {
    name: 'a gradient in true colour',
    output: range(0, 15)
      .map(row =>
        range(0, 79)
          .map(col => sgr(`48;2;${col * 3};${row * 16};${255 - col * 3}`, ' '))
          .join(''),
      )
      .join('\r\n'),
  },
  {
    name: 'text in true colour on true colour',
    output: range(0, 9)
      .map(i => sgr(`38;2;${255 - i * 20};${i * 25};128;48;2;${i * 10};40;${80 - i * 8}`, pangram))
      .join('\r\n'),
  },
  {name: 'bold', output: sgr('1', rows(characters(0x21, 0x7e), 32))},
  {name: 'italic', output: sgr('3', rows(characters(0x21, 0x7e), 32))},
  {name: 'bold italic', output: sgr('1;3', rows(characters(0x21, 0x7e), 32))},
  {name: 'dim', output: sgr('2', pangram)},
  {name: 'inverse', output: `${sgr('7', pangram)}\r\n${sgr('7;31', pangram)}\r\n${sgr('7;1;32;44', pangram)}`},
  {name: 'concealed', output: `shown ${sgr('8', 'concealed')} shown`},
  {name: 'underlined', output: `${sgr('4', pangram)}\r\n\r\n${sgr('4;32', pangram)}`},
  {name: 'underlined doubly', output: `${sgr('4:2', pangram)}\r\n`},
  {name: 'underlined with a wave', output: `${sgr('4:3', pangram)}\r\n`},
  {name: 'underlined with dots and dashes', output: `${sgr('4:4', pangram)}\r\n\r\n${sgr('4:5', pangram)}`},
  {
    name: 'underlined in another colour',
    output: `${sgr('4;58:2::255:0:0', pangram)}\r\n\r\n${sgr('4;58:5:42', pangram)}`,
  },
  {name: 'struck through', output: `${sgr('9', pangram)}\r\n${sgr('9;33', pangram)}`},
  {name: 'light boxes', output: '┌───┬───┐\r\n│ a │ b │\r\n├───┼───┤\r\n│ c │ d │\r\n└───┴───┘'},
  {name: 'heavy boxes', output: '┏━━━┳━━━┓\r\n┃ a ┃ b ┃\r\n┣━━━╋━━━┫\r\n┃ c ┃ d ┃\r\n┗━━━┻━━━┛'},
  {name: 'double boxes', output: '╔═══╦═══╗\r\n║ a ║ b ║\r\n╠═══╬═══╣\r\n║ c ║ d ║\r\n╚═══╩═══╝'},
  {
    name: 'rounded boxes and mixed ones',
    output: '╭───╮ ╒═══╕ ╓───╖ ┍━━━┑\r\n│   │ │   │ ║   ║ │   │\r\n╰───╯ ╘═══╛ ╙───╜ ┕━━━┙',
  },
  {name: 'every box drawing character', output: rows(characters(0x2500, 0x257f), 32)},
  {
    name: 'every block element',
    output: rows(
      range(0x2580, 0x259f)
        .map(code => `${String.fromCodePoint(code)} `)
        .join(''),
      32,
    ),
  },
  {
    name: 'half blocks as pixels',
    output: range(0, 7)
      .map(row =>
        range(0, 39)
          .map(col => sgr(`38;5;${16 + ((row * 40 + col) % 216)};48;5;${231 - ((row * 40 + col) % 216)}`, '▀'))
          .join(''),
      )
      .join('\r\n'),
  },
  {name: 'braille', output: rows(characters(0x2801, 0x28ff), 40)},
  {name: 'arrows', output: rows(characters(0x2190, 0x21ff), 40)},
  {name: 'mathematics', output: '∀∁∂∃∄∅∆∇∈∉∊∋∌∍∎∏∐∑−∓∔∕∖∗∘∙√∛∜∝∞∟∠∧∨∩∪∫∬∭\r\n≠≡≢≣≤≥≦≧≨≩≲≳≴≵≶≷≸≹≺≻≼≽≾≿⊂⊃⊄⊅⊆⊇'},
  {name: 'dingbats and symbols', output: '✓ ✔ ✗ ✘ ★ ☆ ● ○ ◉ ◆ ◇ ■ □ ▲ ▼ ▶ ◀ ❯ ❮ … • · ‹ › « » † ‡ § ¶'},
  {name: 'combining marks', output: 'e\u0301 a\u0308 o\u0302 n\u0303 c\u0327 u\u030a'},
  {
    name: 'a progress bar',
    output: `${sgr('32', '█████████▌')}${sgr('90', '░░░░░░░░░░')} 47 %\r\n${sgr('44', '                ')}${sgr('100', '            ')}`,
  },
  {name: 'a status line at the bottom', output: `\x1b[24;1H${sgr('7', ' -- INSERT --'.padEnd(80))}\x1b[1;1Htext`},
  {name: 'the last column and the last row', output: `\x1b[1;80HX\x1b[24;1HY\x1b[24;80HZ\x1b[12;40H`},
  {name: 'a cursor on a letter', output: 'letter\x1b[1;3H'},
  {name: 'a cursor as underline', output: '\x1b[4 qletter\x1b[1;3H'},
  {name: 'a cursor as bar', output: '\x1b[6 qletter\x1b[1;3H'},
  {name: 'the alternate screen', output: `before\x1b[?1049h\x1b[H${sgr('1;34', 'alternate')}`},
];

/** Of fonts that not every machine has. */
export const foreignScreens: readonly PrintedScreen[] = [
  {name: 'Chinese and Japanese', output: '中文字符測試 日本語かなカナ\r\n' + sgr('1;33;44', '粗體彩色 太字')},
  {name: 'emoji', output: '😀 🎉 👩‍💻 👨‍👩‍👧 🇩🇪 👍🏽 🚀 🐱'},
];

export const programScreens: readonly ProgramScreen[] = [
  {
    name: 'vim',
    program: 'vim',
    command: 'vim -u NONE --cmd "syntax on" -c "set number hlsearch" "+/function" code.js',
    until: 'function',
    leave: ['Escape', 'text::q!', 'Enter'],
  },
  {name: 'htop', program: 'htop', command: 'htop -d 10', until: 'Tasks', leave: ['q']},
  {name: 'less', program: 'less', command: 'less -R coloured.txt', until: 'line 1', keys: ['Space'], leave: ['q']},
  {
    name: 'tmux',
    program: 'tmux',
    command:
      "tmux -f /dev/null -L pictures new-session -s pictures 'cat coloured.txt; read x' \\; split-window -h 'cat code.js; read x' \\; bind-key e kill-server",
    until: 'function',
    // One key: what follows the : of its prompt in the same read goes to the pane, by the race within tmux itself.
    leave: ['C-b', 'e'],
  },
  {
    name: 'fzf',
    program: 'fzf',
    command: 'seq 100 | fzf --height=100% --border --prompt="pick> "',
    until: '100/100',
    keys: ['text:4'],
    leave: ['C-g'],
  },
  {name: 'mc', program: 'mc', command: 'mc --nosubshell', until: 'Quit', leave: ['F10']},
  {name: 'nano', program: 'nano', command: 'nano code.js', until: 'function', leave: ['C-x']},
  {
    name: 'dialog',
    program: 'dialog',
    command: 'dialog --title Menu --menu Choose 12 40 4 a Apples b Bananas c Cherries',
    until: 'Cherries',
    leave: ['Escape'],
  },
  {name: 'a curses program', program: 'python3', command: 'python3 curses-demo.py', until: 'pad', leave: ['q']},
];

const cursesDemo = `import curses
def main(screen):
    curses.start_color()
    for i in range(8): curses.init_pair(i + 1, i, 7 - i)
    screen.clear()
    screen.border()
    for i in range(8): screen.addstr(2 + i, 4, 'pad %d' % i, curses.color_pair(i + 1) | (curses.A_BOLD if i % 2 else 0))
    screen.hline(12, 2, curses.ACS_HLINE, 40)
    screen.vline(2, 40, curses.ACS_VLINE, 8)
    screen.refresh()
    screen.getch()
curses.wrapper(main)
`;

/** What the programs look at, by name. */
export const screenFiles: Readonly<Record<string, string>> = {
  'code.js': range(0, 39)
    .map(i => `function f${i}(a, b) { return "s" + ${i}; } // c`)
    .join('\n'),
  'coloured.txt': range(1, 60)
    .map(i => `${sgr(`${31 + (i % 6)}`, `line ${i}`)} plain ${sgr('1;4', 'bold')}`)
    .join('\n'),
  'curses-demo.py': cursesDemo,
};
