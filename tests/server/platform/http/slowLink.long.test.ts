import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { slowUpload } from '#tests/support/slowUpload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/**
 * `npm run bench -- upload` is the same at the true rate: 64 kbit/s, a cut every 10 s, 20 kills. Here all clocks run
 * faster.
 */
it('P12 UPL-5: a bill arrives over a slow breaking link, from a killed page, for few extra bytes', async () => {
  const result = await slowUpload(server, {
    bytes: 600_000,
    bytesPerSecond: 8_000,
    cutEvery: 10_000,
    kills: 6,
    scale: 12,
  });
  expect(result).toMatchObject({ identical: true, claims: 1, kills: 6 });
  expect(result.cuts).toBeGreaterThan(5);
  expect(result.ratio).toBeLessThan(1.15);
});
