/** Requests as a hostile page, a rebound name or a broken proxy would send them, against a running `cotty serve`. */
import {existsSync} from 'node:fs';
import {connect} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type HttpDoor, openHttpDoor, sendRaw, statuses} from '../support/http-door.ts';

let door: HttpDoor;

beforeAll(async () => {
  door = await openHttpDoor();
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
});

/** The lines of a request; `P!` stands for the port. Nothing follows the answer, so the connection ends with it. */
async function ask(lines: readonly string[], body = ''): Promise<string> {
  const head = [...lines, 'Connection: close'].map(line => line.replaceAll('P!', String(door.port)));
  return await sendRaw(door.port, `${head.join('\r\n')}\r\n\r\n${body}`);
}

async function statusOf(lines: readonly string[], body = ''): Promise<number | undefined> {
  return statuses(await ask(lines, body))[0];
}

const bearer = () => `Authorization: Bearer ${door.token}`;
const get = (...lines: readonly string[]) => statusOf(['GET /healthz HTTP/1.1', bearer(), ...lines]);
const own = 'Host: 127.0.0.1:P!';

/** Calls run_command so that its effect can be seen in the file system. */
async function run(name: string, lines: readonly string[], more: {host?: string; body?: string} = {}) {
  const proof = join(door.home.path, name);
  const body = more.body ?? JSON.stringify({command: `: > ${proof}`});
  const head = ['POST /api/v1/run_command HTTP/1.1', more.host ?? own, bearer(), `Content-Length: ${body.length}`];
  const status = await statusOf([...head, ...lines], body);
  return {status, hasRun: existsSync(proof)};
}

describe('Host', () => {
  test.for([['127.0.0.1:P!'], ['localhost:P!'], ['LocalHost:P!'], ['[::1]:P!']])('%s is ours', async ([host]) => {
    expect(await get(`Host: ${host}`)).toBe(200);
  });

  test.for([
    'evil.example',
    'evil.example:P!',
    'evil@127.0.0.1:P!',
    'evil:pw@127.0.0.1:P!',
    '127.0.0.1:P!/evil',
    '127.0.0.1:P!?evil',
    '127.0.0.1:P!#evil',
    '127.0.0.1:P!@evil.example',
    '127.0.0.1:P!, evil.example',
    '127.0.0.1:P!.evil.example',
    '127.0.0.1.evil.example:P!',
    'localhost.evil.example:P!',
    'localhost.:P!',
    '127.0.0.1.:P!',
    '127.0.0.1',
    'localhost',
    '[::1]',
    '127.0.0.1:',
    '127.0.0.1:0P!',
    '127.0.0.1:1',
    '127.0.0.1:P!0',
    '127.1:P!',
    '0.0.0.0:P!',
    '2130706433:P!',
    '0x7f000001:P!',
    '127.0.0.2:P!',
    '[::ffff:127.0.0.1]:P!',
    '[0:0:0:0:0:0:0:1]:P!',
    '::1:P!',
    'http://127.0.0.1:P!',
    '//127.0.0.1:P!',
    '127.0.0.1\\@evil.example:P!',
    '%31%32%37.0.0.1:P!',
  ])('%s is not', async host => {
    expect(await get(`Host: ${host}`)).toBeOneOf([400, 403]);
  });

  test.for([
    [own, 'Host: evil.example'],
    ['Host: evil.example', own],
    [own, own],
    [own, ' Host: evil.example'],
  ])('two of them (%s, %s) are refused', async lines => {
    expect(await get(...lines)).toBe(400);
  });

  test('none is refused, in HTTP/1.0 too', async () => {
    expect(await get()).toBe(400);
    expect(await get('Host:')).toBe(400);
    expect(await statusOf(['GET /healthz HTTP/1.0', bearer()])).toBe(400);
  });
});

describe('the request target', () => {
  test.for([
    'http://127.0.0.1:P!/healthz',
    'http://evil.example/healthz',
    'https://127.0.0.1:P!/healthz',
    'evil.example/healthz',
    '*',
    '?healthz',
  ])('%s is refused: only a path is one', async target => {
    expect(await statusOf([`GET ${target} HTTP/1.1`, own, bearer()])).toBe(400);
  });

  test.for([
    '//evil.example/healthz',
    '//healthz',
    '/x/../healthz',
    '/healthz/',
    '/%68ealthz',
    '/HEALTHZ',
    '/healthz;x',
  ])('%s is not /healthz', async target => {
    expect(await statusOf([`GET ${target} HTTP/1.1`, own, bearer()])).toBe(404);
  });

  test('a CONNECT opens no tunnel', async () => {
    expect(statuses(await ask(['CONNECT 127.0.0.1:22 HTTP/1.1', own, bearer()]))).toEqual([]);
  });
});

