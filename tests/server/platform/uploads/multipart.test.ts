import { request as rawRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Api } from '#tests/support/api.ts';
import { pdf } from '#tests/support/files.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '200' });
  employee = await server.as('employee');
});
afterAll(() => server.close());
beforeEach(() => server.database.db.deleteFrom('rate_limits').execute());

const UPLOAD = '/api/v1/Common/upload-pdf';
const onDisk = async (): Promise<string[]> =>
  (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const refusal = (answer: Answer): unknown[] => [answer.status, answer.body['code']];

describe('multipart', () => {
  const part = (name: string, content = 'x', filename?: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"` +
    `${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
  const send = (body: string | Buffer, type = 'multipart/form-data; boundary=b') =>
    employee.send('POST', UPLOAD, Buffer.from(body as string, 'latin1'), { 'content-type': type });
  const good = pdf('in parts').toString('latin1');

  it.each<[string, string]>([
    ['no part', '--b--\r\n'],
    ['another name', `${part('bill', good, 'a.pdf')}--b--\r\n`],
    ['two files', `${part('file', good, 'a.pdf')}${part('file', good, 'b.pdf')}--b--\r\n`],
    ['a field beside it', `${part('file', good, 'a.pdf')}${part('note', 'x')}--b--\r\n`],
    ['a field before it', `${part('note', 'x')}${part('file', good, 'a.pdf')}--b--\r\n`],
    ['a field called file', `${part('file', good)}--b--\r\n`],
    ['a thousand parts', `${Array.from({ length: 1000 }, (_, i) => part(`f${i}`, 'x', 'a')).join('')}--b--\r\n`],
    ['__proto__', `${part('__proto__', good, 'a.pdf')}--b--\r\n`],
    ['constructor', `${part('constructor', 'x')}--b--\r\n`],
  ])('Z55 %s: 400', async (_name, body) => {
    expect(refusal(await send(body))).toEqual([400, 'MALFORMED']);
  });

  it('Z55 no boundary, a cut body, nesting: refused, and the server lives on', async () => {
    for (const [body, type] of [
      [part('file', good, 'a.pdf'), 'multipart/form-data'],
      [part('file', good, 'a.pdf').slice(0, 80), 'multipart/form-data; boundary=b'],
      [`--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n`, 'multipart/form-data; boundary=b'],
    ] as const) {
      const answer = await send(body, type);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body['success']).toBe(false);
    }
    expect((await send(`${part('file', good, 'a.pdf')}--b--\r\n`)).status).toBe(200);
  });

  it('no multipart at all: 415', async () => {
    expect(refusal(await employee.post(UPLOAD, {}))).toEqual([415, 'UNSUPPORTED_CONTENT']);
    expect(
      refusal(
        await employee.send('POST', UPLOAD, pdf('bare') as unknown as BodyInit, { 'content-type': 'application/pdf' }),
      ),
    ).toEqual([415, 'UNSUPPORTED_CONTENT']);
  });

  /**
   * Sends until the server stops taking, and answers how much that was. Status 0: the connection was cut, and with it
   * went an answer that the network had not handed over to somebody who is still sending.
   */
  const pour = (total: number, headers: Record<string, string>): Promise<{ status: number; sent: number }> =>
    new Promise((resolve) => {
      let [sent, status] = [0, 0];
      const call = rawRequest(
        server.url + UPLOAD,
        {
          method: 'POST',
          headers: {
            token: employee.token ?? '',
            platform: 'WEB_SITE',
            'content-type': 'multipart/form-data; boundary=b',
            ...headers,
          },
        },
        (response) => {
          status = response.statusCode ?? 0;
          response.resume();
        },
      );
      call.on('error', () => undefined);
      call.on('close', () => resolve({ status, sent }));
      call.write(part('file', good, 'a.pdf').slice(0, -2));
      const chunk = Buffer.alloc(65_536, 65);
      const more = (): void => {
        while (sent < total && !call.destroyed) {
          sent += chunk.length;
          if (!call.write(chunk)) return void call.once('drain', more);
        }
        if (!call.destroyed) call.end('\r\n--b--\r\n');
      };
      more();
    });

  it('Z43 an endless stream is cut off after a few megabytes, and nothing is left on the disk', async () => {
    const before = await onDisk();
    const endless = await pour(400_000_000, { 'transfer-encoding': 'chunked' });
    expect([413, 0]).toContain(endless.status);
    expect(endless.sent).toBeLessThan(100_000_000);
    expect(await onDisk()).toEqual(before);
    expect((await employee.upload(pdf('afterwards'))).status).toBe(200);
  });

  it('Z43 one who says beforehand that it is too much is not listened to', async () => {
    const announced = await pour(50_000_000, { 'content-length': '3000000000' });
    expect([413, 0]).toContain(announced.status);
    expect(announced.sent).toBeLessThan(50_000_000);
  });
});
