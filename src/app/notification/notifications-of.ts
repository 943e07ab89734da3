import type {Engine} from '../../engine/index.ts';
import {answerApproval} from '../approval-methods.ts';
import type {Home} from '../home.ts';
import {DesktopNotifications} from './desktop-notifications.ts';
import {findNotificationProgram} from './notification-program.ts';

interface NotificationsOptions {
  readonly engine: Engine;
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly use: 'off' | 'tell' | 'answer';
}

/** Undefined where they are off, or nothing can show them. */
export function notificationsOf({engine, home, env, use}: NotificationsOptions): DesktopNotifications | undefined {
  const program = use === 'off' ? undefined : findNotificationProgram();
  if (!program || use === 'off') return undefined;
  const answer = (id: string, given: Parameters<typeof answerApproval>[2]): void => {
    answerApproval({engine, home}, id, given);
  };
  return new DesktopNotifications({approvals: engine.approvals, program, use, env, answer});
}
