import {z} from 'zod';
import {type Answer, type Dialect, eventStream} from './fake-model.ts';

const block = z.looseObject({type: z.string()});
const request = z.looseObject({
  tools: z.array(z.looseObject({name: z.string(), description: z.string().default('')})).default([]),
  messages: z.array(z.looseObject({content: z.union([z.string(), z.array(block)])})),
});
const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  content: z.union([z.string(), z.array(block)]).default(''),
});
const text = z.looseObject({type: z.literal('text'), text: z.string()});

/** The messages API, streamed. https://docs.anthropic.com/en/api/messages-streaming */
export const anthropic: Dialect = {
  read(path, body) {
    if (!/^\/v1\/messages(\?|$)/.test(path)) return undefined;
    const {tools, messages} = request.parse(body);
    return {body, tools, results: messages.flatMap(message => resultsIn(message.content))};
  },
  say(reply, step) {
    switch (reply.type) {
      case 'call':
        return stream(
          {type: 'tool_use', id: `toolu_${step}`, name: reply.tool, input: {}},
          {type: 'input_json_delta', partial_json: JSON.stringify(reply.input)},
          'tool_use',
        );
      case 'text':
        return stream({type: 'text', text: ''}, {type: 'text_delta', text: reply.text}, 'end_turn');
      case 'freeform':
      case 'search':
        throw new Error(`the messages API has no ${reply.type}`);
      default:
        return reply satisfies never;
    }
  },
};

type Part = Readonly<Record<string, unknown>>;

function stream(start: Part, delta: Part, stopReason: string): Answer {
  const message = {id: 'msg_1', type: 'message', role: 'assistant', model: 'fake', content: []};
  const usage = {input_tokens: 1, output_tokens: 1};
  return eventStream([
    {type: 'message_start', message: {...message, stop_reason: null, stop_sequence: null, usage}},
    {type: 'content_block_start', index: 0, content_block: start},
    {type: 'content_block_delta', index: 0, delta},
    {type: 'content_block_stop', index: 0},
    {type: 'message_delta', delta: {stop_reason: stopReason, stop_sequence: null}, usage},
    {type: 'message_stop'},
  ]);
}

function resultsIn(content: string | readonly Part[]): readonly string[] {
  if (typeof content === 'string') return [];
  return content.flatMap(part => {
    const result = toolResult.safeParse(part);
    if (!result.success) return [];
    const shown = result.data.content;
    return typeof shown === 'string' ? [shown] : [shown.map(asText).join('\n')];
  });
}

function asText(part: Part): string {
  const parsed = text.safeParse(part);
  return parsed.success ? parsed.data.text : JSON.stringify(part);
}