describe('Origin', () => {
  test.for([
    [own, 'http://127.0.0.1:P!'],
    ['Host: localhost:P!', 'http://localhost:P!'],
    ['Host: [::1]:P!', 'http://[::1]:P!'],
  ])('%s: %s is ours', async ([host = '', origin]) => {
    expect(await get(host, `Origin: ${origin}`)).toBe(200);
  });

  test.for([
    'null',
    '',
    'http://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'http://127.0.0.1:P!0',
    'https://127.0.0.1:P!',
    'ws://127.0.0.1:P!',
    'file://',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'http://localhost:3000',
    'http://localhost:P!',
    'http://127.0.0.1:P!/',
    'http://127.0.0.1:P!.evil.example',
    'http://evil@127.0.0.1:P!',
    'http://127.0.0.1:P! http://evil.example',
    '127.0.0.1:P!',
  ])('%s is not', async origin => {
    expect(await get(own, `Origin: ${origin}`)).toBe(403);
  });

  test('two are refused', async () => {
    expect(await get(own, 'Origin: http://127.0.0.1:P!', 'Origin: http://evil.example')).toBe(400);
  });

  test('no answer gives another origin leave, a preflight least of all', async () => {
    const wishes = ['Origin: https://evil.example', 'Access-Control-Request-Method: POST'];
    for (const path of ['/mcp', '/healthz', '/api/v1/run_command'])
      for (const more of [wishes, [...wishes, 'Access-Control-Request-Private-Network: true'], wishes.slice(1)]) {
        const answer = await ask([`OPTIONS ${path} HTTP/1.1`, own, ...more]);
        expect(statuses(answer)[0]).toBeGreaterThanOrEqual(400);
        expect(answer).not.toMatch(/access-control-allow/i);
      }
    expect(await ask(['GET /healthz HTTP/1.1', own, bearer()])).not.toMatch(/access-control-allow/i);
  });
});

