import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendLine } from '#tests/support/spellings.ts';
import { pdf } from '#tests/support/files.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const BIG = 1_000_000;
const open: Socket[] = [];
const closeAll = (): void => {
  for (const socket of open.splice(0)) socket.destroy();
};

/** Connects and says this; `closed` resolves with all that came once the other side has ended it. */
function hold(server: TestServer, words: string): { socket: Socket; closed: Promise<string> } {
  let heard = '';
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => void socket.write(words));
  open.push(socket);
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
  socket.on('error', () => undefined);
  return { socket, closed: new Promise((resolve) => socket.on('close', () => resolve(heard))) };
}

const uploadHead = (token: string, length: number, path = '/api/v1/Common/upload-pdf'): string =>
  [
    'POST ' + path + ' HTTP/1.1',
    'Host: x',
    `token: ${token}`,
    'platform: WEB_SITE',
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');

describe('S15 bodies that do not come', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startServer({ BODY_SILENCE_SECONDS: '1', BODY_BYTES_A_SECOND: '2000' });
    token = await server.signIn('employee');
  });
  afterEach(closeAll);
  afterAll(() => server.close());

  it('40 of them are closed, whether they are taken or refused at once', async () => {
    const heads = [
      uploadHead(token, BIG),
      uploadHead('', BIG),
      uploadHead(token, BIG, '/nowhere'),
      'POST /api/v1/account/googlelogin/v2 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n5\r\n{"cre',
    ];
    await Promise.all(Array.from({ length: 40 }, (_, n) => hold(server, `${heads[n % heads.length]}`).closed));
    expect((await server.with(token).get('/api/v1/user/role')).status).toBe(200);
  });

  it('a body that drips below the rate is closed, though it is never silent', async () => {
    const { socket, closed } = hold(server, uploadHead(token, BIG));
    const drip = setInterval(() => socket.write('x'), 50);
    await closed;
    clearInterval(drip);
  });

  it('a slow one that keeps to the rate arrives, and so does one that pauses for less than the limit', async () => {
    const bytes = pdf('slow bill', 12_000);
    const body = Buffer.concat([
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="bill.pdf"\r\n' +
          'content-type: application/pdf\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const { socket, closed } = hold(
      server,
      uploadHead(token, body.length).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    for (let at = 0; at < body.length; at += 1_500) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      socket.write(body.subarray(at, at + 1_500));
    }
    expect(await closed).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('and a client that only waits for an answer is left alone', async () => {
    const { socket, closed } = hold(server, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect((await closed).match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  });
});

describe('S15 connections of one address', () => {
  afterEach(closeAll);

  it('are limited in number; others have theirs', async () => {
    const server = await startServer({ CONNECTIONS_PER_ADDRESS: '10' });
    const kept = Array.from({ length: 10 }, () => hold(server, ''));
    await Promise.all(kept.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await hold(server, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n').closed).toBe('');
    kept[0]?.socket.destroy();
    await kept[0]?.closed;
    let answer = '';
    // The server hears of the end a moment later.
    for (let tries = 0; answer === '' && tries < 100; tries += 1)
      answer = await hold(server, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').closed;
    expect(answer).toContain(' 200 ');
    closeAll();
    await server.close();
  });

  it('one that waits for an answer makes room for nobody', async () => {
    const server = await startServer({ CONNECTIONS_PER_ADDRESS: '4' });
    const token = await server.signIn('employee');
    const busy = Array.from({ length: 4 }, () => hold(server, uploadHead(token, BIG)));
    await Promise.all(busy.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(await Promise.all(Array.from({ length: 20 }, () => hold(server, ask).closed))).toEqual(
      Array.from({ length: 20 }, () => ''),
    );
    expect(busy.map(({ socket }) => socket.destroyed)).toEqual([false, false, false, false]);
    closeAll();
    await server.close();
  });

  it('behind a proxy are its requests under way, by who is said to ask', async () => {
    const server = await startServer({
      CONNECTIONS_PER_ADDRESS: '3',
      TRUSTED_PROXIES: '1',
      BODY_SILENCE_SECONDS: '30',
    });
    const from = (address: string): string => `x-forwarded-for: ${address}`;
    const token = await server.signIn('employee');
    const held = Array.from({ length: 3 }, (_, n) =>
      hold(server, uploadHead(token, BIG).replace('Host: x', `Host: x\r\n${from(`2001:db8:0:1::${n}`)}`)),
    );
    const ask = (address: string) => server.with(null).get('/healthz', { 'x-forwarded-for': address });
    let seen = 0;
    for (let tries = 0; seen !== 429 && tries < 200; tries += 1) seen = (await ask('2001:db8:0:1::99')).status;
    expect(seen).toBe(429);
    expect((await ask('2001:db8:0:2::1')).status).toBe(200);
    for (const { socket } of held) socket.destroy();
    for (let tries = 0; seen !== 200 && tries < 200; tries += 1) seen = (await ask('2001:db8:0:1::99')).status;
    expect(seen).toBe(200);
    await server.close();
  });
});

describe('S15 /readyz', () => {
  const READY_KEY = 'a-key-of-at-least-16-characters';
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ READY_KEY, TRUSTED_PROXIES: '1' });
  });
  afterAll(() => server.close());
  const ask = (headers: Record<string, string>) => server.with(null).get('/readyz', headers);

  it('says to strangers whether it can serve and nothing else, so often and no more', async () => {
    const stranger = { 'x-forwarded-for': '203.0.113.9' };
    expect((await ask(stranger)).body).toEqual({ success: true });
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) statuses.push((await ask(stranger)).status);
    expect([...new Set(statuses)]).toEqual([200, 429]);
    expect((await ask({ 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    for (let n = 0; n < 60; n += 1) expect((await ask({})).status).toBe(200);
    for (let n = 0; n < 60; n += 1) expect((await ask({ ...stranger, 'x-api-key': READY_KEY })).status).toBe(200);
    expect((await ask({ ...stranger, 'x-api-key': 'another-key-of-16-characters' })).status).toBe(429);
  });

  it('a proxy on this machine that is not told of makes nobody an insider', async () => {
    const alone = await startServer();
    expect(await sendLine(alone.url, 'GET', '/readyz', { forwarded: 'for=203.0.113.9' })).toMatchObject({
      status: 200,
      body: '{"success":true}',
    });
    await alone.close();
  });
});
