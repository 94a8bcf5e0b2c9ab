import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryAnswer, AuditRow } from '#contract/audit.ts';
import { downloadAudit, getAuditEntry, listAudit } from '#contract/calls/audit.ts';
import { AUDIT_TOPICS, type AuditTopic } from '#contract/enums.ts';
import { urlOf } from '#contract/endpoint.ts';
import { millisOfDay } from '#domain/dates.ts';
import { appendAudit, verifyAudit } from '#server/platform/audit/audit.ts';
import { actionOf, kindWords, noteOf, TOPIC_KINDS } from '#server/modules/governance/audit/words.ts';
import type { Api } from '#tests/support/api.ts';
import { changed } from '#tests/support/directory.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { byTitle, csvRows } from '#tests/support/reports.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { auditPage, type AuditSearch } from '#server/modules/governance/audit/repository.ts';
import { planOf } from '#tests/support/plans.ts';
import { sealAudit, auditKeys } from '#server/platform/audit/seals.ts';

let server: TestServer;
let api: Api;
let claimId: string;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
  ({ expenseId: claimId } = await file(await server.as('employee')));
  server.clock.now += 60_000;
  await approve(await server.as('manager'), claimId, { managerApprovedAmount: 100 });
  server.clock.now += 60_000;
  await (await server.as('employee')).get(urlOf(listAudit));
  await changed(api, 'employee2', { grade: '=HYPERLINK("http://x")' });
});
afterAll(() => server.close());

interface Found {
  rows: AuditRow[];
  total: number;
}
const list = async (query = '', size = 100): Promise<Found> => {
  const { status, body, text } = await api.get(`${urlOf(listAudit)}?pageSize=${size}&pageNumber=0${query}`);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return { rows: body['data'] as AuditRow[], total: body['totalElements'] as number };
};
const topic = (...topics: AuditTopic[]): string =>
  `&filter=AUDIT_TOPIC:${topics.map((each) => AUDIT_TOPICS.indexOf(each)).join('|')}`;
const titles = ({ rows }: Found): string[] => rows.map(({ title }) => title);

describe('AUD-20 the log', () => {
  it('is told newest first, in pages that do not overlap', async () => {
    const all = await list();
    expect(all.total).toBe(all.rows.length);
    const times = all.rows.map(({ at, auditId }) => [at, auditId] as const);
    expect(times).toEqual(times.toSorted(([a, x], [b, y]) => b - a || y - x));
    const parts: number[] = [];
    for (let page = 0; page * 2 < all.total; page += 1) {
      const { body } = await api.get(`${urlOf(listAudit)}?pageSize=2&pageNumber=${page}`);
      parts.push(...(body['data'] as AuditRow[]).map(({ auditId }) => auditId));
    }
    expect(parts).toEqual(all.rows.map(({ auditId }) => auditId));
  });

  it('is narrowed by who did it, for whom, and whom it is about', async () => {
    const { rows } = await list(`&filter=EMAIL:${email('employee2')}`);
    expect(rows.map(({ title, by }) => [title, by])).toEqual([['Changed', 'Leela Thomas']]);
    const manager = await list(`&filter=EMAIL:${email('manager')}`);
    expect(titles(manager)).toEqual(['Approved by the manager', 'Signed in', 'Account bound to a provider of sign-in']);
    expect(await list('&filter=EMAIL:nobody@example.com')).toEqual({ rows: [], total: 0 });
  });

  it('is narrowed by record, whatever the case of its id, and by a person at once', async () => {
    const ofClaim = await list(`&filter=SEARCH:${claimId.toLowerCase()}`);
    expect(titles(ofClaim)).toEqual(['Approved by the manager', 'Raised']);
    const both = await list(`&filter=SEARCH:${claimId}&filter=EMAIL:${email('manager')}`);
    expect(titles(both)).toEqual(['Approved by the manager']);
    expect((await list('&filter=SEARCH:EXP0')).total).toBe(0);
  });

  it('is narrowed by topic, each with its own rows, several together', async () => {
    expect(new Set(titles(await list(topic('SIGN_INS'))))).toEqual(new Set(['Signed in']));
    expect((await list(topic('REFUSALS'))).rows[0]).toMatchObject({
      title: 'Refused',
      by: 'Asha Nair',
      note: expect.stringContaining('GET /api/v1/audit'),
    });
    expect(titles(await list(topic('DECISIONS')))).toEqual(['Approved by the manager']);
    expect(titles(await list(topic('DECISIONS', 'PEOPLE'))).slice(0, 2)).toEqual([
      'Changed',
      'Approved by the manager',
    ]);
    expect(titles(await list(topic('DECISIONS', 'RECORDS')))).toEqual(['Approved by the manager', 'Raised']);
    expect(titles(await list(`${topic('RECORDS')}&filter=EMAIL:${email('manager')}`))).toEqual([
      'Approved by the manager',
    ]);
  });

  it('is narrowed by days of the organisation, both ends included', async () => {
    const day = millisOfDay('2026-07-15', server.env.timeZone);
    const { total } = await list();
    expect((await list(`&filter=DATE_RANGE:${day}|${day}`)).total).toBe(total);
    expect((await list(`&filter=DATE_RANGE:${day + 86_400_000}|`)).total).toBe(0);
    expect((await list(`&filter=DATE_RANGE:|${day - 1}`)).total).toBe(0);
    expect((await list(`&filter=DATE_RANGE:|${day}${topic('DECISIONS')}`)).total).toBe(1);
  });

  it('refuses what it cannot be narrowed by', async () => {
    for (const bad of ['filter=ROLE:1', 'filter=AUDIT_TOPIC:10', 'filter=EMAIL:a|b', 'sort=EMPLOYEE_CODE'])
      expect((await api.get(`${urlOf(listAudit)}?${bad}`)).status).toBe(400);
  });
});

