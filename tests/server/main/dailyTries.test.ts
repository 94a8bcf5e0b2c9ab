import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runDaily, startTries } from '#server/main/dailyJobs.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const TEN_MINUTES = 600_000;

describe('what is done once a day, where the database goes away meanwhile', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is tried again after ten minutes, what failed of it alone, until it is done', async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const ends = [['mails', 'files'], ['files'], []];
    const tries = startTries(async (only) => {
      asked.push(only);
      return ends.shift() ?? [];
    });
    tries.run();
    await vi.advanceTimersByTimeAsync(TEN_MINUTES - 1);
    expect(asked).toEqual([undefined]);
    await vi.advanceTimersByTimeAsync(10 * TEN_MINUTES);
    expect(asked).toEqual([undefined, ['mails', 'files'], ['files']]);
    await tries.stop();
  });

  it('is given up after six tries, and begun anew by the next night', async () => {
    let count = 0;
    const tries = startTries(async () => {
      count += 1;
      return ['mails'];
    });
    tries.run();
    await vi.advanceTimersByTimeAsync(20 * TEN_MINUTES);
    expect(count).toBe(6);
    tries.run();
    await vi.advanceTimersByTimeAsync(0);
    tries.run();
    await vi.advanceTimersByTimeAsync(TEN_MINUTES);
    expect(count).toBe(9);
    await tries.stop();
    await vi.advanceTimersByTimeAsync(20 * TEN_MINUTES);
    expect(count).toBe(9);
  });
});

describe('a run of some of it', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  it('says what failed, and leaves the rest out', async () => {
    const failed: unknown[] = [];
    const done: unknown[] = [];
    const log = {
      info: ({ job }: { job?: string }) => void done.push(job),
      error: ({ job }: { job?: string }) => void failed.push(job),
    };
    const { files, env } = server;
    const gone = () => {
      throw new Error('gone');
    };
    const database = { ...server.database, db: { deleteFrom: gone } as unknown as TestServer['database']['db'] };
    const broken = { database, files, env, clientDir: server.dataDir, clock: () => server.clock.now, log };
    expect(await runDaily(broken, ['builds', 'mails'])).toEqual(['mails']);
    expect(failed).toEqual(['mails']);
    expect(done).toEqual([]);
  });
});
