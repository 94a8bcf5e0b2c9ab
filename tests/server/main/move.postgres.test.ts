import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { Api, type Answer } from '../../support/api.ts';
import { hashOf, pdf } from '../../support/files.ts';
import { startObjectStore } from '../../support/objectStore.ts';
import { email } from '../../support/people.ts';
import { startPostgres } from '../../support/postgres.ts';
import { roomyFolder } from '../../support/roomyFolder.ts';
import { runBeside } from './command.ts';
import { endAll, signInDemo, startProcess, stopProcess } from './process.ts';

const home = mkdtempSync(join(roomyFolder(), 'kharcha-moved-'));
const postgres = await startPostgres(roomyFolder());
const store = await startObjectStore(home);
const dataDir = join(home, 'data');
afterAll(async () => {
  endAll();
  await postgres.stop();
  await store.end();
  rmSync(home, { recursive: true, force: true });
});

const YESTERDAY = Date.now() - 86_400_000;
const bill = (n: number): Buffer => pdf(`bill ${n}`, 20_000);
/** Uploads its bill and files the claim of this number, the same each time. */
async function file(api: Api, n: number): Promise<Answer> {
  await api.upload(bill(n));
  const body = {
    localExpenseType: 'OTHERS',
    expenseDate: YESTERDAY,
    claimAmount: 125.5 + n,
    remarks: `Courier ${n}: "to" the \\depot\\`,
    billUrl: [hashOf(bill(n))],
  };
  const headers = { 'Idempotency-Key': `move-${n}-0123456789` };
  return api.post('/api/v1/allExpense/create/?primaryExpenseType=0', body, headers);
}
const idOf = (answer: Answer): string => (answer.body['data'] as { expenseId: string }).expenseId;
const move = (settings: Record<string, string>) => runBeside('move', { DEMO: '1', DATA_DIR: dataDir, ...settings });

describe('npm run move', () => {
  test('takes rows and bills where sessions, answers and numbers go on, and nothing goes on here', async () => {
    const settings = { ...store.settings, DATABASE_URL: await postgres.createDatabase() };
    const embedded = startProcess({ DATA_DIR: dataDir });
    const before = await signInDemo(await embedded.ready, email('newcomer'));
    const filed: string[] = [];
    for (const n of [1, 2, 3]) filed.push(idOf(await file(before, n)));
    expect(await move(settings)).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it') as string });
    while (existsSync(join(dataDir, 'demo-bills.pack'))) await wait(100);
    expect(await stopProcess(embedded)).toBe(0);

    expect(await move({})).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run move takes what/) as string,
    });
    const early = startProcess({ DEMO: '1', DATA_DIR: dataDir, ...settings });
    await expect(early.ready).rejects.toThrow(
      / holds a database, and that of DATABASE_URL is empty\. Run npm run move/,
    );
    const away = await move({ ...settings, FILES_URL: 's3://nobody?endpoint=http://127.0.0.1:1&region=x' });
    expect(away).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The file store did not .* again\.\n$/) as string,
    });
    const { code, stdout, stderr } = await move(settings);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\d,]+ files sent to bills, 0 were there already\.\nCopying the rows to \S+ …\n/m);
    expect(stdout).toMatch(/\n[\d,]+ rows of \d+ tables are in \S+, and are the same there \([\d.]+ s\)\.\n/);
    expect(stdout).not.toMatch(/missing/);

    const here = startProcess({ DATA_DIR: dataDir });
    await expect(here.ready).rejects.toThrow(
      /was moved to 127\.0\.0\.1:\d+\/\S+ on 20\d\d-\d\d-\d\d\. Set DATABASE_URL/,
    );
    renameSync(join(dataDir, 'files'), join(dataDir, 'files-of-before'));

    const there = startProcess({ DEMO: '1', DATA_DIR: dataDir, ...settings });
    const after = new Api(await there.ready, before.token);
    for (const n of [1, 2, 3]) {
      const again = await file(after, n);
      expect([again.status, idOf(again), again.headers.get('idempotency-replayed')]).toEqual([
        200,
        filed[n - 1],
        'true',
      ]);
      const { bytes } = await after.get(`/api/v1/Common/document/${hashOf(bill(n))}`);
      expect(hashOf(bytes)).toBe(hashOf(bill(n)));
    }
    const next = await file(after, 4);
    expect(next.status).toBe(200);
    expect(filed).not.toContain(idOf(next));
    expect(await stopProcess(there)).toBe(0);
    expect(await runBeside('auditVerify', { DEMO: '1', DATA_DIR: dataDir, ...settings })).toMatchObject({ code: 0 });

    // What was filed there since stays: the files are sent again where they are missing, the rows are not.
    renameSync(join(dataDir, 'files-of-before'), join(dataDir, 'files'));
    expect(await move({ DATABASE_URL: settings.DATABASE_URL })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database in \S+ was moved to \S+ already\.\n$/) as string,
    });
    const other = await postgres.createDatabase();
    expect(await move({ ...settings, DATA_DIR: join(home, 'elsewhere'), DATABASE_URL: other })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no database in \S+, and nobody in that of DATABASE_URL\./) as string,
    });
    expect((await move({ ...settings, DATABASE_URL: other })).stderr).toMatch(/ was moved to \S+ already\.\n$/);
    const note = join(dataDir, 'moved.json');
    writeFileSync(note, readFileSync(note, 'utf8').replace('true', 'false'));
    expect((await move({ ...settings, DATABASE_URL: other })).stderr).toMatch(
      /^A move to another database was begun, /,
    );
    const begun = startProcess({ DATA_DIR: dataDir });
    await expect(begun.ready).rejects.toThrow(/did not say that it ended\. Run npm run move again/);
    expect((await move(settings)).stdout).toMatch(
      / has all rows already, by a move that did not say that it ended\.\n/,
    );
    expect(readFileSync(note, 'utf8')).toContain('"done":true');
    expect((await move(settings)).stdout).toMatch(/^0 files sent to bills, [\d,]+ were there already\.\nStart/m);
  });
});
