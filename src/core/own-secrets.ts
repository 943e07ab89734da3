/** Variables that hold secrets of cotty's own. Nothing that cotty starts gets them. */
export const OWN_SECRETS: readonly string[] = ['COTTY_TOKEN'];

/** An environment without them. */
export function withoutOwnSecrets(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_SECRETS.includes(name)));
}