const entryOf = async (auditId: number): Promise<AuditEntryAnswer> =>
  dataOf<AuditEntryAnswer>(await api.get(urlOf(getAuditEntry, { parts: { id: String(auditId) } })));

describe('AUD-20 one row', () => {
  it('says what changed, from where, and its place in the chains', async () => {
    const { db } = server.database;
    await sealAudit(db, await auditKeys({ db, keys: server.env.secretsKeys }, server.env.auditKeys));
    const [row] = (await list(topic('PEOPLE'))).rows;
    const entry = await entryOf(row!.auditId);
    expect(entry).toMatchObject({ ...row, version: 1, hidden: false, page: 'person', previousHash: '' });
    expect(entry.changes).toEqual([{ field: 'Grade', before: null, after: '=HYPERLINK("http://x")' }]);
    expect([entry.hash.length, typeof entry.seal, entry.origin.startsWith('127.0.0.1')]).toEqual([64, 'number', true]);
  });

  it('ORG-1 says of a claim who did what, and what it says only to who may see the claim', async () => {
    const [row] = (await list(topic('DECISIONS'))).rows;
    expect([row?.note, row?.kind]).toEqual(['', 'Claim']);
    expect(await entryOf(row!.auditId)).toMatchObject({ changes: [], hidden: true, page: null, note: '' });
    await changed(api, 'org-admin', { roles: ['orgAdmin', 'finance'] });
    const entry = await entryOf(row!.auditId);
    expect([entry.hidden, entry.page]).toEqual([false, 'record']);
    expect(entry.changes).toContainEqual({
      field: 'Manager approved',
      before: null,
      after: expect.stringContaining('100'),
    });
  });

  it('of an id that is none: 404', async () => {
    for (const id of ['0', '99999999', 'x', '1e3'])
      expect((await api.get(urlOf(getAuditEntry, { parts: { id } }))).status).toBe(404);
  });
});

