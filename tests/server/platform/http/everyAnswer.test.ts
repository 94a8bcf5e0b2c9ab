import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closeToOthers } from '#server/platform/settings/variables.ts';
import { pdf } from '#tests/support/files.ts';
import { begin } from '#tests/support/tus.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { CLIENT, PAGE, writeClient } from '../site/fixture.ts';

const HSTS = 'max-age=31536000; includeSubDomains';
const BASE = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const;

let server: TestServer;
const clientDir = mkdtempSync(join(tmpdir(), 'kharcha-answers-'));
beforeAll(async () => {
  writeClient(clientDir, CLIENT);
  server = await startServer({ PUBLIC_URL: 'https://claims.example.com', CLIENT_DIR: clientDir, TRUSTED_PROXIES: '1' });
});
afterAll(async () => {
  await server.close();
  rmSync(clientDir, { recursive: true, force: true });
});

/** Writes a request as it stands and answers the head of what came. */
const rawHead = (words: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => void socket.write(words));
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard.split('\r\n\r\n')[0]?.toLowerCase() ?? ''));
  });

describe('S18 every answer', () => {
  it('has the headers that every answer has: calls, refusals, pages, files, uploads, reports, redirects', async () => {
    const [employee, finance] = [await server.as('employee'), await server.as('finance')];
    const answers = {
      call: await employee.get('/api/v1/user/role'),
      refused: await server.with(null).get('/api/v1/user/role'),
      missing: await employee.get('/api/v1/none'),
      method: await employee.put('/api/v1/user/role', {}),
      unreadable: await employee.get('/api/v1/%zz'),
      health: await employee.get('/healthz'),
      ready: await employee.get('/readyz'),
      config: await employee.get('/config.json'),
      docs: await employee.get('/api/docs'),
      style: await employee.get('/api/docs/docs.css'),
      page: await employee.get('/home', PAGE),
      nobodys: await employee.get('/nobodys', PAGE),
      file: await employee.get('/assets/index-AbC123.js'),
      worker: await employee.get('/sw.js'),
      gone: await employee.get('/assets/gone.js'),
      dashboard: await employee.get('/dashboard.html'),
      share: await employee.send('POST', '/share-target', 'x', { 'content-type': 'text/plain' }),
      upload: await employee.upload(pdf('a bill')),
      badUpload: await employee.upload(Buffer.from('no bill')),
      inParts: await begin(employee, 1_000),
      bill: await employee.get(`/api/v1/Common/document/${await employee.bill('seen')}`),
      report: await finance.get('/api/v1/allExpense/download?primaryExpenseType=0'),
      unmade: await employee.send('POST', '/api/v1/allExpense/create?primaryExpenseType=0', '{', {
        'content-type': 'application/json',
      }),
    };
    for (const [name, { headers }] of Object.entries(answers)) {
      for (const [header, value] of Object.entries({ ...BASE, 'strict-transport-security': HSTS }))
        expect([name, header, headers.get(header)]).toEqual([name, header, value]);
      // A worker lives by the policy that its script comes with: none of its own may stand there.
      expect([name, headers.get('content-security-policy') !== null]).toEqual([
        name,
        !['file', 'worker', 'style', 'share'].includes(name),
      ]);
    }
    expect(answers.file.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', '400'],
    ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    ['headers too large', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
  ])('even to %s', async (_, words, status) => {
    const head = await rawHead(words);
    expect(head).toContain(`http/1.1 ${status}`);
    for (const [header, value] of Object.entries({ ...BASE, 'strict-transport-security': HSTS.toLowerCase() }))
      expect(head).toContain(`${header}: ${value.toLowerCase()}`);
  });

  it.each([
    ['HTTP/1.1, which says nothing of it', '1.1', '', 2, 'none'],
    ['HTTP/1.1 that wants an end', '1.1', 'Connection: close\r\n', 1, 'close'],
    ['HTTP/1.0', '1.0', '', 1, 'close'],
    ['HTTP/1.0 that asks to keep it', '1.0', 'Connection: keep-alive\r\n', 2, 'keep-alive'],
  ])('keeps the connection as %s expects', async (_, version, header, answers, says) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => undefined);
    let heard = '';
    const ask = (): boolean => socket.write(`GET /healthz HTTP/${version}\r\nHost: x\r\n${header}\r\n`);
    const answered = (): string[] => heard.match(/HTTP\/1\.1 200/g) ?? [];
    const over = new Promise<void>((resolve) => {
      socket.on('close', resolve).on('data', (text) => {
        heard += String(text);
        if (answered().length < 2) ask();
        else socket.destroy();
      });
    });
    ask();
    await over;
    expect(answered()).toHaveLength(answers);
    expect(/^connection: (.+?)\r$/im.exec(heard)?.[1] ?? 'none').toBe(says);
  });

  it('says so by the proxy’s word where no address is set, and not at all on plain http', async () => {
    const plain = await startServer({ TRUSTED_PROXIES: '1' });
    const ask = async (path: string, headers = {}) =>
      (await plain.with(null).get(path, headers)).headers.get('strict-transport-security');
    for (const path of ['/healthz', '/api/v1/user/role', '/home'])
      expect([
        await ask(path),
        await ask(path, { 'x-forwarded-proto': 'https' }),
        await ask(path, { 'x-forwarded-proto': 'https, http' }),
      ]).toEqual([null, HSTS, null]);
    await plain.close();
    const untold = await startServer();
    expect(
      (await untold.with(null).get('/healthz', { 'x-forwarded-proto': 'https' })).headers.get(
        'strict-transport-security',
      ),
    ).toBeNull();
    await untold.close();
  });
});

describe('S18 the data folder', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it.each([0o755, 0o777, 0o750, 0o701])('with mode %o is closed to others before anything is written', (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'kharcha-mode-'));
    folders.push(folder);
    chmodSync(folder, mode);
    closeToOthers(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
