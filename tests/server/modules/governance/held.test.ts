import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHeldOnMe, getHeldOnPerson } from '#contract/calls/held.ts';
import { urlOf } from '#contract/endpoint.ts';
import { MENTIONS, OTHERWISE, OWNED_ROWS, WHOLE_ROWS } from '#server/modules/governance/held/sources.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { leave } from '#tests/support/directory.ts';
import { approve, file } from '#tests/support/expenses.ts';
import { fillTally, fillTheRest, fillToTheBrim } from '#tests/support/fullest.ts';
import { hashOf } from '#tests/support/files.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { verifyPage } from '#tests/support/verifyPage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const told = (): Set<string> =>
  new Set([
    ...WHOLE_ROWS.flatMap(({ table, of }) => of.map((column) => `${table}.${column}`)),
    ...MENTIONS.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(OTHERWISE),
  ]);
const NAMES = /(?:^|_)(?:person|owner|manager|actor|asker|stand_in)_id$|_by$|^on_behalf_of$/;

/** Tables without rows in the fullest database of the tests. Their columns were read: none names people unseen. */
const EMPTY = `
  api_keys audit_erased audit_heads audit_seals bill_previews campaign_targets campaign_terms companies company_texts
  contact_details contacts delegations digests erasures file_owners file_removals former_addresses gst_keys idempotency
  identity_providers imports installation job_reports kept_files kysely_migration kysely_migration_lock leaver_links
  ledger_mapping legal_holds mails market_changes market_columns market_parts notification_choices oidc_sign_ins
  policy_versions push_subscriptions rate_limits report_files role_reviews scim_group_members scim_groups scim_users
  sessions setup_links sheet_uploads sign_in_codes sign_in_requests untold_changes upload_parts uploads used_tokens
  webhook_changes webhook_deliveries webhook_events webhooks`.split(/\s+/);

