import {expect, test} from 'vitest';
import type {BlockedOn, LineReader, ProcessFacts} from '../../core/index.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {judge, type LookFacts} from './judge.ts';

const bash: LineReader = {
  pid: 7,
  program: 'bash',
  carried: false,
  canonical: false,
  bracketedPaste: true,
  prompt: 'in$',
};
const dash: LineReader = {...bash, program: 'dash', canonical: true, bracketedPaste: false, prompt: '$'};
const ssh: LineReader = {...bash, program: 'ssh', carried: true, prompt: 'far$'};
const bareSsh: LineReader = {...ssh, bracketedPaste: false, prompt: '$'};

const node: LineReader = {...bash, program: 'node', bracketedPaste: false, prompt: '>'};
const python: LineReader = {...node, program: 'python3', prompt: '>>>'};

const reads = (pid: number): ForegroundClaim => ({type: 'awaiting', kind: 'shell', program: 'bash', pid});
const loop = (program: string): ForegroundClaim => ({type: 'awaiting', kind: 'repl', program, pid: 7});
const far: ForegroundClaim = {type: 'awaiting', kind: 'shell', program: 'ssh', pid: 7, carried: true};
const ownShell: ForegroundClaim = {type: 'shellReads', replaced: false, nested: false, pid: 3};

function facts(
  claim: ForegroundClaim,
  given: Partial<LookFacts> & {
    reader?: LineReader;
    canonical?: boolean;
    unreadBytes?: number | null;
    named?: boolean;
    goesOn?: boolean;
    blockedOn?: BlockedOn;
  },
): LookFacts {
  const {reader = null, canonical = false, unreadBytes = 0, named = false, goesOn = false, blockedOn, ...rest} = given;
  return {
    claim,
    probe: {
      mode: {canonical, echo: canonical, signals: true, enterIsLineFeed: canonical},
      shell: null,
      foreground: blockedOn ? [holder(blockedOn)] : null,
      unreadBytes,
    },
    record: {
      phase: 'submitted',
      nested: reader !== null,
      named,
      goesOn,
      reader,
      commandLine: 'x',
      acceptedAt: null,
      interruptSent: false,
      sourced: false,
      wasUnheard: false,
    },
    readsByPromptCall: false,
    isShellReading: claim.type === 'shellReads' || (claim.type === 'blockedOnRead' && claim.pid === 3),
    isCurrent: reader === null,
    carriesShell: false,
    phase: 'running',
    runsTypedLine: false,
    integration: 'full',
    isMonitored: false,
    inNestedShell: false,
    ownIntegration: 'full',
    bracketedPaste: false,
    tail: '',
    isTaken: true,
    seenPrompts: [],
    isTypedInto: false,
    quietForMs: 5000,
    countsBareReads: false,
    isUnhooked: false,
    isSilent: false,
    sinceSubmitMs: 5000,
    ...rest,
  };
}

function holder(blockedOn: BlockedOn): ProcessFacts {
  return {
    pid: 7,
    name: 'node',
    argv: ['node'],
    stopped: false,
    blockedOn,
    isCopy: false,
    holdsTerminal: false,
    wakeUps: 0,
  };
}

const over = {type: 'awaiting', over: true};
const unsure = {type: 'awaiting', kind: 'prompt', unsure: true};