describe('Sec-Fetch-Site', () => {
  test.for(['same-origin', 'none'])('%s may pass', async site => {
    expect(await get(own, `Sec-Fetch-Site: ${site}`)).toBe(200);
  });

  test.for(['cross-site', 'same-site', 'CROSS-SITE', 'Same-Origin', '', 'anything', 'same-origin, cross-site'])(
    '%j may not',
    async site => {
      expect(await get(own, `Sec-Fetch-Site: ${site}`)).toBe(403);
    },
  );

  const followed = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document'];

  test('a link that a person follows leads to the first page and nowhere else', async () => {
    expect(await statusOf(['GET / HTTP/1.1', own, bearer(), ...followed])).toBe(200);
    for (const target of ['/healthz', '/mcp', '/api/v1/openapi.json', '//', '/x?/'])
      expect(await statusOf([`GET ${target} HTTP/1.1`, own, bearer(), ...followed])).toBe(403);
    expect(await statusOf(['POST / HTTP/1.1', own, bearer(), ...followed])).toBe(403);
  });

  test.for([
    ['a frame', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']],
    ['an image', ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: image']],
    ['a script without more words', ['Sec-Fetch-Site: cross-site']],
    ['a link with another origin', [...followed, 'Origin: https://evil.example']],
  ] as const)('%s does not lead to the first page', async ([, lines]) => {
    expect(await statusOf(['GET / HTTP/1.1', own, bearer(), ...lines])).toBe(403);
  });
});

describe('a body', () => {
  test.for([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('as %s is taken', async type => {
    expect(await run(`taken-${type.replaceAll(/\W/g, '_')}`, [`Content-Type: ${type}`])).toEqual({
      status: 200,
      hasRun: true,
    });
  });

  test.for([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
    'application/json-patch+json',
    'application/vnd.api+json',
    'text/plain, application/json',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; boundary=x',
    '',
  ])('as %j is not, and nothing is done', async type => {
    expect(await run('refused', [`Content-Type: ${type}`])).toEqual({status: 415, hasRun: false});
  });

  test('without a type, or with two, is not taken', async () => {
    expect(await run('refused', [])).toEqual({status: 415, hasRun: false});
    const two = ['Content-Type: application/json', 'Content-Type: text/plain'];
    expect(await run('refused', two)).toEqual({status: 400, hasRun: false});
    expect(await run('refused', two.toReversed())).toEqual({status: 400, hasRun: false});
  });

  test('for MCP it is the same', async () => {
    const body = JSON.stringify({jsonrpc: '2.0', id: 1, method: 'ping'});
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      expect(
        await statusOf(
          ['POST /mcp HTTP/1.1', own, bearer(), `Content-Type: ${type}`, `Content-Length: ${body.length}`],
          body,
        ),
      ).toBe(415);
  });

  test.for(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'])('%s calls no tool', async method => {
    const proof = join(door.home.path, `method-${method}`);
    const body = JSON.stringify({command: `: > ${proof}`});
    const head = [own, bearer(), 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const query = `?command=${encodeURIComponent(`: > ${proof}`)}`;
    for (const path of ['/api/v1/run_command', `/api/v1/run_command${query}`])
      expect(await statusOf([`${method} ${path} HTTP/1.1`, ...head], body)).toBeGreaterThanOrEqual(400);
    expect(existsSync(proof)).toBe(false);
  });

  test('a word that makes another method of POST is not heard', async () => {
    const override = ['X-HTTP-Method-Override: POST', 'Content-Type: application/json'];
    expect(await statusOf(['GET /api/v1/run_command HTTP/1.1', own, bearer(), ...override])).toBe(405);
  });
});

describe('an upgrade', () => {
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];

  /** Not `ask`: one header Connection is enough. */
  async function upgradeStatus(path: string, lines: readonly string[]): Promise<number | undefined> {
    const head = [`GET ${path} HTTP/1.1`, ...upgrade, ...lines].map(line => line.replaceAll('P!', String(door.port)));
    return statuses(await sendRaw(door.port, `${head.join('\r\n')}\r\n\r\n`))[0];
  }

  test.for(['/', '/ws', '/mcp'])('of %s passes the same checks', async path => {
    expect(await upgradeStatus(path, [own])).toBe(401);
    expect(await upgradeStatus(path, [own, bearer(), 'Origin: https://evil.example'])).toBe(403);
    expect(await upgradeStatus(path, [own, bearer(), 'Origin: null'])).toBe(403);
    expect(await upgradeStatus(path, [own, bearer(), 'Sec-Fetch-Site: cross-site'])).toBe(403);
    expect(await upgradeStatus(path, ['Host: evil.example', bearer()])).toBe(403);
    expect(await upgradeStatus(path, ['Host: 127.0.0.1', bearer()])).toBe(403);
  });
});

describe('the event stream of /mcp', () => {
  const stream = ['GET /mcp HTTP/1.1', 'Accept: text/event-stream'];

  test('passes the same checks', async () => {
    expect(await statusOf([...stream, own])).toBe(401);
    expect(await statusOf([...stream, own, bearer(), 'Origin: http://localhost:3000'])).toBe(403);
    expect(await statusOf([...stream, own, bearer(), 'Sec-Fetch-Site: same-site'])).toBe(403);
    expect(await statusOf([...stream, 'Host: evil@127.0.0.1:P!', bearer()])).toBe(403);
  });
});

describe('the token', () => {
  test('is needed, whole, once and in its own header', async () => {
    const {token} = door;
    const wrong = [
      [],
      ['Authorization: Bearer'],
      ['Authorization: Bearer '],
      [`Authorization: ${token}`],
      [`Authorization: Basic ${btoa(`:${token}`)}`],
      [`Authorization: Bearer ${token.slice(0, -1)}`],
      [`Authorization: Bearer ${token}x`],
      [`Authorization: Bearer ${token.toLowerCase()}`],
      [`Authorization: Bearer ${token} ${token}`],
      [`Authorization: Bearer x, Bearer ${token}`],
      [`Cookie: token=${token}`],
      [`X-Authorization: Bearer ${token}`],
      ['Authorization: Bearer undefined'],
      [`Authorization: Bearer ${'x'.repeat(8000)}`],
    ];
    for (const lines of wrong) expect(await statusOf(['GET /healthz HTTP/1.1', own, ...lines]), lines[0]).toBe(401);
    expect(await statusOf([`GET /healthz?token=${token} HTTP/1.1`, own])).toBe(401);
    expect(await statusOf(['GET /healthz HTTP/1.1', own, 'Authorization: Bearer x', bearer()])).toBe(400);
  });
});

describe('what could be read in two ways', () => {
  const smuggled = () =>
    `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n${bearer()}\r\nConnection: close\r\n\r\n`;
  const post = () => ['POST /api/v1/list HTTP/1.1', `Host: 127.0.0.1:${door.port}`, bearer()];

  test.for([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 0', 'Content-Length: 4'], ''],
    ['a list of lengths', ['Content-Length: 0, 4'], ''],
    ['a signed length', ['Content-Length: +0'], ''],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a length in hex', ['Content-Length: 0x0'], ''],
    ['chunks that are not last', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a blank before the colon', ['Content-Length : 0'], ''],
    ['a folded line', ['X: y', ' z: Content-Length: 0'], ''],
    ['a bare carriage return', ['X: y\rContent-Length: 0'], ''],
    ['a NUL', ['X: y\0z'], ''],
    ['a chunk size that is none', ['Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
    ['a chunk size with a sign', ['Transfer-Encoding: chunked'], '-1\r\n\r\n'],
  ] as const)('%s: the request is refused, and what follows is no second one', async ([, lines, body]) => {
    const head = [...post(), 'Content-Type: application/json', ...lines].join('\r\n');
    const answer = statuses(await sendRaw(door.port, `${head}\r\n\r\n${body}${smuggled()}`));
    expect(answer).toHaveLength(1);
    expect(answer[0]).toBeOneOf([400, 501]);
  });

  test('behind a refused request nothing is read', async () => {
    const refused = `GET /healthz HTTP/1.1\r\nHost: evil.example\r\n${bearer()}\r\n\r\n`;
    expect(statuses(await sendRaw(door.port, refused + smuggled()))).toEqual([403]);
  });

  test('a head without end is answered, not kept', async () => {
    const long = `X: ${'y'.repeat(20_000)}`;
    expect(await statusOf(['GET /healthz HTTP/1.1', own, bearer(), long])).toBe(431);
  });

  test('the server is as alive as before', async () => {
    expect(await get(own)).toBe(200);
  });
});

test('a looser parser in NODE_OPTIONS changes nothing', async () => {
  await using loose = await openHttpDoor({NODE_OPTIONS: '--insecure-http-parser'});
  const head = `POST /healthz HTTP/1.1\r\nHost: 127.0.0.1:${loose.port}\r\nAuthorization: Bearer ${loose.token}\r\n`;
  const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n';
  expect(statuses(await sendRaw(loose.port, head + both))).toEqual([400]);
});

describe('who holds connections', () => {
  test.for(['/api/v1/run_command', '/mcp', '/login', '/healthz'])(
    'and announces a body of 99 GB to %s is refused at once, and the connection ends',
    async path => {
      const head = [
        `POST ${path} HTTP/1.1`,
        own,
        bearer(),
        'Content-Type: application/json',
        'Content-Length: 99000000000',
      ];
      const lines = head.map(line => line.replaceAll('P!', String(door.port)));
      expect(statuses(await sendRaw(door.port, `${lines.join('\r\n')}\r\n\r\n{`))).toEqual([413]);
    },
  );

  test('by halves of requests is cut off, and beyond five hundred at once', async () => {
    const answers = Array.from({length: 520}, async () => {
      const socket = connect(door.port, '127.0.0.1');
      let answer = '';
      socket.on('data', chunk => {
        answer += String(chunk);
      });
      socket.on('error', () => {});
      socket.write('GET /healthz HTTP/1.1\r\nHost: 127');
      await new Promise(resolve => socket.once('close', resolve));
      return statuses(answer)[0] ?? 'cut off';
    });
    const ends = Map.groupBy(await Promise.all(answers), end => end);
    expect(ends.get(408)?.length).toBeLessThanOrEqual(500);
    expect(ends.get('cut off')?.length).toBeGreaterThanOrEqual(20);
    expect([...ends.keys()].toSorted()).toEqual([408, 'cut off']);
    expect(await get(own)).toBe(200);
  });
});
