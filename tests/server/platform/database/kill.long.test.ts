import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFrom } from '#tests/support/recordedDisk.ts';
import { template } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { startSubmitter } from './support/submitters.ts';

/** `npm run proof -- kills` asks for more. */
const KILLS = Number(process.env['KILLS'] ?? 10);
const random = randomFrom(Number(process.env['SEED'] ?? 1));
const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-kill-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('X43: kill -9', () => {
  it('D1, D2: loses no acknowledged claim and leaves none half done, however often', async () => {
    const dataDir = path.join(home, 'running');
    const acknowledged = new Set<number>();
    const lookAt = (found: number[] = [], half = -1): void => {
      const there = new Set(found);
      expect(half).toBe(0);
      expect([...acknowledged].filter((n) => !there.has(n))).toEqual([]);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const submitter = startSubmitter(dataDir);
      const { found, half } = await submitter.until((said) => said.found !== undefined);
      lookAt(found, half);
      const enough = acknowledged.size + 20 + Math.floor(random() * 300);
      await submitter.until((said) => (said.done ?? 0) >= enough);
      submitter.process.kill('SIGKILL');
      await submitter.ended;
      for (const { done } of submitter.said) if (done !== undefined) acknowledged.add(done);
    }
    const last = startSubmitter(dataDir, 'look');
    await last.ended;
    lookAt(last.said[0]?.found, last.said[0]?.half);
    expect(acknowledged.size).toBeGreaterThan(20 * KILLS);
  });

  it('D1: in the middle of the first start leaves a folder that starts', async () => {
    const dataDir = path.join(home, 'young');
    for (const after of [250, 700, 1_400, 2_100]) {
      const submitter = startSubmitter(dataDir);
      await wait(after + 200 * random());
      submitter.process.kill('SIGKILL');
      await submitter.ended;
    }
    const submitter = startSubmitter(dataDir);
    await submitter.until((said) => (said.done ?? 0) > 5);
    submitter.process.kill('SIGKILL');
    await submitter.ended;
  });
});

describe('X47, D3: a second server on one folder', () => {
  const dataDir = path.join(home, 'shared');

  it('refuses and names the holder, also one that is stopped; a killed one holds nothing', async () => {
    cpSync(await template('empty'), dataDir, { recursive: true });
    const first = startSubmitter(dataDir);
    await first.until((said) => said.done !== undefined);
    const refusal = `${dataDir} is in use by process ${first.process.pid}. Stop it, or set DATA_DIR to another folder.`;
    for (const signal of ['SIGSTOP', 'SIGCONT'] as const) {
      first.process.kill(signal);
      const second = startSubmitter(dataDir);
      await second.ended;
      expect(second.said).toEqual([{ refused: refusal, name: 'StartupError' }]);
      expect(second.process.exitCode).toBe(1);
    }
    first.process.kill('SIGKILL');
    await first.ended;
    const third = startSubmitter(dataDir, 'look');
    await third.ended;
    expect(third.said[0]?.half).toBe(0);
    expect(third.process.exitCode).toBe(0);
  });

  it('lets exactly one of five in that start at once after a kill', async () => {
    const killed = startSubmitter(dataDir);
    await killed.until((said) => said.done !== undefined);
    killed.process.kill('SIGKILL');
    await killed.ended;
    const all = Array.from({ length: 5 }, () => startSubmitter(dataDir));
    const outcomes = await Promise.all(
      all.map((submitter) => submitter.until((said) => said.done !== undefined || said.refused !== undefined)),
    );
    expect(outcomes.filter((said) => said.done !== undefined)).toHaveLength(1);
    for (const submitter of all) submitter.process.kill('SIGKILL');
    await Promise.all(all.map((submitter) => submitter.ended));
  });
});
