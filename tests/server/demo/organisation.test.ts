import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { FILE_BYTES_LIMIT, MAX_REMARKS } from '#contract/limits.ts';
import { judgeLocalExpenseDay } from '#domain/claim.ts';
import { dayOf } from '#domain/dates.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { demoPeople, emailOf, personIdOf } from '#server/demo/people.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { startDemo } from '#server/main/startDemo.ts';
import { openFileStore, type FileStore } from '#server/platform/files/store.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { inspectFile } from '#server/platform/uploads/inspectFile.ts';
import { CUT_OFF, DAY, NOW, TIME_ZONE } from './organisationFixtures.ts';
import { template } from '#tests/support/dataDir.ts';
import { otherClaims } from './otherClaims.ts';

let folder: string;
let database: Database;
let files: FileStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kharcha-demo-'));
  cpSync(await template('empty'), folder, { recursive: true });
  database = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) });
  const store = openFileStore({ dataDir: folder });
  const packed = await startDemo({ database, store, env: { dataDir: folder, timeZone: TIME_ZONE }, now: NOW });
  await packed.unpack();
  files = store;
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const claimsOfKind = (kind: number) => database.db.selectFrom('claims').selectAll().where('kind', '=', kind);
const claims = () => claimsOfKind(PRIMARY_EXPENSE_TYPE.local);
const claimsOf = (key: string) => claims().where('owner_id', '=', personIdOf(key)).execute();

describe('people', () => {
  test('the named accounts and who decides for whom', async () => {
    const rows = await sql<{
      email: string;
      manager: string;
    }>`select p.email, m.email as manager from people p join people m on m.id = p.manager_id`.execute(database.db);
    const managerOf = new Map(rows.rows.map((row) => [row.email, row.manager]));
    const lines = {
      employee: 'manager',
      employee2: 'manager',
      employee3: 'manager2',
      manager: 'director',
      manager2: 'director',
      director: 'finance2',
    };
    const others = [
      'finance',
      'finance2',
      'finance-docs',
      'admin',
      'tally',
      'campaign-manager',
      'campaign-manager2',
      'campaign-user',
      'case-user',
      'newcomer',
      'org-admin',
    ];
    for (const [key, manager] of Object.entries(lines))
      expect([key, managerOf.get(emailOf(key))]).toEqual([key, emailOf(manager)]);
    for (const key of others) expect([key, managerOf.get(emailOf(key))]).toEqual([key, emailOf('director')]);
    expect(
      demoPeople()
        .filter((person) => person.named)
        .map((person) => person.key)
        .toSorted(),
    ).toEqual([...Object.keys(lines), ...others].toSorted());
    expect(managerOf.size).toBeGreaterThanOrEqual(75);
  });

  test('everybody who decides has the role for it, and codes and addresses are nobody else’s', async () => {
    const deciders = await sql<{
      email: string;
      roles: string[];
    }>`select distinct m.email, m.roles from people p join people m on m.id = p.manager_id`.execute(database.db);
    for (const { email, roles } of deciders.rows) expect([email, roles.includes('manager')]).toEqual([email, true]);
    const people = demoPeople();
    for (const key of ['key', 'employeeCode', 'name'] as const)
      expect(new Set(people.map((person) => person[key])).size).toBe(people.length);
  });
});

