import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryAnswer } from '#contract/audit.ts';
import { getAuditEntry } from '#contract/calls/audit.ts';
import { urlOf } from '#contract/endpoint.ts';
import { documentPath } from '#contract/file.ts';
import { USUAL_PERIODS } from '#domain/retention.ts';
import { runRetention } from '#server/modules/retention/index.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { leave } from '#tests/support/directory.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import { idOf } from '#tests/support/people.ts';
import type { Api } from '#tests/support/api.ts';
import * as retention from '#tests/support/retention.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import type { Retention } from '#contract/retention.ts';
import { putClaim, putFile, putTraces } from './someData.ts';

let server: TestServer;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as('org-admin');
});
afterAll(() => server.close());

const claim = (id: string, day: string, more = {}) =>
  putClaim(server, { id, day, state: 'POSTED', trip: null, bills: [], replaced: [], who: 'employee2', ...more });
const run = () =>
  runRetention({ database: server.database, files: server.files, env: server.env, now: server.clock.now });
const claims = async (): Promise<string[]> =>
  (await server.database.db.selectFrom('claims').select('id').orderBy('id').execute()).map(({ id }) => id);

describe('RET-6 legal holds', () => {
  it('on a person, a record, a contact, with a reason, once, lifted with another, all in the log', async () => {
    const { expenseId } = await file(await server.as('employee'));
    await putTraces(server, 'k-17', '2020-01-01');
    const heldContacts = async () =>
      (await retention.planFor(admin)).kinds
        .find(({ kind }) => kind === 'CONTACTS')
        ?.stays.find(({ why }) => why === 'HOLD')?.rows ?? 0;
    for (const [id, kind] of [
      [idOf('employee2'), 'person'],
      [expenseId, 'record'],
      ['k-17', 'contact'],
    ] as const) {
      const none = await retention.setHold(admin, id, ' ');
      expect([none.status, none.body['fieldErrors'] ?? none.body['errors']]).toEqual([422, expect.anything()]);
      const [hold] = retention.holdsOf(await retention.setHold(admin, id, 'A dispute'));
      expect(hold).toMatchObject({ subjectId: id, subjectKind: kind, reason: 'A dispute', liftedAt: null });
      expect((await retention.setHold(admin, id)).status).toBe(409);
      expect(await heldContacts()).toBe(kind === 'contact' ? 1 : 0);
      const lifted = await retention.liftHold(admin, hold?.holdId ?? '', 'Settled');
      expect(retention.holdsOf(lifted)).toEqual([expect.objectContaining({ liftReason: 'Settled', liftedAt: NOW })]);
      expect((await retention.liftHold(admin, hold?.holdId ?? '')).status).toBe(409);
      expect(await heldContacts()).toBe(0);
      expect(retention.holdsOf(await retention.holds(admin, id))).toHaveLength(1);
    }
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'on_behalf_of'])
      .where('record_kind', '=', 'hold')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action }) => action)).toEqual([1, 2, 3].flatMap(() => ['hold-set', 'hold-lift']));
    expect(rows[4]?.on_behalf_of).toBeNull();
    expect((await retention.setHold(admin, 'K-17')).status).toBe(404);
    expect(rows[0]).toMatchObject({ actor_id: idOf('org-admin'), on_behalf_of: idOf('employee2') });
    expect(rows[2]?.on_behalf_of).toBe(idOf('employee'));
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});

describe('RET-7 the daily job', () => {
  it('erases nothing before an organisation admin has switched it on, for the dry run that they saw', async () => {
    await claim('EXPOLD', '2015-05-05');
    await claim('EXPNEW', '2019-05-05');
    expect(await run()).toBe(0);
    const first = await retention.retentionOf(admin);
    expect(first).toMatchObject({ enabled: false, periods: USUAL_PERIODS, changedBy: null, reports: [] });
    const on = { periods: USUAL_PERIODS, enabled: true };
    expect((await retention.save(admin, on)).status).toBe(409);
    expect((await retention.save(admin, { ...on, seen: 'made up' })).status).toBe(409);
    const plan = await retention.planFor(admin);
    expect(plan.kinds.find(({ kind }) => kind === 'RECORDS')).toMatchObject({ rows: 1, oldest: '2015-05-15' });
    await claim('EXPOLD2', '2015-06-05');
    const changed = await retention.save(admin, { ...on, seen: plan.seen });
    expect([changed.status, changed.body['message']]).toEqual([
      409,
      'What would be erased has changed. Please look at it again, then switch it on.',
    ]);
    const { seen } = await retention.planFor(admin);
    const saved = dataOf<Retention>(await retention.save(admin, { ...on, seen }));
    expect(saved).toMatchObject({ enabled: true, version: first.version + 1, changedAt: NOW });
    expect(saved.changedBy).not.toBeNull();
  });

  it('then does, tells of it on the page and in the log, and passes over what is held', async () => {
    const held = retention.holdsOf(await retention.setHold(admin, 'EXPOLD2'))[0];
    expect(await run()).toBeGreaterThanOrEqual(1);
    expect(await claims()).toEqual(expect.arrayContaining(['EXPNEW', 'EXPOLD2']));
    expect(await claims()).not.toContain('EXPOLD');
    await retention.liftHold(admin, held?.holdId ?? '');
    expect(await run()).toBe(1);
    expect(await claims()).not.toContain('EXPOLD2');
    const { reports } = await retention.retentionOf(admin);
    expect(reports).toHaveLength(2);
    for (const report of reports) expect(report).toMatchObject({ by: null, about: null, endedAt: NOW });
    // Both of one moment: in no order.
    expect(reports.map(({ kinds }) => kinds)).toContainEqual([{ kind: 'RECORDS', rows: 1, files: 0, bytes: 0 }]);
    const log = await server.database.db
      .selectFrom('audit_log')
      .select('after')
      .where('record_kind', '=', 'erasure')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log.after).toMatchObject({ kind: 'RECORDS', rows: 1, log: { rows: 1 } });
  });

  it('periods want another look once they change, and no shorter ones than law wants are taken', async () => {
    const { version } = await retention.retentionOf(admin);
    const shorter = { periods: { ...USUAL_PERIODS, recordYears: 7 }, enabled: false };
    const refused = await retention.save(admin, shorter);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('eight financial years')]);
    const longer = { periods: { ...USUAL_PERIODS, recordYears: 9 }, enabled: true };
    expect((await retention.save(admin, longer)).status).toBe(409);
    expect((await retention.save(admin, { ...longer, enabled: false }, { 'If-Match': '"0"' })).status).toBe(409);
    const off = await retention.save(admin, { ...longer, enabled: false }, { 'If-Match': `"${version}"` });
    expect(dataOf<Retention>(off)).toMatchObject({ enabled: false, periods: { recordYears: 9 } });
    await claim('EXPAGAIN', '2015-05-05');
    expect(await run()).toBe(0);
  });
});

