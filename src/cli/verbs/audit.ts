import {writeFileSync} from 'node:fs';
import {type AuditReader, auditPaths, loadAuditReader, loadConfig, locateHome} from '../../app/index.ts';
import {CottyError, field, numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb} from '../argv/verb.ts';
import {isPerson, openClient} from '../client.ts';
import {visibleText} from '../visible-text.ts';

const MOST_LISTED = 50;

export const auditVerb = defineVerb({
  name: 'audit',
  usage: '[list | show ID | verify | export FILE] [--lines N]',
  details: [
    'What agents wanted to run, what was decided, by whom, and what became of it.',
    'show tells all of one decision and draws the screen as it was when the command had ended; ID is its number, or that of a command or an approval.',
    'verify looks whether anything was changed, removed, moved or lost at the end, and exits with 1 when something was.',
    'export writes all records to FILE (- is standard output), each a line of JSON, and beside it FILE.manifest.json.',
  ].join('\n'),
  options: {
    lines: {type: 'number', value: 'N', about: `list the newest N decisions; default is ${MOST_LISTED}`},
  },
  words: [0, 2],
  async run({words: [action = 'list', what], options, output, env}) {
    const home = locateHome(env);
    const paths = auditPaths(home, (await loadConfig({home, env})).audit.log_path);
    const reader = await loadAuditReader();
    switch (action) {
      case 'list':
        return list(await readable(reader.auditRecords(paths), env), options.lines ?? MOST_LISTED, output);
      case 'show':
        return show(await readable(reader.auditRecords(paths), env), what, output, env);
      case 'verify':
        return verify(reader.verifyAuditFiles(paths), output);
      case 'export':
        await requireAll(reader.auditRecords(paths), env);
        return exportTo(what, paths, reader, output);
      default:
        throw new CottyError(
          'invalid_argument',
          `There is no audit ${action}.`,
          'Use list, show ID, verify or export FILE.',
        );
    }
  },
});

type Fields = Readonly<Record<string, unknown>>;

/** An agent is told nothing of sessions that it may not read. */
async function readable(records: readonly Fields[], env: NodeJS.ProcessEnv): Promise<readonly Fields[]> {
  const ids = [...new Set(records.map(record => textField(record, 'session_id')).filter(id => id !== ''))];
  if (isPerson(env) || ids.length === 0) return records;
  using client = await openClient(env);
  const told = field(await client.ask('readable_sessions', {session_ids: ids}), 'session_ids');
  const known = new Set<unknown>(Array.isArray(told) ? told : []);
  return records.filter(record => textField(record, 'session_id') === '' || known.has(record['session_id']));
}

/** The records prove one another: there is no export of some. */
async function requireAll(records: readonly Fields[], env: NodeJS.ProcessEnv): Promise<void> {
  if ((await readable(records, env)).length === records.length) return;
  throw new CottyError(
    'denied',
    'The audit tells of sessions that this agent may not read.',
    'A person exports it, or see what is permitted with: cotty audit list',
  );
}

function list(records: readonly Fields[], most: number, output: Output): number {
  const results = new Map(records.filter(isOf('result')).map(record => [record['decision_seq'], record]));
  const decisions = records.filter(isOf('decision')).slice(-most);
  if (output.isJson) {
    output.value({decisions: decisions.map(decision => ({...decision, result: results.get(decision['seq']) ?? null}))});
    return 0;
  }
  if (decisions.length === 0) output.complain('Nothing was decided yet.');
  output.table(
    ['ID', 'TIME', 'AGENT', 'LEVEL', 'DECISION', 'EXIT', 'COMMAND'],
    decisions.map(decision => [
      ...['seq', 'timestamp', 'agent', 'safety_level', 'decision'].map(name => textField(decision, name)),
      textField(results.get(decision['seq']), 'exit_code') || '-',
      commandOf(decision),
    ]),
  );
  return 0;
}

