import type {ServerResponse} from 'node:http';
import {CottyError} from '../../core/index.ts';
import {sendJson} from './send-json.ts';

/** What answers, by `METHOD /path`. */
export class RouteTable<Route> {
  readonly #routes: Readonly<Record<string, Route>>;

  constructor(routes: Readonly<Record<string, Route>>) {
    this.#routes = routes;
  }

  get paths(): readonly string[] {
    return [...new Set(Object.keys(this.#routes).map(known => known.split(' ')[1] ?? ''))];
  }

  /** Undefined when the path knows no such method: whoever asked has been told then which it knows. */
  find(method: string | undefined, path: string, response: ServerResponse): Route | undefined {
    const route = this.#routes[`${method} ${path}`];
    if (route) return route;
    const methods = this.#methodsOf(path);
    const message = `${path} is called with ${methods.join(' or ')}.`;
    const error = new CottyError('invalid_argument', message, 'See docs/guide/http.md.');
    sendJson(response, 405, error.toJSON(), {allow: methods.join(', ')});
    return undefined;
  }

  #methodsOf(path: string): readonly string[] {
    return Object.keys(this.#routes).flatMap(known => {
      const [method = '', knownPath] = known.split(' ');
      return knownPath === path ? [method] : [];
    });
  }
}
