import {z} from 'zod';
import {type Dialect, eventStream, type Reply, type ShownTool} from './fake-model.ts';

const tool: z.ZodType<ShownTool[]> = z.lazy(() =>
  z.union([
    z
      .looseObject({type: z.literal('namespace'), name: z.string(), tools: z.array(tool)})
      .transform(space => space.tools.flat().map(each => ({...each, name: `${space.name}.${each.name}`}))),
    z
      .looseObject({name: z.string(), description: z.string().default('')})
      .transform(({name, description}) => [{name, description}]),
    z.looseObject({type: z.string()}).transform(({type}) => [{name: type, description: ''}]),
  ]),
);
const request = z.looseObject({
  tools: z.array(tool).default([]),
  input: z.array(z.looseObject({type: z.string().default('message')})),
});
const moreTools = z.looseObject({type: z.literal('additional_tools'), tools: z.array(tool)});
const callOutput = z.looseObject({
  type: z.enum(['function_call_output', 'custom_tool_call_output']),
  output: z.union([z.string(), z.array(z.looseObject({type: z.string(), text: z.string().optional()}))]),
});
const searchOutput = z.looseObject({type: z.literal('tool_search_output'), tools: z.array(tool)});

/** The responses API, streamed. https://platform.openai.com/docs/api-reference/responses-streaming */
export const openai: Dialect = {
  read(path, body) {
    if (!/\/responses(\?|$)/.test(path)) return undefined;
    const {tools, input} = request.parse(body);
    return {body, tools: [...tools.flat(), ...input.flatMap(toolsIn)], results: input.flatMap(resultIn)};
  },
  say(reply, step) {
    return eventStream([
      {type: 'response.created', response: {id: `response_${step}`}},
      {type: 'response.output_item.done', output_index: 0, item: itemOf(reply, step)},
      {
        type: 'response.completed',
        response: {id: `response_${step}`, usage: {input_tokens: 1, output_tokens: 1, total_tokens: 2}},
      },
    ]);
  },
};

function itemOf(reply: Reply, step: number): Readonly<Record<string, unknown>> {
  const call = {id: `item_${step}`, call_id: `call_${step}`};
  switch (reply.type) {
    case 'call':
      return {...call, type: 'function_call', ...placeOf(reply.tool), arguments: JSON.stringify(reply.input)};
    case 'freeform':
      return {...call, type: 'custom_tool_call', ...placeOf(reply.tool), input: reply.input};
    case 'search':
      return {...call, type: 'tool_search_call', execution: 'client', arguments: {query: reply.query}};
    case 'text':
      return {type: 'message', role: 'assistant', id: call.id, content: [{type: 'output_text', text: reply.text}]};
    default:
      return reply satisfies never;
  }
}

/** `namespace.name`, as {@link tool} joins them. */
function placeOf(path: string): Readonly<Record<string, string>> {
  const [namespace = '', name] = path.split('.', 2);
  return name === undefined ? {name: path} : {namespace, name};
}

function toolsIn(item: unknown): readonly ShownTool[] {
  const more = moreTools.safeParse(item);
  return more.success ? more.data.tools.flat() : [];
}

function resultIn(item: unknown): readonly string[] {
  const found = searchOutput.safeParse(item);
  if (found.success)
    return [
      found.data.tools
        .flat()
        .map(({name}) => name)
        .join('\n'),
    ];
  const output = callOutput.safeParse(item);
  if (!output.success) return [];
  const shown = output.data.output;
  return typeof shown === 'string' ? [shown] : [shown.map(part => part.text ?? JSON.stringify(part)).join('\n')];
}
