/**
 * The one place where a tool's outcome becomes an MCP result. Several clients show the model only `structuredContent`
 * when there is any, so terminal text goes without; programs find the typed value in `_meta["cotty/result"]`.
 */
import type {CallToolResult} from '@modelcontextprotocol/server';
import {factsLine} from '../../core/index.ts';
import {isLineRefused} from '../../engine/index.ts';
import {type AnyTool, type Presentation, revealError, type ToolImage, type ToolOutcome} from '../../tools/index.ts';

export function toCallResult(
  tool: Pick<AnyTool, 'form'>,
  outcome: ToolOutcome,
  images: readonly ToolImage[] = [],
): CallToolResult {
  const result: CallToolResult = {
    content: [{type: 'text', text: presentAsText(outcome.presentation)}, ...images.map(toBlock)],
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

function toBlock({mimeType, bytes}: ToolImage): CallToolResult['content'][number] {
  return {type: 'image', mimeType, data: Buffer.from(bytes).toString('base64')};
}

/** Whatever was thrown, as text that says what to do next. Never structured: some clients would show only that. */
export function toErrorResult(thrown: unknown): CallToolResult {
  const error = revealError(thrown);
  return {
    content: [{type: 'text', text: [error.message, error.hint].join('\n')}],
    isError: true,
    _meta: {'cotty/error': {code: error.code, message: error.message, hint: error.hint, ...asked(thrown)}},
  };
}

/** A call that waits for a person: what they are asked. */
function asked(thrown: unknown): {readonly approval_id?: string} {
  if (!isLineRefused(thrown) || thrown.refusal.state !== 'needs_approval') return {};
  const {approvalId} = thrown.refusal;
  return approvalId === null ? {} : {approval_id: approvalId};
}

/** A line of `key=value` facts, then the text as it is. */
export function presentAsText({facts, text}: Presentation): string {
  const line = factsLine(facts);
  if (line === '') return text;
  return text === '' ? line : `${line}\n${text}`;
}
