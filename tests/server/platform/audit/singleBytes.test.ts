import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { faultsBefore, makeHistory, tryBytes } from './singleBytes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await makeHistory(server);
});
afterAll(() => server.close());

describe('S16 Z68 AUD-4 RET-5 each changed byte of the stored log is found and located', () => {
  it('200 of them, one column after another', async () => {
    expect(await faultsBefore(server)).toMatchObject({ faults: [], unsealed: 0 });
    const { missed } = await tryBytes(server, 200, 7);
    expect(missed).toEqual([]);
    expect(await faultsBefore(server)).toMatchObject({ faults: [], unsealed: 0 });
  });
});
