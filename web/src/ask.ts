import {keyed} from './page-key.ts';

/** The server's answer as JSON; with a body it is posted. Throws what the server says is wrong, in its words. */
export async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const post = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  const answer = await fetch(keyed(path), {...(body === undefined ? {} : post), ...(signal ? {signal} : {})});
  const value = await answer.json();
  if (answer.ok) return value;
  throw new Error(`${value.message} ${value.hint}`);
}
