/** The real clients: how each is told about cotty (as the README says), pointed at the fake model, and asked something. */
import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {anthropic} from './anthropic.ts';
import {type ClientHome, cotty} from './client-home.ts';
import type {Dialect} from './fake-model.ts';
import {gemini} from './gemini.ts';
import {openai} from './openai.ts';

export interface Client {
  readonly dialect: Dialect;
  /** Started by Node.js; no install script of any client has to run for it. */
  readonly program: string;
  /** What sends it to the fake model and keeps it from the network. */
  environment(modelUrl: string): NodeJS.ProcessEnv;
  /** Adds cotty and lets the client use it unasked, in `home`. */
  configure(home: ClientHome): Promise<void>;
  /** Words of the command line that asks `prompt` without a person there. */
  ask(prompt: string, model: {readonly url: string; readonly name: string}): readonly string[];
}

const installed = resolve(import.meta.dirname, '../../clients/node_modules');

export function isInstalled(client: Client): boolean {
  return existsSync(client.program);
}

const claudeCode: Client = {
  dialect: anthropic,
  program: join(installed, '@anthropic-ai/claude-code/cli-wrapper.cjs'),
  environment: url => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // It asks the model without the tools of a server that takes longer, as it does on a busy machine.
    MCP_TIMEOUT: '60000',
    CLAUDE_CODE_MCP_STARTUP_WAIT_MS: '60000',
  }),
  async configure(home) {
    await home.run(process.execPath, this.program, 'mcp', 'add', 'cotty', '--', cotty, 'mcp');
  },
  ask: prompt => ['-p', prompt, '--allowedTools', 'mcp__cotty'],
};

const codex: Client = {
  dialect: openai,
  program: join(installed, '@openai/codex/bin/codex.js'),
  environment: () => ({}),
  async configure(home) {
    await home.run(process.execPath, this.program, 'mcp', 'add', 'cotty', '--', cotty, 'mcp');
  },
  ask: (prompt, {url, name}) => [
    ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
    ...[
      '-c',
      'model_provider="fake"',
      '-c',
      `model_providers.fake={name="fake",base_url="${url}/v1",wire_api="responses"}`,
    ],
    ...[
      '-c',
      'mcp_servers.cotty.startup_timeout_sec=60',
      '-c',
      'check_for_update_on_startup=false',
      '-c',
      'analytics.enabled=false',
      '--disable',
      'plugins',
      '--disable',
      'apps',
    ],
    ...['-m', name, prompt],
  ],
};

const geminiCli: Client = {
  dialect: gemini,
  program: join(installed, '@google/gemini-cli/bundle/gemini.js'),
  environment: url => ({GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none'}),
  async configure(home) {
    const settings = {
      security: {auth: {selectedType: 'gemini-api-key'}},
      privacy: {usageStatisticsEnabled: false},
      general: {enableAutoUpdate: false, enableAutoUpdateNotification: false},
    };
    await mkdir(join(home.path, '.gemini'));
    await writeFile(join(home.path, '.gemini/settings.json'), JSON.stringify(settings));
    // In a project's own settings a server counts only once a person has said that they trust the folder.
    await home.run(process.execPath, this.program, 'mcp', 'add', '--scope', 'user', 'cotty', cotty, 'mcp');
  },
  ask: (prompt, {name}) => ['-p', prompt, '-m', name, '--approval-mode', 'yolo', '--skip-trust'],
};

export const clients = {'Claude Code': claudeCode, Codex: codex, 'Gemini CLI': geminiCli} as const;
