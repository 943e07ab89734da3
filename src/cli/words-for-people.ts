import {CottyError} from '../core/index.ts';
import type {DefinedVerb} from './argv/verb.ts';
import {refusedArguments} from './refused-arguments.ts';

/** The same error with what people can do about it: what the options and words of the verb are to change, and hints in verbs. */
export function errorForPeople(error: CottyError, verb?: DefinedVerb): CottyError {
  const refused = verb && refusedArguments(error, verb);
  if (refused) return refused;
  const {code, message, hint, cause} = error;
  return new CottyError(code, wordsOfOptions(message), wordsForPeople(hint), {cause: cause ?? error});
}

/** `action=rename needs name.` */
function wordsOfOptions(message: string): string {
  const [, action, names] = /^action=(\w+) needs ([\w ]+)\.$/.exec(message) ?? [];
  return names === undefined ? message : `--action ${action} needs ${optionNames(names)}.`;
}

function optionNames(names: string): string {
  return names.replaceAll(/\b(?!and\b)\w+/g, name => `--${name.replaceAll('_', '-')}`);
}

/**
 * Hints are written for agents, who call tools. At a command line the same is done with verbs: this is the one place that
 * says one by the other.
 */
export function wordsForPeople(text: string): string {
  const [, needed] = /^Call again with ([\w ]+)\.$/.exec(text) ?? [];
  if (needed !== undefined) return `Add ${optionNames(needed)}.`;
  return phrases.reduce((told, [agents, people]) => told.replaceAll(agents, people), text);
}

type Phrase = readonly [agents: RegExp, people: string];

/** Where a person has a better way than the same call, or the sentence has to change. Before the calls, which they contain. */
const sayings: readonly Phrase[] = [
  [
    /\bCall again with the same request id; a command that was started goes on\b/g,
    'The next one is started by itself: run this again. What runs in sessions goes on (`cotty ls`)',
  ],
  [/\bmake the same call again with confirm=true\b/g, 'run it again with `--confirm`'],
  [/\bThen make the same call again; wait_for_events kinds=\["approval_answered"\] tells when\b/g, 'Then run it again'],
  [/\bDrive it with send_keys and read_screen\b/g, 'Use it with `cotty attach SESSION`'],
  [/\b([Aa])nswer with send_text submit=true\b/g, '$1nswer with `cotty attach SESSION`'],
  [/\bSend the rest with send_text submit=true\b/g, 'Type the rest with `cotty attach SESSION`'],
  [/\bsend_text submit=true\b/g, '`cotty attach SESSION`'],
  [/\bGive a directory that exists as cwd\b/g, 'Give a directory that exists with --cwd'],
  [/\bA person types it \(cotty attach\)/g, 'Type it with `cotty attach SESSION`'],
  [/\bread_output \(command_id, wait_ms\)/g, '`cotty read SESSION`'],
  [/ \(escalate=true if it ignores that\)/g, ' (with `--escalate` if it ignores that)'],
  [/\bUse the command_id that run_command gave; .*$/g, 'Read the whole session with `cotty read SESSION`.'],
  [/\bRead on with the same command_id or cursor\b/g, 'Read on with `cotty read SESSION`'],
  [/\b(?:manage_session )?action=list all=true names\b/g, '`cotty ls --all` shows'],
  [/\b(?:manage_session )?action=list (?:names|tells|shows)\b/g, '`cotty ls` shows'],
  [/\bmanage_session action=focus makes it your active one\b/g, '`cotty attach SESSION`'],
  [/\bleave session_id out for\b/g, 'leave SESSION out for'],
  [/\bGive session_id;/g, 'Name a session;'],
];

/** What a call of a tool is in verbs. */
const calls: readonly Phrase[] = [
  [/\bmanage_session action=create\b/g, '`cotty new`'],
  [/\bmanage_session action=recover\b/g, '`cotty new --recover SESSION`'],
  [/\bmanage_session action=list all=true\b/g, '`cotty ls --all`'],
  [/\bmanage_session action=list\b/g, '`cotty ls`'],
  [/\bList them with action=list\b/g, 'List them with `cotty ls`'],
  [/\bmanage_session action=close session_id=([\w:]+)/g, '`cotty kill $1`'],
  [/\bmanage_session action=close\b/g, '`cotty kill SESSION`'],
  [/\bmanage_session action=([a-z]+)\b/g, '`cotty manage-session --action $1 --session-id SESSION`'],
  [/\bread_output\b/g, '`cotty read SESSION`'],
  [/\bread_screen\b/g, '`cotty read SESSION --screen`'],
  [/\bsend_control character=([A-Z])\b/g, '`cotty send-control --character $1 --session-id SESSION`'],
  [/\bsend_keys ([A-Z][\w@-]*)/g, '`cotty keys SESSION $1`'],
  [/\bsend_keys\b/g, '`cotty keys SESSION KEY`'],
  // A word of its own too: as a tool it is what somebody is to try or use.
  [/\b([Tt]ry|[Uu]se|[Ww]ith) screenshot\b/g, '$1 `cotty screenshot SESSION`'],
  [/\bwatch_output\b/g, '`cotty watch SESSION PATTERN`'],
  [/\brun_command\b/g, '`cotty run -- COMMAND`'],
  [/\bterminal_exec "([^"]*)"/g, '`cotty exec "$1"`'],
  [/\bterminal_exec\b/g, '`cotty exec LINE`'],
];

/** Any other tool is the verb of its name. */
const names: readonly Phrase[] = [
  'edit_file',
  'check_command',
  'get_context',
  'glob_files',
  'grep_files',
  'list_files',
  'list_skills',
  'make_directory',
  'manage_session',
  'read_file',
  'read_skill',
  'send_control',
  'send_text',
  'wait_for_events',
  'wait_for_stable_output',
  'write_file',
].map(name => [new RegExp(`\\b${name}\\b`, 'g'), `\`cotty ${name.replaceAll('_', '-')}\``]);

const phrases: readonly Phrase[] = [...sayings, ...calls, ...names];