describe('what the demo must hold', () => {
  test('nine pages of `employee`, with a claim in every state', async () => {
    const own = await claimsOf('employee');
    expect(own.length).toBeGreaterThanOrEqual(201);
    const states = new Set(
      own.map((claim) =>
        claim.withdrawn_at !== null
          ? 'withdrawn'
          : claim.paid_on !== null
            ? 'paid'
            : claim.finance_decided_at !== null
              ? claim.finance_status
              : claim.manager_status,
      ),
    );
    expect([...states].toSorted()).toEqual([
      'FINANCE_APPROVED',
      'FINANCE_REJECT',
      'MANAGER_APPROVED',
      'MANAGER_PENDING',
      'MANAGER_REJECT',
      'paid',
      'withdrawn',
    ]);
    expect(new Set(own.map((claim) => claim.type))).toEqual(new Set(['MOBILE_BILL', 'OTHERS']));
  });

  test('at least thirty wait for `manager`; `newcomer` has nothing', async () => {
    const waiting = await claims()
      .where('manager_id', '=', personIdOf('manager'))
      .where('manager_status', '=', 'MANAGER_PENDING')
      .where('withdrawn_at', 'is', null)
      .execute();
    expect(waiting.length).toBeGreaterThanOrEqual(30);
    expect(await claimsOf('newcomer')).toEqual([]);
    expect(
      await database.db.selectFrom('file_owners').selectAll().where('person_id', '=', personIdOf('newcomer')).execute(),
    ).toEqual([]);
  });

  test.each(Object.entries(PRIMARY_EXPENSE_TYPE))(
    'FIN-6 finance has %s claims approved before and after the cut-off, and waiting ones',
    async (_name, kind) => {
      const approved = await claimsOfKind(kind)
        .where('manager_status', '=', 'MANAGER_APPROVED')
        .where('finance_status', '=', 'FINANCE_PENDING')
        .execute();
      const before = approved.filter((claim) => (claim.manager_decided_at ?? 0) <= CUT_OFF);
      expect(before.length).toBeGreaterThan(5);
      expect(approved.length - before.length).toBeGreaterThan(1);
    },
  );

  test.each(Object.entries(PRIMARY_EXPENSE_TYPE))(
    'FIN-7 of %s claims several people of finance decided, both ways, and one without a name',
    async (_name, kind) => {
      const decided = await claimsOfKind(kind).where('finance_decided_at', 'is not', null).execute();
      expect(new Set(decided.map((claim) => claim.finance_decided_by)).size).toBeGreaterThanOrEqual(4);
      expect(new Set(decided.map((claim) => claim.finance_status))).toEqual(
        new Set(['FINANCE_APPROVED', 'FINANCE_REJECT']),
      );
      expect(decided.filter((claim) => claim.finance_decided_by === null)).toHaveLength(1);
    },
  );

  test('exactly one bill is on claims of two people, both waiting for the same manager', async () => {
    const shared = await sql<{ hash: string; owners: string[]; statuses: string[] }>`
      select b.file_hash as hash, array_agg(p.email order by p.email) as owners, array_agg(c.manager_status) as statuses
      from claim_bills b join claims c on c.id = b.claim_id join people p on p.id = c.owner_id group by b.file_hash
      having count(*) > 1`.execute(database.db);
    expect(shared.rows.map(({ owners, statuses }) => ({ owners: owners.toSorted(), statuses }))).toEqual([
      { owners: [emailOf('employee2'), emailOf('employee')], statuses: ['MANAGER_PENDING', 'MANAGER_PENDING'] },
    ]);
  });
});

describe('every record keeps the rules', () => {
  test('LOC-6 to LOC-8: each date could be claimed on the day it was, and can be today', async () => {
    for (const claim of await claims().execute()) {
      expect(judgeLocalExpenseDay(claim.expense_date, dayOf(claim.created_at, TIME_ZONE))).toEqual({ ok: true });
      expect(judgeLocalExpenseDay(claim.expense_date, dayOf(NOW, TIME_ZONE))).toEqual({ ok: true });
    }
  });

  test('amounts: approved at most what was claimed, nothing where rejected, paid what finance approved', async () => {
    for (const claim of await database.db.selectFrom('claims').selectAll().execute()) {
      expect(claim.claim_amount).toBeGreaterThan(0);
      if (claim.manager_status === 'MANAGER_REJECT') expect(claim.manager_amount).toBe(0);
      if (claim.manager_status === 'MANAGER_APPROVED')
        expect(claim.manager_amount).toBeLessThanOrEqual(claim.claim_amount);
      if (claim.finance_status === 'FINANCE_APPROVED')
        expect(claim.finance_amount).toBeLessThanOrEqual(claim.manager_amount ?? 0);
      if (claim.finance_status === 'FINANCE_REJECT') expect(claim.finance_amount).toBe(0);
      if (claim.finance_decided_at !== null) expect(claim.manager_status).toBe('MANAGER_APPROVED');
      if (claim.paid_on !== null)
        expect([claim.finance_status, claim.paid_amount]).toEqual(['FINANCE_APPROVED', claim.finance_amount]);
      if (claim.withdrawn_at !== null) expect(claim.manager_decided_at).toBeNull();
      if (claim.kind === PRIMARY_EXPENSE_TYPE.local) expect((claim.remarks ?? '').length).toBeGreaterThan(5);
      expect((claim.remarks ?? '').length).toBeLessThan(MAX_REMARKS);
    }
  });

  test('nobody decides their own, rejections say why, and nothing happens before its cause or after now', async () => {
    for (const claim of await database.db.selectFrom('claims').selectAll().execute()) {
      expect([claim.manager_decided_by, claim.finance_decided_by]).not.toContain(claim.owner_id);
      if (claim.manager_decided_by !== null) expect(claim.manager_decided_by).toBe(claim.manager_id);
      if (claim.manager_status === 'MANAGER_REJECT') expect(claim.manager_remarks).toBeTruthy();
      if (claim.finance_status === 'FINANCE_REJECT') expect(claim.finance_remarks).toBeTruthy();
      const moments = [claim.created_at, claim.manager_decided_at, claim.finance_decided_at].filter(
        (moment) => moment !== null,
      );
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      expect(claim.updated_at).toBeLessThanOrEqual(NOW);
      expect(dayOf(claim.created_at, TIME_ZONE) >= claim.expense_date).toBe(true);
      expect(claim.created_at).toBeGreaterThan(NOW - 92 * DAY);
    }
  });

  test('A5: each version has its audit row and the chain holds', async () => {
    expect(await verifyAudit(database.db)).toBeNull();
    const versions = await sql<{
      id: string;
      version: number;
      rows: number;
    }>`
      select c.id, c.version, count(a.id)::int as rows from claims c left join audit_log a on a.record_id = c.id
      group by c.id`.execute(database.db);
    for (const { version, rows } of versions.rows) expect(rows).toBe(version);
  });
});

