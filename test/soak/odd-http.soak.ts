/** Requests put together at random from right and wrong parts: only those without a wrong part are served. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {openHttpDoor, sendRaw, statuses} from '../support/http-door.ts';

/** One line of a request, or none; `P!` stands for the port, `T!` for the token. */
interface Part {
  readonly lines: readonly string[];
  readonly isRight: boolean;
}

const right = (...lines: string[]): Part => ({lines, isRight: true});
const wrong = (...lines: string[]): Part => ({lines, isRight: false});

/** Right ones come more often, or no request would ever be. */
function oneOf(rights: readonly Part[], wrongs: readonly Part[]): fc.Arbitrary<Part> {
  return fc.oneof(
    {weight: 6, arbitrary: fc.constantFrom(...rights)},
    {weight: 1, arbitrary: fc.constantFrom(...wrongs)},
  );
}

/** What may stand in a header but means nothing good there. */
const noise = fc.string({unit: fc.constantFrom(...'127.0.0.1:localhost[]@/\\#?%, evil'), minLength: 1, maxLength: 30});

const host = oneOf(
  [right('Host: 127.0.0.1:P!'), right('Host: localhost:P!'), right('hOsT: LOCALHOST:P!'), right('Host: [::1]:P!')],
  [
    wrong(),
    wrong('Host: 127.0.0.1'),
    wrong('Host: evil@127.0.0.1:P!'),
    wrong('Host: 127.0.0.1:P!', 'Host: 127.0.0.1:P!'),
  ],
);
const oddHost = noise.map(text => wrong(`Host: ${text}`));
const origin = oneOf(
  [right()],
  [wrong('Origin: null'), wrong('Origin: https://127.0.0.1:P!'), wrong('Origin: http://localhost:1'), wrong('Origin:')],
);
const site = oneOf(
  [right(), right('Sec-Fetch-Site: none'), right('Sec-Fetch-Site: same-origin')],
  [
    wrong('Sec-Fetch-Site: cross-site'),
    wrong('Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: navigate'),
    wrong('Sec-Fetch-Site: x'),
  ],
);
const token = oneOf(
  [right('Authorization: Bearer T!'), right('authorization: bearer   T!')],
  [
    wrong(),
    wrong('Authorization: T!'),
    wrong('Authorization: Bearer T!x'),
    wrong('Authorization: Bearer T!', 'Authorization: Bearer T!'),
  ],
);
const type = oneOf(
  [right('Content-Type: application/json'), right('Content-Type: application/json; charset=UTF-8')],
  [
    wrong(),
    wrong('Content-Type: text/plain'),
    wrong('Content-Type: application/json', 'Content-Type: application/json'),
  ],
);
const length = oneOf(
  [right('Content-Length: 2')],
  [
    wrong('Content-Length: 2', 'Transfer-Encoding: chunked'),
    wrong('Content-Length: 2', 'Content-Length: 3'),
    wrong('Content-Length: x'),
  ],
);

test('ten thousand requests: nothing is served that has a wrong part, and the server is as alive as before', async () => {
  await using door = await openHttpDoor();
  const send = (parts: readonly Part[]) => {
    const head = ['POST /api/v1/get_context HTTP/1.1', ...parts.flatMap(part => part.lines), 'Connection: close'].join(
      '\r\n',
    );
    const bytes = head.replaceAll('P!', String(door.port)).replaceAll('T!', door.token);
    return sendRaw(door.port, `${bytes}\r\n\r\n{}`);
  };
  const request = fc.tuple(
    fc.oneof({weight: 5, arbitrary: host}, {weight: 1, arbitrary: oddHost}),
    origin,
    site,
    token,
    type,
    length,
  );
  let served = 0;
  await fc.assert(
    fc.asyncProperty(request, async parts => {
      const isRight = parts.every(part => part.isRight);
      const [status, ...more] = statuses(await send(parts));
      expect([status === 200, more]).toEqual([isRight, []]);
      if (isRight) served += 1;
    }),
    {numRuns: 10_000},
  );
  expect(served).toBeGreaterThan(1000);
});
