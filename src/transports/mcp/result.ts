/**
 * The one place where a tool's outcome becomes an MCP result. Several clients show the model only `structuredContent`
 * when there is any, so terminal text goes without; programs find the typed value in `_meta["cotty/result"]`.
 */
import type {CallToolResult} from '@modelcontextprotocol/server';
import {asCottyError} from '../../core/index.ts';
import type {AnyTool, Presentation, ToolOutcome} from '../../tools/index.ts';

export function toCallResult(tool: Pick<AnyTool, 'form'>, outcome: ToolOutcome): CallToolResult {
  const result: CallToolResult = {
    content: [{type: 'text', text: presentAsText(outcome.presentation)}],
    _meta: {'cotty/result': outcome.value},
  };
  switch (tool.form) {
    case 'terminal':
      return result;
    case 'status':
      return {...result, structuredContent: outcome.value};
    default:
      return tool.form satisfies never;
  }
}

/** Whatever was thrown, as text that says what to do next. Never structured: some clients would show only that. */
export function toErrorResult(thrown: unknown): CallToolResult {
  const error = asCottyError(thrown);
  return {
    content: [{type: 'text', text: `${error.message}\n${error.hint}`}],
    isError: true,
    _meta: {'cotty/error': {code: error.code, message: error.message, hint: error.hint}},
  };
}

/** A line of `key=value` facts, then the text as it is. */
export function presentAsText({facts, text}: Presentation): string {
  const line = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${factValue(value)}`)
    .join(' ');
  if (line === '') return text;
  return text === '' ? line : `${line}\n${text}`;
}

function factValue(value: Presentation['facts'][string]): string {
  if (value === null || value === undefined) return '-';
  const text = String(value);
  return /^[^\s"=\\]+$/.test(text) ? text : JSON.stringify(text);
}
