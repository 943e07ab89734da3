import {
  acceptedContent,
  completable,
  type GetPromptResult,
  inputRequired,
  type McpServer,
} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {RED_PIXEL_PNG} from './fixture-media.ts';

export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', {description: 'Without arguments'}, async () =>
    says({type: 'text', text: 'This is a simple prompt for testing.'}),
  );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With arguments',
      argsSchema: z.object({
        arg1: completable(z.string().describe('First test argument'), () => ['paris', 'park', 'party']),
        arg2: z.string().describe('Second test argument'),
      }),
    },
    async ({arg1, arg2}) => says({type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`}),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      description: 'With a resource',
      argsSchema: z.object({resourceUri: z.string().describe('URI of the resource to embed')}),
    },
    async ({resourceUri}) =>
      says(
        {
          type: 'resource',
          resource: {uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.'},
        },
        {type: 'text', text: 'Please process the embedded resource above.'},
      ),
  );
  server.registerPrompt('test_prompt_with_image', {description: 'With a picture'}, async () =>
    says(
      {type: 'image', data: RED_PIXEL_PNG, mimeType: 'image/png'},
      {type: 'text', text: 'Please analyze the image above.'},
    ),
  );
  server.registerPrompt('test_input_required_result_prompt', {description: 'Asks the person first'}, async ctx => {
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'user_context', z.object({context: z.string()}));
    if (answer) return says({type: 'text', text: `Context: ${answer.context}`});
    return inputRequired({
      inputRequests: {
        user_context: inputRequired.elicit({
          message: 'What context should the prompt use?',
          requestedSchema: z.object({context: z.string()}),
        }),
      },
    });
  });
}

function says(...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult {
  return {messages: contents.map(content => ({role: 'user', content}))};
}
