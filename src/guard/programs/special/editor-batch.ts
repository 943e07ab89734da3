import {type Invocation, say} from '../../judge/scope.ts';
import {type Argument, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';
import {judgeRow} from '../judge-row.ts';
import {judgePager} from './words.ts';

/** vi and its kin: commands that stand in the line and only edit the files that it names are a change like any other. */
export function judgeEditor(call: Invocation): void {
  const args = call.name === 'ed' ? editedByEd(call) : edited(call);
  const row = findRow(call.name);
  const opened = call.name === 'ed' ? call.args.find(word => (textOf(word) ?? '!').startsWith('!')) : undefined;
  if (opened) say(call, 'DANGEROUS', 'code.runs', 'ed opens what a command prints.', opened);
  if (!args || !row) {
    judgePager(call);
    return;
  }
  say(call, 'CAUTION', 'option', 'The editor is told what to change.');
  judgeRow(row, call, args);
}

/** The words that are left without such commands; undefined where there are none, or others too. */
function edited({args, input, name}: Invocation): readonly Argument[] | undefined {
  const left: Argument[] = [];
  let commands = 0;
  let isBatch = name === 'ex';
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const text = textOf(word);
    if (!word || text === null) return undefined;
    if (/^-(?:c|sc|esc)$/.test(text) || (/^\+./.test(text) && !/^\+\d+$/.test(text)) || /^-s?c./.test(text)) {
      const command = /^-\w*c$/.test(text) ? textOf(args[++at]) : text.replace(/^\+|^-s?c/, '');
      if (command === null || !EDITS.test(command)) return undefined;
      commands++;
    } else if (text === '-u') {
      if (!/^(?:NONE|NORC|DEFAULTS)$/.test(textOf(args[++at]) ?? '')) return undefined;
    } else if (/^-(?:[esENnRm]+|-headless|-clean|-noplugin|-not-a-term)$/.test(text)) isBatch ||= /[es]/.test(text);
    else if (/^-./.test(text)) return undefined;
    else left.push(word);
  }
  // Its input is read for commands too.
  if (input.type === 'text' && isBatch && !areEdits(input.text, EDITS)) return undefined;
  if (input.type !== 'terminal' && input.type !== 'text') return undefined;
  return commands > 0 || (isBatch && input.type === 'text') ? left : undefined;
}

function editedByEd({args, input}: Invocation): readonly Argument[] | undefined {
  const left = args.filter(word => !/^-[sE]+$/.test(textOf(word) ?? ''));
  const isPlain = left.every(word => /^[^-!]/.test(textOf(word) ?? '!'));
  return isPlain && left.length === 1 && input.type === 'text' && areEdits(input.text, EDITS_OF_ED) ? left : undefined;
}

function areEdits(text: string, edits: RegExp): boolean {
  let isTyped = false;
  for (const line of text.split('\n')) {
    if (isTyped) isTyped = line !== '.';
    else if (/^(?:\d+|\$)?[aic]$/.test(line)) isTyped = true;
    else if (line !== '' && !edits.test(line)) return false;
  }
  return true;
}

const RANGE = String.raw`(?:%|(?:\d+|[.$])(?:,(?:\d+|[.$]))?)?`;
const PART = String.raw`(?:(?![\n\\|])[^/]|\\[^=|\n])*`;
const OTHER_PART = String.raw`(?:(?![\n\\|])[^#]|\\[^=|\n])*`;
const COMMON = `s/${PART}/${PART}(?:/[gciIp]*)?|s#${OTHER_PART}#${OTHER_PART}(?:#[gciIp]*)?|[gv]/${PART}/[dp]|[dpj]|(?:wq?|q)!?`;
/** Neither expressions (`\=`) nor further commands behind a bar; `:normal` only to indent. */
const EDITS = new RegExp(
  String.raw`^:?${RANGE}(?:${COMMON}|(?:x|xa|wa|qa|wqa)!?|[aic]\|[^|\n]{0,200}|retab!?|normal!? gg=G|se?t? (?:ff|fileformat|fenc|fileencoding|ts|sw|et|expandtab|noet|noexpandtab|nobomb)(?:=[\w-]+)?)?$`,
);
const EDITS_OF_ED = new RegExp(`^${RANGE}(?:${COMMON}|n)$`);
