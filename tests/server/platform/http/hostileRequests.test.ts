import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_JSON_VALUES } from '#contract/limits.ts';
import type { Api } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());

const CREATE = '/api/v1/allExpense/create?primaryExpenseType=0';

describe('the body', () => {
  const send = (body: BodyInit, type = 'application/json') =>
    employee.send('POST', CREATE, body, { 'content-type': type });

  it.each<[string, BodyInit]>([
    ['half an object', '{"a":1'],
    ['a comma too many', '{"a":1,}'],
    ['a word', 'hello'],
    ['depth 10,000', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['a key twice', '{"remarks":"a","remarks":"b"}'],
    ['a key twice, once escaped', '{"remarks":"a","\\u0072emarks":"b"}'],
    ['a byte order mark', '\ufeff{"a":1}'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['bytes that are no text', new Uint8Array([0x22, 0xc3, 0x28, 0x22])],
    ['a NUL inside a text', '{"remarks":"a\\u0000b"}'],
    ['half a surrogate pair', '{"remarks":"\\ud800"}'],
  ])('Z39 %s: 400', async (_name, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'MALFORMED']);
  });

  const most = (count: number, piece: string): string => Array.from({ length: count }, () => piece).join(',');
  it.each([
    ['zeros', `[${most(500_000, '0')}]`],
    ['empty objects', `{"remarks":[${most(300_000, '{}')}]}`],
    ['fields', `{${Array.from({ length: 80_000 }, (_, n) => `"${n}":0`).join(',')}}`],
    [
      'fields with long names',
      `{${Array.from({ length: 1_001 }, (_, n) => `"${String(n).padStart(1_000, 'x')}":0`).join(',')}}`,
    ],
    ['lists in lists', `[${most(15_000, '['.repeat(30) + ']'.repeat(30))}]`],
  ])('S1 a megabyte of %s is refused before it is parsed', async (_name, body) => {
    const answer = await send(body);
    expect([answer.status, answer.body['message']]).toEqual([400, 'The body has too many values.']);
  });

  it('S1 the largest that any call takes is parsed', async () => {
    expect((await send(`{"remarks":[${most(MAX_JSON_VALUES - 2, '0')}]}`)).status).toBe(422);
  });

  it('Z39 big integers and endless fractions crash nothing', async () => {
    expect((await send('{"claimAmount":99999999999999999999999999,"expenseDate":1e400}')).status).toBe(422);
  });

  it('Z39 more than a megabyte: 413', async () => {
    const answer = await send(JSON.stringify({ remarks: 'x'.repeat(1_048_576) }));
    expect([answer.status, answer.body['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/octet-stream'],
    ['application/jsonx'],
    ['application/json; charset=utf-16'],
    ['text/plain; application/json'],
  ])('Z40 %s: 415', async (type) => {
    const answer = await send('{}', type);
    expect([answer.status, answer.body['code']]).toEqual([415, 'UNSUPPORTED_CONTENT']);
  });

  it.each([['application/json; charset=UTF-8'], ['APPLICATION/JSON'], ['application/json ;charset=utf-8']])(
    'Z40 %s is validated as JSON',
    async (type) => {
      expect((await send('{}', type)).status).toBe(422);
      expect((await send('{', type)).status).toBe(400);
    },
  );
});

describe('broken and hostile connections', () => {
  const talk = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
    });

  it.each([
    ['two lengths', 'POST /api/v2/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /api/v2/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header of 64 kB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['no request at all', 'hello\r\n\r\n'],
  ])('Z42 %s: refused and closed', async (_name, text) => {
    expect(await talk(text)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it('Z67 line ends and terminal codes never break a log line', async () => {
    await new Promise<void>((resolve, reject) => {
      const call = rawRequest(
        `${server.url}/api/v1/user/role?x=%0d%0a%1b[2J`,
        {
          headers: { 'user-agent': 'a\tb\x1f', token: employee.token ?? '', platform: 'WEB_SITE' },
          insecureHTTPParser: true,
        },
        (response) => {
          response.resume();
          response.on('end', resolve);
        },
      );
      call.on('error', reject);
      call.end();
    }).catch(() => undefined);
    for (const line of server.logs) {
      expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
      expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
  });
});
