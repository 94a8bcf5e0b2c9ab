import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { CHANGES } from '#tests/support/changes.ts';
import { faultsBefore, makeHistory, tryBytes } from './singleBytes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await makeHistory(server);
});
afterAll(() => server.close());

describe('S16 Z68 AUD-4 RET-5 each changed byte of the stored log is found and located', () => {
  it(`${CHANGES} of them, in every column of the log, its seals, heads and erasures`, async () => {
    expect(await faultsBefore(server)).toMatchObject({ faults: [], unsealed: 0 });
    const { missed, tried, columns } = await tryBytes(server, CHANGES, 20_261_123);
    expect(missed).toEqual([]);
    expect(columns.filter((column) => !tried.has(column))).toEqual([]);
  });
});
