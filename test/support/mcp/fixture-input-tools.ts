import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import {z} from 'zod';

type State = RequestStateCodec<{readonly round: number}>;
type Answer = CallToolResult | InputRequiredResult;

/** Tools that need something from the client: a person's answer, a model's, or its roots. */
export function registerInputTools(server: McpServer, state: State): void {
  const register = (name: string, run: (ctx: ServerContext) => Promise<Answer>) =>
    server.registerTool(name, {description: `Conformance fixture ${name}`}, run);

  register('test_missing_capability', async () => inputRequired({inputRequests: {any: ask('Anything?')}}));
  register('test_input_required_result_elicitation', async ctx => {
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'user_name', nameSchema);
    return answer ? text(`Hello, ${answer.name}!`) : inputRequired({inputRequests: {user_name: askName()}});
  });
  register('test_input_required_result_sampling', async ctx => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return text(sampledText(answer.result));
    return inputRequired({inputRequests: {capital_question: ask('What is the capital of France?')}});
  });
  register('test_input_required_result_list_roots', async ctx => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return text(`Roots: ${answer.roots.map(root => root.uri).join(' ')}`);
    return inputRequired({inputRequests: {client_roots: inputRequired.listRoots()}});
  });
  register('test_input_required_result_multiple_inputs', async ctx => {
    const responses = ctx.mcpReq.inputResponses;
    const isComplete = ['user_name', 'greeting', 'client_roots'].every(
      key => inputResponse(responses, key).kind !== 'missing',
    );
    if (isComplete) return text('All three answered.');
    return inputRequired({
      inputRequests: {
        user_name: askName(),
        greeting: ask('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await state.mint({round: 1}, ctx),
    });
  });
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    register(name, async ctx => {
      if (acceptedContent(ctx.mcpReq.inputResponses, 'confirm', okSchema)) return text('state-ok');
      return inputRequired({
        inputRequests: {confirm: inputRequired.elicit({message: 'Please confirm', requestedSchema: okSchema})},
        requestState: await state.mint({round: 1}, ctx),
      });
    });
  }
  register('test_input_required_result_multi_round', async ctx => {
    const color = acceptedContent(ctx.mcpReq.inputResponses, 'step2', colorSchema);
    if (color) return text(`You like ${color.color}.`);
    if (acceptedContent(ctx.mcpReq.inputResponses, 'step1', nameSchema)) {
      const step2 = inputRequired.elicit({
        message: 'Step 2: What is your favorite color?',
        requestedSchema: colorSchema,
      });
      return inputRequired({inputRequests: {step2}, requestState: await state.mint({round: 2}, ctx)});
    }
    const step1 = inputRequired.elicit({message: 'Step 1: What is your name?', requestedSchema: nameSchema});
    return inputRequired({inputRequests: {step1}, requestState: await state.mint({round: 1}, ctx)});
  });
  register('test_input_required_result_capabilities', async ctx => {
    const declared = capabilitiesSchema.parse(ctx.mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    return inputRequired({
      inputRequests: {
        ...(declared.elicitation !== undefined && {user_name: askName()}),
        ...(declared.sampling !== undefined && {greeting: ask('Generate a greeting')}),
      },
    });
  });
  registerLegacyInputTools(server);
}

/** The 2025 eras' scenarios; the SDK turns an input request into a request to the client. */
function registerLegacyInputTools(server: McpServer): void {
  const sampling = {description: 'Asks the model', inputSchema: z.object({prompt: z.string()})};
  server.registerTool('test_sampling', sampling, async ({prompt}, ctx) => {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'sample');
    if (answer.kind === 'sampling') return text(`LLM response: ${sampledText(answer.result)}`);
    return inputRequired({inputRequests: {sample: ask(prompt)}});
  });
  const elicitation = {description: 'Asks the person', inputSchema: z.object({message: z.string()})};
  server.registerTool('test_elicitation', elicitation, async ({message}, ctx) =>
    elicit(ctx, message, {
      type: 'object',
      properties: {
        username: {type: 'string', description: "User's response"},
        email: {type: 'string', description: "User's email address"},
      },
      required: ['username', 'email'],
    }),
  );
  const defaults = {description: 'Asks the person, with defaults'};
  server.registerTool('test_elicitation_sep1034_defaults', defaults, async ctx =>
    elicit(ctx, 'With defaults', {
      type: 'object',
      properties: {
        name: {type: 'string', default: 'John Doe'},
        age: {type: 'integer', default: 30},
        score: {type: 'number', default: 95.5},
        status: {type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active'},
        verified: {type: 'boolean', default: true},
      },
    }),
  );
  const enums = {description: 'Asks the person, with choices'};
  server.registerTool('test_elicitation_sep1330_enums', enums, async ctx =>
    elicit(ctx, 'With choices', {
      type: 'object',
      properties: {
        untitledSingle: {type: 'string', enum: ['option1', 'option2', 'option3']},
        titledSingle: {type: 'string', oneOf: titled('Option')},
        legacyEnum: {type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option 1', 'Option 2', 'Option 3']},
        untitledMulti: {type: 'array', items: {type: 'string', enum: ['option1', 'option2', 'option3']}},
        titledMulti: {type: 'array', items: {anyOf: titled('Choice')}},
      },
    }),
  );
}

type ElicitSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];

function elicit(ctx: ServerContext, message: string, requestedSchema: ElicitSchema): Answer {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'answer');
  if (answer.kind === 'elicit') {
    return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content ?? {})}`);
  }
  return inputRequired({inputRequests: {answer: inputRequired.elicit({message, requestedSchema})}});
}

const nameSchema = z.object({name: z.string()});
const colorSchema = z.object({color: z.string()});
const capabilitiesSchema = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({elicitation: z.unknown(), sampling: z.unknown()}).partial(),
});
const okSchema = z.object({ok: z.boolean()});

function titled(word: string): {const: string; title: string}[] {
  return ['First', 'Second', 'Third'].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${word}`,
  }));
}

function askName(): ReturnType<typeof inputRequired.elicit> {
  return inputRequired.elicit({message: 'What is your name?', requestedSchema: nameSchema});
}

function ask(question: string, maxTokens = 100): ReturnType<typeof inputRequired.createMessage> {
  return inputRequired.createMessage({messages: [{role: 'user', content: {type: 'text', text: question}}], maxTokens});
}

function sampledText(result: {readonly content: unknown}): string {
  const content = z.object({text: z.string()}).safeParse(result.content);
  return content.success ? content.data.text : 'nothing to read';
}

function text(message: string): CallToolResult {
  return {content: [{type: 'text', text: message}]};
}