async function columns(): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select c.table_name || '.' || c.column_name as name, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`.execute(server.database.db);
  return rows;
}

describe('PDA-1 where a person is named', () => {
  it('every column that refers to people, or is called so, is told or has its reason', async () => {
    const { rows } = await sql<{ name: string }>`
      select r.relname || '.' || a.attname as name from pg_constraint f join pg_class r on r.oid = f.conrelid
      join unnest(f.conkey) as k(column_number) on true
      join pg_attribute a on a.attrelid = r.oid and a.attnum = k.column_number
      where f.contype = 'f' and f.confrelid = 'people'::regclass`.execute(server.database.db);
    const named = [
      ...rows.map(({ name }) => name),
      ...(await columns()).map(({ name }) => name).filter((name) => NAMES.test(name.split('.')[1] ?? '')),
    ];
    expect([...new Set(named)].filter((name) => !told().has(name)).toSorted()).toEqual([]);
  });

  it('what is told is there', async () => {
    const there = new Set((await columns()).map(({ name }) => name));
    const owned = OWNED_ROWS.map(({ table, by }) => `${table}.${by}`);
    const without = WHOLE_ROWS.flatMap(({ table, without: left = [] }) => left.map((column) => `${table}.${column}`));
    const keys = MENTIONS.map(({ table, key }) => `${table}.${key}`);
    expect([...told(), ...owned, ...without, ...keys].filter((name) => !there.has(name))).toEqual([]);
  });

  it('of a full database, every column that holds the id of somebody is told or has its reason', async () => {
    const full = await startServer();
    try {
      await fillToTheBrim(full, 3);
      await fillTheRest(full, 3);
      await fillTally(full);
      const found: string[] = [];
      const filled = new Set<string>();
      for (const { name, type } of await columns()) {
        if (type !== 'text') continue;
        const [table = '', column = ''] = name.split('.');
        const { rows } = await sql<{ is: boolean }>`select exists (select 1 from ${sql.table(table)} t
          join people p on p.id = t.${sql.ref(column)}) as is`.execute(full.database.db);
        if (rows[0]?.is && !told().has(name)) found.push(name);
        if (!filled.has(table)) {
          const some = await sql`select 1 from ${sql.table(table)} limit 1`.execute(full.database.db);
          if (some.rows.length > 0) filled.add(table);
        }
      }
      expect(found).toEqual([]);
      // An empty table would hide whom it names: a new one is filled here, or looked at and listed.
      const tables = (await columns()).map(({ name }) => name.split('.')[0] ?? '');
      const empty = [...new Set(tables)].filter((table) => !filled.has(table));
      expect(empty.filter((table) => !EMPTY.includes(table))).toEqual([]);
    } finally {
      await full.close();
    }
  });
});

const page = verifyPage();
interface Held {
  files: Map<string, Uint8Array>;
  rows(name: string): Record<string, unknown>[];
}
const held = (bytes: Uint8Array): Held => {
  const files = new Map(page.readPack(bytes).map((each) => [each.name, each.bytes]));
  return {
    files,
    rows: (name) => JSON.parse(Buffer.from(files.get(name) ?? []).toString()) as Record<string, unknown>[],
  };
};

describe('PDA-1 everything that is held on one', () => {
  it('has the own rows and bills, and nothing of what others wrote on their own records', async () => {
    const [employee, other] = [await server.as('employee'), await server.as('employee2')];
    const own = await file(employee, { remarks: 'Mine alone' });
    const others = await file(other, { remarks: 'Theirs alone' });
    await approve(await server.as('manager'), own.expenseId);
    const answer = await employee.get(urlOf(getHeldOnMe));
    expect(answer.headers.get('content-disposition')).toContain('everything-held-2026-07-15.zip');
    const mine = held(answer.bytes);
    expect(mine.rows('claims.json')).toEqual([
      expect.objectContaining({ id: own.expenseId, remarks: 'Mine alone', owner_id: idOf('employee') }),
    ]);
    expect(mine.rows('people.json')).toEqual([expect.objectContaining({ email: email('employee') })]);
    const print = own.billUrl[0]?.fingerPrint ?? '';
    expect(hashOf(mine.files.get(`bills/${print}.pdf`) ?? new Uint8Array())).toBe(print);
    const all = [...mine.files]
      .map(([name, bytes]) => (name.endsWith('.json') ? Buffer.from(bytes).toString() : ''))
      .join();
    expect(all).not.toContain('Theirs alone');
    expect(all).not.toContain(others.expenseId);
    const { rows: hashes } = await sql<{ token_hash: string }>`select token_hash from sessions`.execute(
      server.database.db,
    );
    for (const { token_hash: hash } of hashes) expect(all).not.toContain(hash);
    const index = mine.rows('index.json') as unknown as { bills: number; leftOut: string[] };
    expect([index.bills, index.leftOut]).toEqual([1, []]);
  });

  it('tells who decided of what they decided by its id alone', async () => {
    const manager = held((await (await server.as('manager')).get(urlOf(getHeldOnMe))).bytes);
    const ids = (await server.database.db.selectFrom('claims').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );
    expect(manager.rows('mentions.json')).toContainEqual({ table: 'claims', as: 'manager_id', keys: ids });
    const log = manager.rows('audit_log-1.json');
    const decided = log.find((row) => row['action'] === 'manager-approve');
    expect([decided?.['record_kind'], decided?.['after']]).toEqual(['claim', undefined]);
    expect(log.find((row) => row['action'] === 'sign-in')?.['after']).toEqual({ how: 'google' });
    expect(Buffer.from(manager.files.get('audit_log-1.json') ?? []).toString()).not.toContain('alone');
  });

  it('is a row of the log, and the ZIP is a whole one', async () => {
    const answer = await (await server.as('employee')).get(urlOf(getHeldOnMe));
    const files = page.readPack(answer.bytes);
    expect(Buffer.from(page.writePack(files)).equals(answer.bytes)).toBe(true);
    const { db } = server.database;
    const rows = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'export')
      .execute();
    expect(rows).toContainEqual({ actor_id: idOf('employee'), after: { report: 'what is held on a person' } });
    expect(await verifyAudit(db)).toBeNull();
  });

  it('ORG-1 an organisation admin takes it of somebody who left, and of nobody at work', async () => {
    const admin = await server.as('org-admin');
    const of = (who: 'employee2' | 'newcomer') => urlOf(getHeldOnPerson, { parts: { id: idOf(who) } });
    expect((await admin.get(of('newcomer'))).status).toBe(403);
    expect((await leave(admin, idOf('newcomer'))).status).toBe(200);
    const left = await admin.get(of('newcomer'));
    expect(held(left.bytes).rows('people.json')).toEqual([expect.objectContaining({ email: email('newcomer') })]);
    for (const who of ['employee', 'manager', 'finance', 'admin'] as const)
      expect((await (await server.as(who)).get(of('newcomer'))).status).toBe(403);
    expect((await admin.get(urlOf(getHeldOnPerson, { parts: { id: 'PRS0' } }))).status).toBe(403);
  });
});
