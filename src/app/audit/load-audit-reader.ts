export type AuditReader = typeof import('./read-audit.ts');

/** What reads the audit needs cryptography, which no other verb waits for. */
export function loadAuditReader(): Promise<AuditReader> {
  return import('./read-audit.ts');
}
