import type {ServerResponse} from 'node:http';
import {asCottyError} from '../../core/index.ts';
import {errorStatus} from './error-status.ts';

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(text);
}

/** Answers with `{code, message, hint}` and the status that fits the code. */
export function sendError(response: ServerResponse, thrown: unknown, headers?: Record<string, string>): void {
  const error = asCottyError(thrown);
  sendJson(response, errorStatus[error.code], error.toJSON(), headers);
}
