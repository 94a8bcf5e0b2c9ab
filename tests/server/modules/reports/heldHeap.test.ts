import { request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import { REPORT_TYPES } from '#contract/report.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Call } from '#server/platform/http/endpoints.ts';
import { reportSender } from '#server/platform/tables/download.ts';
import { addManyClaims } from '#tests/support/manyClaims.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import type { Api } from '#tests/support/api.ts';

const { held } = vi.hoisted(() => ({ held: { times: 0, now: 0 } }));
vi.mock('#server/platform/base/smallHeap.ts', () => ({
  holdHeapSmall: () => {
    let holds = true;
    held.times += 1;
    held.now += 1;
    return () => {
      if (holds) held.now -= 1;
      holds = false;
    };
  },
  inSmallHeap: (work: () => Promise<unknown>) => work(),
}));

let server: TestServer;
let finance: Api;
beforeAll(async () => {
  server = await startServer();
  await addManyClaims(server.database.db, 2_000);
  finance = await server.as('finance');
});
afterAll(() => server.close());

const url = (format: string): string => urlOf(downloadLocalExpenses, { query: { format } });
const letGo = (): Promise<void> => vi.waitFor(() => expect(held.now).toBe(0), { timeout: 10_000 });

it('a report holds the heap small until it is sent', async () => {
  const before = held.times;
  expect((await finance.get(url('csv'))).status).toBe(200);
  expect(held.times).toBe(before + 1);
  await letGo();
});

it('one that is refused lets it go', async () => {
  expect((await finance.get(url('docx'))).status).toBe(400);
  await letGo();
});

it('one that is not read on lets it go, and holds it again while it is made', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 200; i += 1) yield new Uint8Array(65_536);
  }
  let stream = Readable.from([]);
  const reply = { type: () => reply, header: () => reply, send: (sent: Readable) => (stream = sent) };
  const report = { fileName: 'a.xlsx', type: REPORT_TYPES.xlsx, bytes: bytes() };
  await reportSender()(
    { request: { headers: {} }, reply, query: {} } as unknown as Call,
    { actor: { id: 'somebody' } } as Context,
    () => Promise.resolve(report),
  );
  expect(held.now).toBe(1);
  stream.read(0);
  await letGo();
  const times = held.times;
  let length = 0;
  for await (const piece of stream) {
    length += (piece as Buffer).length;
    if (length < 200 * 65_536) expect(held.now).toBe(1);
  }
  expect(length).toBe(200 * 65_536);
  expect(held.times).toBe(times + 1);
  await letGo();
});

it('one whose reader goes away lets it go', async () => {
  const before = held.times;
  await new Promise<void>((resolve, reject) => {
    const asked = request(
      server.url + url('xlsx'),
      { headers: { token: finance.token ?? '', platform: 'WEB_SITE' } },
      (response) => {
        response.once('data', () => response.destroy());
        response.once('close', resolve);
        response.on('error', () => undefined);
      },
    );
    asked.once('error', reject).end();
  });
  expect(held.times).toBe(before + 1);
  await letGo();
});