test.each<[string, LookFacts, object | null]>([
  ['its own prompt stands again', facts(reads(7), {reader: bash, bracketedPaste: true, tail: 'in$'}), over],
  [
    'its Enter has not arrived',
    facts(reads(7), {reader: bash, bracketedPaste: true, tail: 'in$', isTaken: false}),
    null,
  ],
  [
    'another program reads',
    facts({type: 'blockedOnRead', program: 'cat', pid: 9}, {reader: bash, canonical: true}),
    null,
  ],
  [
    'another program asks',
    facts({type: 'awaiting', kind: 'prompt', program: 'rm', pid: 9}, {reader: bash, canonical: true, tail: 'remove?'}),
    {type: 'awaiting', kind: 'prompt', program: 'rm'},
  ],
  [
    'the shell itself reads a line for the command',
    facts(reads(7), {reader: bash, canonical: true, tail: 'name?', bracketedPaste: false}),
    {type: 'awaiting', kind: 'prompt', program: 'bash'},
  ],
  [
    'the prompt of a line editor was set anew',
    facts(reads(7), {reader: bash, bracketedPaste: true, tail: 'new$'}),
    over,
  ],
  ['a line editor asks', facts(reads(7), {reader: bash, bracketedPaste: true, tail: 'name?'}), {kind: 'prompt'}],
  ['a shell without line editor is back', facts(reads(7), {reader: dash, canonical: true, tail: '$'}), over],
  ['it reads behind other text', facts(reads(7), {reader: dash, canonical: true, tail: 'name?'}), {kind: 'prompt'}],
  ['the far prompt stands again', facts(far, {reader: ssh, bracketedPaste: true, tail: 'far$'}), over],
  ['the far prompt stands without its line editor', facts(far, {reader: ssh, tail: 'far$'}), unsure],
  ['another far prompt stands without a line editor', facts(far, {reader: ssh, tail: '>>>'}), unsure],
  ['a far question stands without a line editor', facts(far, {reader: ssh, tail: 'name?'}), unsure],
  ['far text that is neither stands without a line editor', facts(far, {reader: ssh, tail: 'working ...'}), null],
  ['far text resembles the prompt', facts(far, {reader: ssh, bracketedPaste: true, tail: 'so far$'}), unsure],
  ['a bare far prompt proves nothing', facts(far, {reader: bareSsh, tail: '$'}), unsure],
  ['far text has only just come', facts(far, {reader: bareSsh, tail: '45%', quietForMs: 400}), null],
  ['the shell waits for input and the line is unread', facts(ownShell, {named: true, unreadBytes: 7}), null],
  ['the shell has read the line and waits for another', facts(ownShell, {named: true}), {type: 'ended'}],
  [
    'it has, and nothing tells what is unread',
    facts(ownShell, {named: true, unreadBytes: null, sinceSubmitMs: 100}),
    null,
  ],
  ['a typed line runs before it', facts(ownShell, {named: true, runsTypedLine: true}), null],
  ['another program reads before it', facts({type: 'blockedOnRead', program: 'cat', pid: 9}, {named: true}), null],
  [
    'the shell has lost its line editor',
    facts({type: 'blockedOnRead', program: 'bash', pid: 3}, {named: true, canonical: true}),
    {type: 'ended'},
  ],
  [
    'the line is unfinished',
    facts(ownShell, {named: true, goesOn: true, phase: 'continuation'}),
    {type: 'awaiting', kind: 'continuation'},
  ],
  ['another unfinished line stands before it', facts(ownShell, {named: true, phase: 'continuation'}), {type: 'ended'}],
  [
    'it has a nested shell with marks at its prompt',
    facts(reads(9), {carriesShell: true, phase: 'prompt'}),
    {kind: 'shell'},
  ],
  ['that one is busy', facts(reads(9), {carriesShell: true}), null],
  [
    'an event loop of a REPL polls, and shows nothing',
    facts(loop('node'), {reader: node, blockedOn: 'tty_poll'}),
    null,
  ],
  [
    'the same, and somebody is there to answer',
    facts(loop('node'), {reader: node, blockedOn: 'tty_poll', countsBareReads: true}),
    unsure,
  ],
  [
    'a thread of a REPL reads, and shows nothing',
    facts(loop('jshell'), {reader: {...node, program: 'jshell'}, blockedOn: 'tty_read'}),
    null,
  ],
  ['a REPL polls, and shows nothing', facts(loop('python3'), {reader: python, blockedOn: 'tty_poll'}), unsure],
  [
    'it has begun to only just now',
    facts(loop('python3'), {reader: python, blockedOn: 'tty_poll', quietForMs: 400}),
    null,
  ],
  [
    'a REPL polls behind a question',
    facts(loop('node'), {reader: node, blockedOn: 'tty_poll', tail: 'sure?'}),
    {type: 'awaiting', kind: 'prompt'},
  ],
  ['a REPL polls at its prompt', facts(loop('node'), {reader: node, blockedOn: 'tty_poll', tail: '>'}), over],
  ['a program polls, and shows nothing', facts(loop('x'), {blockedOn: 'tty_poll'}), {kind: 'repl', unsure: true}],
  ['a program reads, and asks nothing', facts({type: 'blockedOnRead', program: 'cat', pid: 9}, {}), null],
  [
    'the same, and somebody is there to answer',
    facts({type: 'blockedOnRead', program: 'cat', pid: 9}, {countsBareReads: true}),
    {type: 'awaiting', kind: 'prompt', program: 'cat'},
  ],
])('%s', (_, look, verdict) => {
  if (verdict === null) expect(judge(look)).toBeNull();
  else expect(judge(look)).toMatchObject(verdict);
});
