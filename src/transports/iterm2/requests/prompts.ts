/** Prompts and commands of shells. */
import {GetPromptResponse_Status, ListPromptsResponse_Status} from '../../../iterm2-api/index.ts';
import type {Handlers} from '../handler.ts';
import {permitReading} from '../permit.ts';
import {promptFacts} from './prompt-facts.ts';

export const promptRequests: Pick<Handlers, 'getPromptRequest' | 'listPromptsRequest'> = {
  async getPromptRequest({session: reference, uniquePromptId}, context) {
    const {endpoint} = context;
    const session = endpoint.terminals.find(reference);
    if (!session) return {status: GetPromptResponse_Status.SESSION_NOT_FOUND};
    await permitReading(context, session);
    const prompts = await endpoint.newsOf(session).prompts();
    const prompt = uniquePromptId === '' ? prompts.at(-1) : prompts.find(({id}) => id === uniquePromptId);
    if (!prompt) return {status: GetPromptResponse_Status.PROMPT_UNAVAILABLE};
    return {status: GetPromptResponse_Status.OK, ...(await promptFacts(session, prompt))};
  },

  async listPromptsRequest({session: reference, firstUniqueId, lastUniqueId}, context) {
    const {endpoint} = context;
    const session = endpoint.terminals.find(reference);
    if (!session) return {status: ListPromptsResponse_Status.SESSION_NOT_FOUND};
    await permitReading(context, session);
    const ids = (await endpoint.newsOf(session).prompts()).map(({id}) => id);
    const from = firstUniqueId === '' ? 0 : Math.max(0, ids.indexOf(firstUniqueId));
    const last = lastUniqueId === '' ? -1 : ids.indexOf(lastUniqueId);
    return {status: ListPromptsResponse_Status.OK, uniquePromptId: ids.slice(from, last < 0 ? undefined : last + 1)};
  },
};
