import type {Handlers} from '../handler.ts';
import {applicationRequests} from './application.ts';
import {bufferRequests} from './buffer.ts';
import {notificationRequests} from './notifications.ts';
import {promptRequests} from './prompts.ts';
import {propertyRequests} from './properties.ts';
import {sessionRequests} from './sessions.ts';
import {textRequests} from './text.ts';
import {variableRequests} from './variables.ts';

/** What answers each request; the type makes the table complete. */
export const handlers: Handlers = {
  ...applicationRequests,
  ...bufferRequests,
  ...notificationRequests,
  ...promptRequests,
  ...propertyRequests,
  ...sessionRequests,
  ...textRequests,
  ...variableRequests,
};