async function show(
  records: readonly Fields[],
  what: string | undefined,
  output: Output,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const isMeant = (record: Fields): boolean =>
    [record['seq'], record['command_id'], record['approval_id']].map(String).includes(what ?? '');
  const decision = records.findLast(record => record['event'] === 'decision' && isMeant(record));
  if (!decision)
    throw new CottyError('invalid_argument', `There is no decision ${what ?? ''}.`, 'List them with: cotty audit');
  const result = records.find(record => record['event'] === 'result' && record['decision_seq'] === decision['seq']);
  const answers = records.filter(
    record =>
      record['event'] === 'answer' &&
      record['approval_id'] === decision['approval_id'] &&
      decision['approval_id'] !== undefined,
  );
  const screen = result ? await screenAt(result, env) : null;
  if (output.isJson) {
    output.value({decision, answers, result: result ?? null, screen});
    return 0;
  }
  for (const record of [decision, ...answers, ...(result ? [result] : [])]) {
    output.print(`${textField(record, 'event')} ${textField(record, 'seq')}, ${textField(record, 'timestamp')}`);
    for (const [name, value] of Object.entries(record))
      if (!SHOWN_ABOVE.has(name)) output.print(`  ${name.padEnd(14)} ${visibleText(shown(value))}`);
  }
  if (screen !== null) output.print(`\nThe screen when it had ended:\n${visibleText(screen)}`);
  return 0;
}

const SHOWN_ABOVE: ReadonlySet<string> = new Set(['event', 'seq', 'timestamp', 'prev', 'hash']);

/** Null where the log of the session is not kept any more. */
async function screenAt(result: Fields, env: NodeJS.ProcessEnv): Promise<string | null> {
  const at = numberField(field(result, 'log'), 'to');
  if (at === undefined) return null;
  try {
    using client = await openClient(env);
    const input = {session_id: textField(result, 'session_id'), at, format: 'text'};
    const {presentation} = await client.call('screenshot', input);
    return presentation.text;
  } catch {
    return null;
  }
}

function verify(report: ReturnType<AuditReader['verifyAuditFiles']>, output: Output): number {
  const {isWhole, records, checkpoints, problems, head} = report;
  if (output.isJson)
    output.value({
      whole: isWhole,
      records,
      checkpoints,
      problems: problems.map(problem => ({...problem})),
      head: {...head},
    });
  else {
    for (const {file, line, problem} of problems) output.print(`${file}${line === null ? '' : `:${line}`} ${problem}`);
    output.print(
      isWhole ? `whole: ${records} records, ${checkpoints} checkpoints` : `not whole: ${problems.length} problems`,
    );
  }
  return isWhole ? 0 : 1;
}

async function exportTo(
  file: string | undefined,
  paths: ReturnType<typeof auditPaths>,
  {auditTexts, verifyAuditFiles}: AuditReader,
  output: Output,
): Promise<number> {
  if (file === undefined)
    throw new CottyError('invalid_argument', 'Where to export to is missing.', 'Call: cotty audit export FILE');
  const text = auditTexts(paths)
    .map(part => part.text.trim())
    .filter(part => part !== '')
    .map(part => `${part}\n`)
    .join('');
  if (file === '-') {
    output.print(text.trimEnd());
    return 0;
  }
  const {createHash} = await import('node:crypto');
  const report = verifyAuditFiles(paths);
  const manifest = {
    format: 'cotty-audit-1',
    exported_at: new Date().toISOString(),
    records: report.records,
    whole: report.isWhole,
    problems: report.problems,
    head: report.head,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
  writeFileSync(file, text, {mode: 0o600});
  writeFileSync(`${file}.manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`, {mode: 0o600});
  output.print(`${report.records} records in ${file}`);
  return 0;
}

function isOf(event: string): (record: Fields) => boolean {
  return record => record['event'] === event;
}

function commandOf(decision: Fields): string {
  const {command} = decision;
  return typeof command === 'string' ? visibleText(command) : '(not known)';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