describe('AUD-20 what it is read by', () => {
  const nothing: AuditSearch = { from: null, to: null };
  it.each<[string, AuditSearch, string[]]>([
    ['nothing', nothing, ['audit_log_newest']],
    ['day', { from: 1, to: 2 }, ['audit_log_newest']],
    ['person', { ...nothing, personId: 'PRS1' }, ['audit_log_of_actor', 'audit_log_for', 'audit_log_record_id']],
    ['record', { ...nothing, recordId: 'EXP1' }, ['audit_log_record_id']],
    ['kind', { ...nothing, kinds: [{ kind: 'view', actions: null }] }, ['audit_log_of_kind']],
  ])('by %s: an index gives it', async (_, search, indexes) => {
    const { database } = server;
    await sql`set enable_seqscan = off`.execute(database.db);
    await sql`set plan_cache_mode = force_generic_plan`.execute(database.db);
    try {
      const plan = await planOf(database, auditPage(search, null, 25, 0));
      expect(indexes.filter((index) => !plan.includes(index))).toEqual([]);
      expect(plan).not.toMatch(/Seq Scan on audit_log/);
    } finally {
      await sql`reset all`.execute(database.db);
    }
  });
});

describe('AUD-22 the log as a file', () => {
  it('has all rows that the filters select, no formula, and is itself a row of the log', async () => {
    const before = (await list()).rows;
    const answer = await api.get(urlOf(downloadAudit));
    expect(answer.headers.get('content-disposition')).toContain('audit-log-2026-07-15.csv');
    const rows = byTitle(csvRows(answer.bytes));
    expect(rows.map((row) => Number(row['Row']))).toEqual([
      expect.any(Number),
      ...before.map(({ auditId }) => auditId),
    ]);
    expect(rows[0]).toMatchObject({ What: 'Downloaded a file', Who: 'Leela Thomas' });
    const grade = rows.find((row) => row['Details']?.includes('HYPERLINK'));
    expect(grade?.['Details']).toBe('Grade: =HYPERLINK("http://x")');
    const [exported] = (await list(topic('EXPORTS'))).rows;
    expect(exported).toMatchObject({ title: 'Downloaded a file', by: 'Leela Thomas', note: 'audit log; csv' });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('a cell that a spreadsheet would take for a formula is a text', async () => {
    const what = { recordId: '=1+1', recordKind: 'odd', version: 1, at: NOW, actorId: idOf('employee') };
    const rest = { action: '=cmd', before: null, after: null, origin: '@x' };
    await appendAudit(server.database.db, { ...what, ...rest }, '');
    const rows = byTitle(csvRows((await api.get(`${urlOf(downloadAudit)}?filter=SEARCH:%3D1%2B1`)).bytes));
    expect(rows).toEqual([expect.objectContaining({ What: "'=cmd", Record: "'=1+1", From: "'@x" })]);
  });

  it('more rows than one statement reads come once each, in order; nobody’s are none', async () => {
    const { db } = server.database;
    for (let n = 0; n < 1_300; n += 1) {
      const what = { recordId: `VEW${n}`, recordKind: 'view', version: 1, at: NOW - 1_000 - (n % 7) };
      const rest = { actorId: idOf('director'), action: 'view', before: null, after: { what: 'trips' }, origin: '' };
      await appendAudit(db, { ...what, ...rest }, '');
    }
    const rows = byTitle(csvRows((await api.get(urlOf(downloadAudit) + `?${topic('VIEWS').slice(1)}`)).bytes));
    expect(new Set(rows.map((row) => row['Row'])).size).toBe(1_300);
    expect(rows[0]).toMatchObject({ What: 'Looked at the list of somebody else', Details: 'Travel requests' });
    const nobody = await api.get(`${urlOf(downloadAudit)}?filter=EMAIL:nobody@example.com`);
    expect(csvRows(nobody.bytes)).toHaveLength(1);
  });
});

describe('AUD-21 words', () => {
  it('an action or a kind without words is read out', () => {
    expect([actionOf('thing', 'turned-round'), kindWords('otherThing')]).toEqual(['Turned round', 'OtherThing']);
  });

  it('a note is one line and no longer than asked for; of a claim there is none', () => {
    const said = {
      kind: 'organisation',
      action: 'organisation-named',
      before: null,
      after: { name: 'A\n b'.repeat(99) },
    };
    expect(noteOf(said, 20)).toBe('Name: A bA bA bA bA…');
    expect(noteOf({ ...said, kind: 'claim' }, 20)).toBe('');
  });

  it('every topic has kinds', () => {
    expect(AUDIT_TOPICS.filter((each) => TOPIC_KINDS[each].length === 0)).toEqual([]);
  });
});
