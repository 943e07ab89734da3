import type {ToolAnnotations} from '@modelcontextprotocol/server';
import type {AnyTool} from '../../tools/index.ts';

/** All four hints, always: what a client assumes without them is the worst case. */
export function annotationsOf(tool: Pick<AnyTool, 'title' | 'effect' | 'idempotent' | 'openWorld'>): ToolAnnotations {
  return {
    title: tool.title,
    readOnlyHint: tool.effect === 'read',
    destructiveHint: tool.effect === 'execute' || tool.effect === 'destroy',
    idempotentHint: tool.effect === 'read' || tool.idempotent,
    openWorldHint: tool.openWorld,
  };
}
