/** Looks into xterm.js where its public interface is silent; what is not there is undefined. */
export function reach(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined;
}
