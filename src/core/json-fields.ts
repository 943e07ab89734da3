/** A member of a value that came as JSON; undefined when there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** A member as text; empty when absent. */
export function textField(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : found === undefined || found === null ? '' : String(found);
}

/** A member as a number; undefined when it is none. */
export function numberField(value: unknown, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === 'number' ? found : undefined;
}
