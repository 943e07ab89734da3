/**
 * The real clients from npm, driven by a model on loopback. What is asserted is what a model is shown: results that only
 * programs can see do not help an agent.
 */
import {beforeAll, describe, expect, test} from 'vitest';
import {clients, isInstalled} from '../support/clients/clients.ts';
import {type Conversation, converse} from '../support/clients/conversation.ts';
import type {Reply} from '../support/clients/fake-model.ts';

const command = 'echo from-$((40+2)); false';
const unknownSession = {command: 'true', session_id: 'nowhere'};

interface Situation {
  readonly client: keyof typeof clients;
  /** Decides how Codex shows tools; the others do not mind. */
  readonly model: string;
  /** How the model calls a tool. */
  call(tool: string, input: Readonly<Record<string, unknown>>): Reply;
  /** What the client puts around a result. */
  readonly around: (result: string) => RegExp;
  /** Tools with their whole description in the first request; all others have to be looked for. */
  readonly shown: readonly string[];
  readonly nameOf: (tool: string) => string;
  /** How the model looks for a tool; absent where all are shown. */
  search?(query: string): Reply;
}

const all = [
  'check_command',
  'get_context',
  'manage_session',
  'read_output',
  'read_screen',
  'run_command',
  'screenshot',
  'send_control',
  'send_keys',
  'send_text',
  'wait_for_events',
  'wait_for_stable_output',
  'watch_output',
];

const situations: readonly Situation[] = [
  {
    client: 'Claude Code',
    model: '',
    nameOf: tool => `mcp__cotty__${tool}`,
    call: (tool, input) => ({type: 'call', tool: `mcp__cotty__${tool}`, input}),
    search: query => ({type: 'call', tool: 'ToolSearch', input: {query}}),
    around: result => new RegExp(`^${result}$`),
    shown: ['manage_session', 'read_screen', 'run_command'],
  },
  {
    client: 'Codex',
    model: 'gpt-5.5',
    nameOf: tool => `mcp__cotty.${tool}`,
    call: (tool, input) => ({type: 'call', tool: `mcp__cotty.${tool}`, input}),
    search: query => ({type: 'search', query}),
    around: result => new RegExp(`^Wall time: [\\d.]+ seconds\nOutput:\n${result}$`),
    shown: [],
  },
  {
    // The model writes JavaScript that calls the tools.
    client: 'Codex',
    model: 'gpt-6.1-sol',
    nameOf: tool => `mcp__cotty__${tool}`,
    call: (tool, input) => ({
      type: 'freeform',
      tool: 'functions.exec',
      input: `text((await tools.mcp__cotty__${tool}(${JSON.stringify(input)})).content.map(part => part.text).join())`,
    }),
    around: result => new RegExp(`^Script completed\nWall time [\\d.]+ seconds\nOutput:\n\n${result}$`),
    shown: [],
  },
  {
    client: 'Gemini CLI',
    model: 'gemini-2.5-pro',
    nameOf: tool => `mcp_cotty_${tool}`,
    call: (tool, input) => ({type: 'call', tool: `mcp_cotty_${tool}`, input}),
    around: result => new RegExp(`^<untrusted_context>\n${result}\n</untrusted_context>$`),
    shown: all,
  },
];

/** What an agent would look for, and what it must find among the first five. */
const searches = [
  ['interrupt running process', 'send_control'],
  ['kill process', 'send_control'],
  ['press keys vim', 'send_keys'],
  ['send input stdin', 'send_text'],
  ['wait log pattern', 'watch_output'],
  ['read output', 'read_output'],
] as const;

describe.for(situations)('$client $model', situation => {
  const client = clients[situation.client];
  const lacking = isInstalled(client) ? '' : ' (not installed: run script/setup --test)';

  describe.skipIf(lacking !== '')(`through bin/cotty mcp${lacking}`, () => {
    let talk: Conversation;

    beforeAll(async () => {
      talk = await converse(client, situation.model, [
        situation.call('run_command', {command}),
        situation.call('run_command', unknownSession),
        ...searches.flatMap(([query]) => situation.search?.(query) ?? []),
      ]);
    });

    test('the model is shown how the command ended and what it printed, and nothing else', () => {
      const header = `state=completed exit=1 via=mark session=pty:\\w+ command=c-[\\w-]+ cursor=\\d+ ms=\\d+ cwd=${talk.work}`;
      expect(talk.results[0]).toMatch(situation.around(`${header} session_created=true\nfrom-42`));
    });

    test('the model is shown what to do after a mistake', () => {
      expect(talk.results[1]).toMatch(
        /There is no session \\*"nowhere\\*"\.(\n|\\n)Living sessions: pty:\w+ \(bash\)\./,
      );
    });

    test('the model is told what cotty is for before it has called anything', () => {
      expect(JSON.stringify(talk.first.body)).toContain('Use it to run shell commands and know exactly when they end');
    });

    test(`the model is shown ${situation.shown.length} tools at once, the rest when it asks`, () => {
      const names = talk.first.tools.map(tool => tool.name).filter(name => name.includes('cotty'));
      expect(names.toSorted()).toEqual(situation.shown.map(situation.nameOf));
    });

    test('the conversation comes to its end without anybody but the model', () => {
      expect(talk.said).toContain('That is all.');
      expect(talk.strays).toEqual([]);
    });

    for (const [index, [query, tool]] of (situation.search ? searches : []).entries()) {
      test(`looking for "${query}" finds ${tool}`, () => {
        const found = talk.results[2 + index]?.split('\n').slice(0, 5).join('\n');
        expect(found).toContain(situation.nameOf(tool));
      });
    }
  });
});
