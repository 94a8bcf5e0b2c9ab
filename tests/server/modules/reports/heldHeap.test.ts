import { request } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
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
