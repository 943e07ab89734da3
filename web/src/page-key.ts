/**
 * What shows, beside the cookie, that this page was let in. Cookies go to every port of the host, so that another server on this machine has
 * seen it; what a page keeps is its own origin's alone.
 */

/** A way to the server, with the key of this page. */
export function keyed(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(keptKey())}`;
}

/** A browser that has the cookie still, and the key no more, gives the code of its link for both; false while it has none. */
export async function hasKey(): Promise<boolean> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return keptKey() !== '';
  history.replaceState(null, '', location.pathname + location.search);
  const init = {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({code})};
  const answer = await fetch('/login', init);
  if (answer.ok) localStorage.setItem('key', (await answer.json()).key);
  return keptKey() !== '';
}

function keptKey(): string {
  return localStorage.getItem('key') ?? '';
}
