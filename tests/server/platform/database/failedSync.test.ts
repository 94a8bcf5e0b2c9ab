import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EmbeddedEngine } from '#server/platform/database/embeddedEngine.ts';
import { GroupSync } from '#server/platform/database/groupSync.ts';
import { WalState } from '#server/platform/database/walState.ts';
import { makeDataDirs, type DataDirs } from '#tests/support/dataDir.ts';
import { run } from '#tests/support/engineSql.ts';

let dataDirs: DataDirs;
beforeAll(async () => {
  dataDirs = await makeDataDirs();
});
afterAll(() => dataDirs.remove());
afterEach(() => vi.restoreAllMocks());

const failing = (): never => {
  throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
};

async function open(): Promise<{ engine: EmbeddedEngine; sync: GroupSync; wal: WalState; reasons: string[] }> {
  const folder = path.join(dataDirs.fresh(), 'database');
  const wal = new WalState();
  const reasons: string[] = [];
  const engine = await EmbeddedEngine.open({ folder, wal, onEnd: (reason) => void reasons.push(reason) });
  return { engine, sync: new GroupSync(wal, folder), wal, reasons };
}

describe('X46: a disk that refuses a sync', () => {
  it('ends PostgreSQL at the checkpoint, and nothing is acknowledged any more, on a sound disk too', async () => {
    const { engine, sync, wal, reasons } = await open();
    await run(engine, "insert into secrets values ('a', 'b')");
    await sync.durable();
    vi.spyOn(fs, 'fsyncSync').mockImplementation(failing);
    await expect(run(engine, 'checkpoint')).rejects.toThrow();
    vi.restoreAllMocks();
    expect(reasons.join()).toMatch(/PANIC/);
    expect(wal.failed).toBe(true);
    await expect(sync.durable()).rejects.toMatchObject({ name: 'DiskFailed' });
    await sync.close();
  });

  it('is not asked a second time for a log it refused', async () => {
    const { engine, sync, wal } = await open();
    await run(engine, "insert into secrets values ('a', 'b')");
    await sync.close();
    // The log is dirty, so a table may only be written after it is synced.
    vi.spyOn(fs, 'fdatasyncSync').mockImplementation(failing);
    await expect(run(engine, 'checkpoint')).rejects.toThrow();
    vi.restoreAllMocks();
    expect(wal.failed).toBe(true);
    await expect(sync.durable()).rejects.toMatchObject({ name: 'DiskFailed' });
    await sync.close();
  });
});