describe('RET-1 places in pictures', () => {
  it('go with the original after their period: its taker too gets the copy from then on', async () => {
    const hash = await putFile(server, 'photo', '2026-03-01', true);
    await claim('EXPPHOTO', '2026-03-01', { bills: [hash], who: 'employee' });
    const employee = await server.as('employee');
    const get = () => employee.get(documentPath(hash));
    expect((await get()).text).toBe('the bytes of photo');
    const plan = await retention.planFor(admin);
    expect(plan.kinds.find(({ kind }) => kind === 'PLACES')).toMatchObject({ rows: 1, files: 1, oldest: '2026-03-01' });
    await retention.save(admin, {
      periods: plan && (await retention.retentionOf(admin)).periods,
      enabled: true,
      seen: plan.seen,
    });
    await run();
    expect((await get()).text).toBe('without a place photo');
    expect(await server.files.has(hash)).toBe(false);
  });
});

describe('RET-8 somebody who left', () => {
  it('while at work, or held, nothing goes, and why is said', async () => {
    const id = idOf('newcomer');
    expect((await retention.erasureOf(admin, id)).refusal).toMatch(/is at work/);
    expect((await retention.erase(admin, id, 'x')).status).toBe(409);
    expect((await leave(admin, id)).status).toBe(200);
    const [hold] = retention.holdsOf(await retention.setHold(admin, id));
    expect((await retention.erasureOf(admin, id)).refusal).toMatch(/legal hold/);
    expect((await retention.erase(admin, id, (await retention.erasureOf(admin, id)).seen)).status).toBe(409);
    await retention.liftHold(admin, hold?.holdId ?? '');
    expect((await retention.erasureOf(admin, id)).refusal).toBeNull();
  });

  it('what was shown goes, records stay with the name and a sentence until when, and the log holds', async () => {
    const id = idOf('employee');
    const { db } = server.database;
    await putTraces(server, 'trace', '2026-07-01');
    await sql`update people set grade = 'M3', base_location = 'Pune' where id = ${id}`.execute(db);
    const { expenseId } = await file(await server.as('employee'));
    await approve(await server.as('manager'), expenseId);
    expect((await leave(admin, id)).status).toBe(200);
    const plan = await retention.erasureOf(admin, id);
    expect(plan.goes.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['DEVICES', 'NOTIFICATIONS', 'PROFILE', 'LOG']),
    );
    expect(plan.stays[0]).toMatch(/claims and travel requests with bills, and the name.*until 01-04-2036/);
    expect((await retention.erase(admin, id, 'not what was seen')).status).toBe(409);
    const done = await retention.erase(admin, id, plan.seen);
    expect(done.status).toBe(200);
    expect((await retention.erasureOf(admin, id)).goes).toEqual([]);
    const person = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(person).toMatchObject({ grade: '', base_location: '', subject: null, disabled: true });
    expect(person.name).not.toBe('');
    expect(await claims()).toContain(expenseId);
    for (const table of ['sessions', 'push_subscriptions', 'notifications'] as const)
      expect(await db.selectFrom(table).select('person_id').where('person_id', '=', id).execute()).toEqual([]);
    const log = await db.selectFrom('audit_log').select(['id', 'after']).where('record_id', '=', id).execute();
    expect(log.every(({ after }) => after === null)).toBe(true);
    const entry = await admin.get(urlOf(getAuditEntry, { parts: { id: String(log[0]?.id) } }));
    expect(dataOf<AuditEntryAnswer>(entry)).toMatchObject({ erasedAt: NOW, changes: [], origin: '' });
    const { reports } = await retention.retentionOf(admin);
    expect(reports).toContainEqual(expect.objectContaining({ by: expect.any(String), about: person.name }));
    expect(await verifyAudit(db)).toBeNull();
  });
});
