import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedEngine } from '#server/platform/database/embeddedEngine.ts';
import { WalState } from '#server/platform/database/walState.ts';
import { makeDataDirs, type DataDirs } from '#tests/support/dataDir.ts';
import { values } from '#tests/support/engineSql.ts';

let dataDirs: DataDirs;
beforeAll(async () => {
  dataDirs = await makeDataDirs();
});
afterAll(() => dataDirs.remove());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MB = 2 ** 20;

describe('the memory of the embedded database', () => {
  it('keeps nothing of what it has answered', async () => {
    const engine = await EmbeddedEngine.open({ folder: path.join(dataDirs.fresh(), 'database'), wal: new WalState() });
    const rows = 20_000;
    const answer = async (): Promise<number> =>
      (await values(engine, `select repeat('a', 100) || n from generate_series(1, ${rows}) n`)).length;
    const held = (): number => {
      collect();
      return process.memoryUsage().heapUsed / MB;
    };
    await answer();
    const before = held();
    for (let time = 0; time < 10; time += 1) expect(await answer()).toBe(rows);
    expect(held() - before).toBeLessThan(5);
    await engine.close();
  });

  it.each([true, false])('has 32 MB for pages, durable or a copy to look at (durable: %s)', async (durable) => {
    const folder = path.join(dataDirs.fresh(), 'database');
    const engine = await EmbeddedEngine.open({ folder, wal: new WalState(), durable });
    expect(await values(engine, 'show shared_buffers')).toEqual(['32MB']);
    await engine.close();
  });
});