describe('bills', () => {
  test('each claim has its own, which is stored, matches its row, and would pass as an upload (U3)', async () => {
    const rows = await database.db.selectFrom('files').selectAll().execute();
    expect(new Set(rows.map((row) => row.type))).toEqual(new Set(['application/pdf', 'image/png', 'image/jpeg']));
    for (const row of rows) {
      const bytes = await files.get(row.hash);
      if (!bytes) throw new Error(`${row.hash} is missing`);
      expect([sha256(bytes), bytes.length]).toEqual([row.hash, row.size]);
      expect(bytes.length).toBeLessThan(FILE_BYTES_LIMIT / 10);
    }
    for (const type of ['application/pdf', 'image/png', 'image/jpeg']) {
      const one = rows.find((row) => row.type === type);
      expect(await inspectFile((await files.get(one?.hash ?? '')) ?? Buffer.alloc(0))).toBe(type);
    }
    const without = await sql`
      select c.id from claims c where c.kind <> 1 and not exists (select 1 from claim_bills b
      join file_owners o on o.file_hash = b.file_hash and o.person_id = c.owner_id where b.claim_id = c.id)`.execute(
      database.db,
    );
    expect(without.rows).toEqual([]);
  });
});

const counted = () =>
  database.db
    .selectFrom('claims')
    .select(({ fn }) => fn.countAll().as('n'))
    .execute();

describe('again', () => {
  test('a directory with people is left alone', async () => {
    const before = await counted();
    const keep = (): Promise<never> => Promise.reject(new Error('It draws no bills.'));
    expect(await seedDemo({ db: database.db, keep, now: NOW + DAY, timeZone: TIME_ZONE })).toBe(false);
    expect(await counted()).toEqual(before);
  });
});

describe('enquiries', () => {
  test('ENQ-7 wait for `employee`, `manager` and `finance`, and some are closed', async () => {
    const rows = await database.db.selectFrom('enquiries').selectAll().execute();
    const has = (test: (row: (typeof rows)[number]) => boolean): boolean => rows.some(test);
    for (const key of ['employee', 'manager']) {
      expect([
        key,
        has((row) => row.owner_id === personIdOf(key) && row.answer === null && row.closed_at === null),
        has((row) => row.owner_id === personIdOf(key) && row.closed_at !== null),
      ]).toEqual([key, true, true]);
    }
    for (const key of ['manager', 'finance'])
      expect([
        key,
        has((row) => row.asker_id === personIdOf(key) && row.answer !== null && row.closed_at === null),
      ]).toEqual([key, true]);
    expect(has((row) => row.asker_id === personIdOf('finance') && row.closed_at !== null)).toBe(true);
    for (const row of rows)
      expect(
        row.created_at < NOW &&
          (row.answered_at ?? row.created_at) >= row.created_at &&
          (row.closed_at ?? NOW) >= row.created_at,
      ).toBe(true);
  });
});

otherClaims(() => database);
