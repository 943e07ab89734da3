import {z} from 'zod';
import {type Dialect, eventStream, type Reply} from './fake-model.ts';

const outcome = z.looseObject({output: z.string()}).transform(({output}) => output);
const failure = z.looseObject({error: z.string()}).transform(({error}) => error);
const request = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        functionDeclarations: z
          .array(z.looseObject({name: z.string(), description: z.string().default('')}))
          .default([]),
      }),
    )
    .default([]),
  contents: z.array(
    z.looseObject({
      parts: z.array(
        z.looseObject({functionResponse: z.looseObject({response: z.union([outcome, failure])}).optional()}),
      ),
    }),
  ),
});

/** `streamGenerateContent` and `generateContent`. https://ai.google.dev/api/generate-content */
export const gemini: Dialect = {
  read(path, body) {
    if (!/:(streamG|g)enerateContent/.test(path)) return undefined;
    const {tools, contents} = request.parse(body);
    return {
      body,
      tools: tools.flatMap(each => each.functionDeclarations),
      results: contents
        .flatMap(content => content.parts)
        .flatMap(part => (part.functionResponse ? [part.functionResponse.response] : [])),
    };
  },
  say(reply, step) {
    const candidate = {index: 0, content: {role: 'model', parts: [partOf(reply, step)]}, finishReason: 'STOP'};
    const usageMetadata = {promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2};
    return eventStream([{candidates: [candidate], usageMetadata}]);
  },
};

function partOf(reply: Reply, step: number): Readonly<Record<string, unknown>> {
  switch (reply.type) {
    case 'call':
      return {functionCall: {id: `call_${step}`, name: reply.tool, args: reply.input}};
    case 'text':
      return {text: reply.text};
    case 'freeform':
    case 'search':
      throw new Error(`the Gemini API has no ${reply.type}`);
    default:
      return reply satisfies never;
  }
}
