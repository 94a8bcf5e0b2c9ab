import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEEP_DAYS, ORPHAN_FILE_DAYS } from '#contract/limits.ts';
import { dayOf, millisOfDay } from '#domain/dates.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { fileCheck } from '#server/platform/files/checkJob.ts';
import { runDaily } from '#server/main/dailyJobs.ts';
import { removeOrphanFiles } from '#server/main/retention.ts';
import { keepReplacedBefore } from '#server/migrations/0040_kept_files.ts';
import { fileThere } from '../../support/fileThere.ts';
import { hashOf, pdf } from '../../support/files.ts';
import { idOf } from '../../support/people.ts';
import { NOW, startServer, type TestServer } from '../../support/server.ts';
import { forgetOldAnswers } from '#server/platform/idempotency/repository/keys.ts';
import { removeDeadSessions } from '#server/modules/session/repository/sessions.ts';

const DAY = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = NOW;
});

async function claimWith(fingerPrint: string): Promise<number> {
  const employee = await server.as('employee');
  const expenseDate = millisOfDay(dayOf(server.clock.now, 'Asia/Kolkata'), 'Asia/Kolkata');
  const body = { localExpenseType: 'OTHERS', expenseDate, claimAmount: 10, remarks: 'Courier', billUrl: [fingerPrint] };
  return (await employee.post('/api/v1/allExpense/create?primaryExpenseType=0', body)).status;
}

describe('uploads on no record (DOC-10, U3)', () => {
  const remove = (now: number) => removeOrphanFiles(server.database, server.files, now);

  test('DOC-10 go after 30 days with their bytes, not a moment before', async () => {
    const hash = await (await server.as('employee')).bill('orphan');
    expect(await remove(NOW + ORPHAN_FILE_DAYS * DAY)).toBe(0);
    expect(await fileThere(server, hash)).toEqual([true, true]);
    expect(await remove(NOW + ORPHAN_FILE_DAYS * DAY + 1)).toBe(1);
    expect(await fileThere(server, hash)).toEqual([false, false]);
    expect(await claimWith(hash)).toBe(409);
  });

  test('stay for ever once a claim carries them', async () => {
    const hash = await (await server.as('employee')).bill('carried');
    expect(await claimWith(hash)).toBe(200);
    expect(await remove(NOW + 1000 * DAY)).toBe(0);
    expect(await fileThere(server, hash)).toEqual([true, true]);
  });

  test('S19 stay as long as the log once a claim carried them, though it was given another bill', async () => {
    const employee = await server.as('employee');
    const [first, second, loose] = [
      await employee.bill('replaced'),
      await employee.bill('in its place'),
      await employee.bill('never on a claim'),
    ];
    const body = {
      localExpenseType: 'OTHERS',
      expenseDate: NOW,
      claimAmount: 10,
      remarks: 'Courier',
      billUrl: [first],
    };
    const made = await employee.post('/api/v1/allExpense/create?primaryExpenseType=0', body);
    const { expenseId } = made.body['data'] as { expenseId: string };
    expect(
      (
        await employee.put(`/api/v1/allExpense/update?primaryExpenseType=0&id=${expenseId}`, {
          ...body,
          billUrl: [second],
        })
      ).status,
    ).toBe(200);
    const kept = () => server.database.db.selectFrom('kept_files').select('file_hash').execute();
    const noted = await kept();
    expect(noted).toContainEqual({ file_hash: first });
    // A database of before finds the same in its log.
    await server.database.db.deleteFrom('kept_files').execute();
    await keepReplacedBefore(server.database.db);
    expect(await kept()).toEqual(noted);
    await remove(NOW + 1000 * DAY);
    expect([await fileThere(server, first), await fileThere(server, second), await fileThere(server, loose)]).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select('before')
      .where('record_id', '=', expenseId)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    expect(log.before).toMatchObject({ bills: [first] });
  });

  test('uploaded again they are young again, for both who have them', async () => {
    const hash = await (await server.as('employee')).bill('again');
    server.clock.now = NOW + 29 * DAY;
    expect(await (await server.as('employee2')).bill('again')).toBe(hash);
    expect(await remove(NOW + 31 * DAY)).toBe(0);
    expect(await remove(NOW + 60 * DAY)).toBe(1);
  });

  test('an upload in the middle of the removal ends with bytes and row in place', async () => {
    const bytes = pdf('raced');
    const hash = hashOf(bytes);
    await (await server.as('employee')).upload(bytes);
    server.clock.now = NOW + 40 * DAY;
    const employee = await server.as('employee');
    // The same content comes again: its bytes are found in place, and before its row is written both are taken away.
    const { put } = server.files;
    let goOn = (): void => undefined;
    const removed = new Promise<void>((done) => {
      goOn = done;
    });
    const found = new Promise<void>((done) => {
      server.files.put = async (...args) => {
        await put.apply(server.files, args);
        server.files.put = put;
        done();
        await removed;
      };
    });
    const upload = employee.upload(bytes);
    await found;
    expect(await remove(NOW + 40 * DAY)).toBe(1);
    expect(await fileThere(server, hash)).toEqual([false, false]);
    goOn();
    expect(await upload).toMatchObject({ status: 200 });
    expect(await fileThere(server, hash)).toEqual([true, true]);
    expect(await claimWith(hash)).toBe(200);
  });
});

