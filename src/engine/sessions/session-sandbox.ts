/** Whether a new session is confined, and how far. */
import {CottyError, type SandboxRequest} from '../../core/index.ts';

/** `on`: with the network or without it, as it is configured. */
export const sandboxWishes = ['on', 'network', 'offline', 'off'] as const;

export type SandboxWish = (typeof sandboxWishes)[number];

export interface SandboxSettings extends SandboxRequest {
  /** No session is opened without; whoever asks for one gets no more than these settings allow. */
  readonly required: boolean;
}

/** What holds where nobody has configured anything. */
export const noSandbox: SandboxSettings = {required: false, network: false, writable: [], hidden: []};

/**
 * The sandbox of a session that is opened; undefined for none. Where it is not required, whoever asks for one may have the network in
 * it, since without one they have it too. Throws `denied` for more than a required one allows.
 */
export function sandboxFor(wish: SandboxWish | undefined, settings: SandboxSettings): SandboxRequest | undefined {
  const {required, network, writable, hidden} = settings;
  if (required && (wish === 'off' || (wish === 'network' && !network)))
    throw new CottyError(
      'denied',
      wish === 'off' ? 'Sessions are opened in a sandbox here.' : 'Sandboxes have no network here.',
      'Leave sandbox out. Only a person changes it, with [sandbox] in config.toml.',
    );
  switch (wish) {
    case 'network':
    case 'offline':
      return {network: wish === 'network', writable, hidden};
    case 'on':
      return {network, writable, hidden};
    case 'off':
      return undefined;
    case undefined:
      return required ? {network, writable, hidden} : undefined;
    default:
      return wish satisfies never;
  }
}

/** Throws `denied` for a terminal that nobody can confine any more, or that another program confines. */
export function refuseUnconfined({required}: SandboxSettings): void {
  if (!required) return;
  throw new CottyError(
    'denied',
    "Sessions are opened in a sandbox here, and only cotty's own terminals can be.",
    'Open one with manage_session action=create. A person can change it: [sandbox] required in config.toml.',
  );
}
