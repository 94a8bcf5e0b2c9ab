import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { openReaders } from '#server/platform/readers/pool.ts';
import { begin, watch, type CpuOf, type Ending, type Limits } from '#server/platform/readers/watch.ts';
import { pdf } from '#tests/support/files.ts';
import { inline, workbook } from '#tests/support/workbooks.ts';

const open: { close(): Promise<void> }[] = [];
afterAll(async () => void (await Promise.all(open.map((one) => one.close()))));
function poolOf(options: Parameters<typeof openReaders>[0] = {}) {
  const pool = openReaders(options);
  open.push(pool);
  return pool;
}

const small = workbook(`<row r="1">${inline('A1', 'x')}</row>`);
/** Every row has a cell at the far right: a reader that fills the gap makes 80 million cells of it. */
const wide = workbook(
  Array.from({ length: 5_000 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`).join(''),
);
const sheet = (bytes: Buffer) => ({ bytes, rows: 5_000, columns: 16_384 });
const TOO_LONG = {
  code: 'INVALID',
  status: 422,
  message: expect.stringMatching(/^This file takes too long to read\. /),
  details: { errors: { file: expect.anything() } },
};

/** A task that has begun, and why it was ended. */
function watching(limits: Limits, cpuOf: CpuOf, began = Int32Array.of(1, 7)) {
  const ended: Ending[] = [];
  const stop = watch(began, limits, cpuOf, (why) => ended.push(why));
  const end = async (): Promise<Ending | undefined> => {
    for (let turn = 0; turn < 500 && ended.length === 0; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    stop();
    return ended[0];
  };
  return { began, ended, stop, end };
}

describe('S1 readers of foreign bytes', () => {
  it('a file that takes too long is given up with a sentence, and the next one is read', async () => {
    const pool = poolOf({ threads: 1, limits: { patience: 100, growth: 4_000_000_000 } });
    await expect(pool.read('sheet', sheet(wide))).rejects.toMatchObject(TOO_LONG);
    expect(await pool.read('sheet', sheet(small), { patience: 60_000 })).toMatchObject({ fault: null });
  });

  it('a file that takes too much memory ends its own thread, not the server, and the next one is read', async () => {
    const pool = poolOf({ threads: 1, limits: { patience: 120_000, growth: 40_000_000_000 } });
    await expect(pool.read('sheet', sheet(wide))).rejects.toMatchObject(TOO_LONG);
    expect(await pool.read('sheet', sheet(small))).toMatchObject({ fault: null });
  });

  it('one that makes the process grow beyond its share is given up', async () => {
    const watched = watching({ patience: 600_000, growth: 100_000_000 }, async () => 0);
    const held: Buffer[] = [];
    for (let turn = 0; turn < 100 && watched.ended.length === 0; turn += 1) {
      held.push(Buffer.alloc(10_000_000, turn));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    watched.stop();
    expect([watched.ended[0], held.length > 5]).toEqual(['spent', true]);
  });

  it('time counts from the moment that it is begun', async () => {
    const watched = watching({ patience: 0, growth: 1e12 }, async () => undefined, new Int32Array(2));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(watched.ended).toEqual([]);
    begin(watched.began, 7);
    expect(await watched.end()).toBe('spent');
  });

  it('whoever has worked for its time is given up, whoever got none from a busy machine is not blamed', async () => {
    let used = 1_000;
    const works = watching({ patience: 100, growth: 1e12 }, async () => (used += 50));
    expect(await works.end()).toBe('spent');
    const starves = watching({ patience: 100, growth: 1e12 }, async () => 1_000);
    expect(await starves.end()).toBe('starved');
    const hangs = watching({ patience: 100, growth: 1e12 }, () => new Promise(() => undefined));
    expect(await hangs.end()).toBe('spent');
  });

  it('the thread that read a table ends with it, and the next table has another', async () => {
    const threads: Worker[] = [];
    const see = (thread: Worker): void => void threads.push(thread);
    process.on('worker', see);
    const pool = poolOf();
    const csv = { bytes: Buffer.from('a,b'), rows: 1, columns: 2, chars: 100 };
    for (const read of [() => pool.read('csv', csv), () => pool.read('sheet', sheet(small))]) {
      await read();
      const thread = threads.at(-1);
      if (thread && thread.threadId !== -1) await once(thread, 'exit');
    }
    process.off('worker', see);
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1, -1]);
  });

  it('more than may wait are told to come again', async () => {
    const pool = poolOf({ threads: 1, most: 2 });
    const bytes = pdf('one of many');
    const asked = Array.from({ length: 4 }, () =>
      pool.read('bill', { bytes, type: 'application/pdf' }).then(
        () => 'read',
        (error: unknown) => error,
      ),
    );
    const said = await Promise.all(asked);
    expect(said.slice(0, 2)).toEqual(['read', 'read']);
    for (const one of said.slice(2))
      expect(one).toMatchObject({ code: 'UNAVAILABLE', status: 503, details: { retryAfter: expect.any(Number) } });
    expect(await pool.read('bill', { bytes, type: 'application/pdf' })).toEqual({ fault: null, shown: null });
  });

  it('the bytes that are handed over stay with who handed them over', async () => {
    const bytes = pdf('mine');
    const before = Buffer.from(bytes);
    await poolOf().read('bill', { bytes, type: 'application/pdf' });
    expect(bytes.equals(before)).toBe(true);
  });
});