test('answers kept for a repeat are forgotten after 400 days; what they made is still made once (WIRE-8)', async () => {
  const { db } = server.database;
  const employee = await server.as('employee');
  const body = {
    localExpenseType: 'OTHERS',
    expenseDate: NOW,
    claimAmount: 10,
    remarks: 'Stationery',
    billUrl: [await employee.bill('kept')],
  };
  const create = () =>
    employee.post('/api/v1/allExpense/create?primaryExpenseType=0', body, { 'Idempotency-Key': 'key-of-an-old-claim' });
  const first = await create();
  expect(first.status).toBe(200);
  const stored = () => db.selectFrom('idempotency').select('key').where('key', '=', 'key-of-an-old-claim').execute();
  await forgetOldAnswers(db, NOW + KEEP_DAYS * DAY);
  expect(await stored()).toHaveLength(1);
  expect(await forgetOldAnswers(db, NOW + KEEP_DAYS * DAY + 1)).toBeGreaterThanOrEqual(1);
  expect(await stored()).toHaveLength(0);
  const again = await create();
  expect([again.status, (again.body['data'] as { expenseId: string }).expenseId]).toEqual([
    200,
    (first.body['data'] as { expenseId: string }).expenseId,
  ]);
});

test('S17 dead sessions go as many days after their end as one may be unused; living ones stay', async () => {
  const { db } = server.database;
  await db.deleteFrom('sessions').execute();
  const lives = { idleMillis: 30 * DAY, maxMillis: 180 * DAY };
  const session = (name: string, created: number, lastUsed: number, ended: number | null) => ({
    token_hash: name,
    person_id: idOf('employee'),
    device_id: null,
    user_agent: '',
    created_at: NOW - created,
    last_used_at: NOW - lastUsed,
    ended_at: ended === null ? null : NOW - ended,
  });
  await db
    .insertInto('sessions')
    .values([
      session('living', 179 * DAY, 0, null),
      session('idle', 100 * DAY, 30 * DAY + 1, null),
      session('long idle', 100 * DAY, 60 * DAY + 1, null),
      session('ended', 100 * DAY, 30 * DAY, 30 * DAY - 1),
      session('long ended', 100 * DAY, 30 * DAY + 5, 30 * DAY + 1),
      session('too old', 181 * DAY, 1, null),
      session('much too old', 210 * DAY + 1, 29 * DAY, null),
    ])
    .execute();
  expect(await removeDeadSessions(db, NOW, lives)).toBe(3);
  const left = await db.selectFrom('sessions').select('token_hash').orderBy('token_hash').execute();
  expect(left.map((row) => row.token_hash)).toEqual(['ended', 'idle', 'living', 'too old']);
});

test('a job that fails is logged and the others run', async () => {
  const hash = await (await server.as('employee3')).bill('left behind');
  const said: [string, object][] = [];
  const log = {
    info: (facts: object, message: string) => void said.push([message, facts]),
    error: (facts: object, message: string) => void said.push([message, facts]),
  };
  const broken: FileStore = {
    put: async () => undefined,
    putStream: async () => ({ hash: '', size: 0 }),
    get: async () => null,
    stream: async () => null,
    has: async () => true,
    remove: async () => Promise.reject(Object.assign(new Error('secret path'), { code: 'EIO' })),
  };
  await server.database.db.insertInto('used_tokens').values({ token_id: 'old', expires_at: NOW }).execute();
  await runDaily({
    database: server.database,
    files: broken,
    env: server.env,
    clientDir: '/nowhere',
    clock: () => NOW + 41 * DAY,
    log,
  });
  expect(said).toContainEqual(['job failed', { job: 'orphanFiles', kind: 'Error', code: 'EIO' }]);
  expect(JSON.stringify(said)).not.toContain('secret path');
  expect(
    await server.database.db.selectFrom('used_tokens').selectAll().where('token_id', '=', 'old').execute(),
  ).toEqual([]);
  // Its bytes go another night.
  expect(await fileThere(server, hash)).toEqual([true, false]);
  expect(await server.database.db.selectFrom('file_removals').select('hash').execute()).toContainEqual({ hash });
});

test('U3: bills that are missing or damaged are logged and shown beside readiness, and do not change it', async () => {
  const health = async () => (await server.with(null).get('/readyz')).body;
  const employee = server.with(await server.signIn('employee'));
  const [missing, damaged] = [await employee.bill('to be missed'), await employee.bill('to be damaged')];
  const said: [string, object][] = [];
  const log = { error: (facts: object, message: string) => void said.push([message, facts]) };
  await fileCheck(server.database.db, server.files, NOW, log, () => 0);
  expect(said).toEqual([]);
  expect(await health()).toEqual({
    success: true,
    bills: { checkedAt: NOW, checked: expect.any(Number), missing: 0, damaged: 0 },
  });
  await server.files.remove(missing);
  writeFileSync(join(server.dataDir, 'files', damaged.slice(0, 2), damaged), 'not it');
  await fileCheck(server.database.db, server.files, NOW + DAY, log, () => 0);
  expect(said).toEqual([
    ['bills are missing or damaged', { job: 'fileCheck', missing: [missing], damaged: [damaged], count: 2 }],
  ]);
  const answer = await server.with(null).get('/readyz');
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, bills: { checkedAt: NOW + DAY, checked: expect.any(Number), missing: 1, damaged: 1 } },
  ]);
});
