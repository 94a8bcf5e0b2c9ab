import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryPerson } from '#contract/people.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { list as delegationsOf, named } from '#tests/support/delegations.ts';
import * as directory from '#tests/support/directory.ts';
import { approve, dataOf, file, search } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());

const managerOf = async (who: 'employee' | 'employee2' | 'manager2'): Promise<string | undefined> =>
  dataOf<DirectoryPerson>(await directory.get(api, idOf(who))).manager?.email;

describe('a manager leaves', () => {
  it('ORG-6 the queue goes to the successor, stand-ins and sessions end, who left may return', async () => {
    const employee = await server.as('employee');
    const manager = await server.as('manager');
    const [claim, decided] = [await file(employee), await file(employee)];
    dataOf(await approve(manager, decided.expenseId));
    await named(manager, 'newcomer', [1, 5]);
    const preview = dataOf(await directory.preview(api, idOf('manager')));
    expect(preview).toEqual({
      reports: 2,
      claims: 1,
      trips: 0,
      standIns: 1,
      successor: { personId: idOf('director'), name: 'Vikram Rao', email: email('director') },
    });

    const left = dataOf<DirectoryPerson>(await directory.leave(api, idOf('manager'), email('manager2')));
    expect(left).toMatchObject({ status: 'LEFT', reports: 0 });
    expect((await search(manager)).status).toBe(401);
    expect([await managerOf('employee'), await managerOf('employee2')]).toEqual([email('manager2'), email('manager2')]);
    const successor = await server.as('manager2');
    expect(dataOf(await approve(successor, claim.expenseId)).managerApprovalStatus).toBe('MANAGER_APPROVED');
    expect((await delegationsOf(await server.as('newcomer'))).received.some((one) => one.mayEnd)).toBe(false);
    const log = await directory.history(api, idOf('manager'));
    expect(dataOf<{ what: string }[]>(log)[0]?.what).toBe('Left');

    expect(dataOf<DirectoryPerson>(await directory.comeBack(api, idOf('manager')))).toMatchObject({
      status: 'ACTIVE',
      leftOn: null,
    });
    // Sessions that ended stay ended.
    expect((await search(manager)).status).toBe(401);
  });

  it('ORG-6 who returns comes under the nearest manager at work; each session that ended left a row', async () => {
    const claim = await file(await server.as('employee3'));
    dataOf(await directory.leave(api, idOf('employee3')));
    const ended = await server.database.db
      .selectFrom('audit_log')
      .select(['actor_id', 'on_behalf_of'])
      .where('action', '=', 'sign-out')
      .where('on_behalf_of', '=', idOf('employee3'))
      .execute();
    expect(ended).toEqual([{ actor_id: idOf('org-admin'), on_behalf_of: idOf('employee3') }]);
    // As left behind by a directory that knew nothing of handing over.
    await server.database.db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('manager2')).execute();
    const back = dataOf<DirectoryPerson>(await directory.comeBack(api, idOf('employee3')));
    expect(back.manager?.email).toBe(email('director'));
    dataOf(await approve(await server.as('director'), claim.expenseId));
    dataOf(await directory.comeBack(api, idOf('manager2')));
  });

  it('ORG-6 a report who takes over comes under the manager above', async () => {
    dataOf(await directory.leave(api, idOf('manager2'), email('employee')));
    expect([await managerOf('employee'), await managerOf('employee2')]).toEqual([email('director'), email('employee')]);
    dataOf(await directory.comeBack(api, idOf('manager2')));
  });

  it('ORG-6 is refused where the successor is nobody, has left, or stands deeper below', async () => {
    const refused = async (successor: string) => {
      const answer = await directory.leave(api, idOf('director'), successor);
      return [answer.status, (answer.body['errors'] as Record<string, string>)['successor']];
    };
    expect(await refused('nobody@example.com')).toEqual([422, 'No active employee has this e-mail']);
    expect(await refused(email('director'))).toEqual([422, 'Somebody else must take over']);
    expect(await refused(email('employee2'))).toEqual([
      422,
      'Please name somebody who does not report to the person who leaves',
    ]);
    dataOf(await directory.leave(api, idOf('case-user')));
    expect(await refused(email('case-user'))).toEqual([422, 'No active employee has this e-mail']);
  });

  it('ORG-6 thousands of reports and of requests move, each with a row in the log', async () => {
    const { db } = server.database;
    const [REPORTS, CLAIMS] = [1_100, 5_100];
    const { expenseId } = await file(await server.as('employee'));
    await directory.changed(api, 'employee', { manager: email('manager') });
    const boss = idOf('manager');
    await sql`insert into people (id, email, name, employee_code, roles, cost_centre, disabled, source, manager_id,
        created_at, updated_at)
      select 'PRSMANY' || n, 'many' || n || '@example.com', 'Person ' || n, 'M' || n, '{}', '', false, 'FILE', ${boss},
        ${NOW}::bigint, ${NOW}::bigint from generate_series(1, ${sql.lit(REPORTS)}) n`.execute(db);
    await sql`insert into claims select r.* from claims c, generate_series(1, ${sql.lit(CLAIMS)}) n,
      jsonb_populate_record(null::claims, to_jsonb(c) || jsonb_build_object('id', 'EXPMANY' || n, 'creation_key', null,
        'version', 7, 'manager_id', ${boss}::text, 'owner_id', 'PRSMANY1')) r
      where c.id = ${expenseId}`.execute(db);
    const left = dataOf<DirectoryPerson>(await directory.leave(api, boss, email('director')));
    expect(left).toMatchObject({ status: 'LEFT', reports: 0 });
    const count = async (rows: RawBuilder<unknown>): Promise<number> =>
      (await sql<{ n: number }>`select count(*)::int as n from ${rows}`.execute(db)).rows[0]?.n ?? 0;
    const to = idOf('director');
    expect(await count(sql`people where id like 'PRSMANY%' and manager_id = ${to}`)).toBe(REPORTS);
    expect(await count(sql`claims where id like 'EXPMANY%' and manager_id = ${to} and version = 8`)).toBe(CLAIMS);
    const moved = sql`audit_log where action = 'manager-changed'`;
    expect(await count(sql`${moved} and on_behalf_of like 'PRSMANY%' and record_kind = 'person'`)).toBe(REPORTS);
    expect(await count(sql`${moved} and record_id like 'EXPMANY%'`)).toBe(CLAIMS);
    expect(await verifyAudit(db)).toBeNull();
    dataOf(await directory.comeBack(api, boss));
  });

  it('ORG-6 who is on top of the line and has reports must name somebody', async () => {
    dataOf(await directory.changed(api, 'director', { manager: null }));
    const answer = await directory.leave(api, idOf('director'));
    expect(answer.body['errors']).toEqual({ successor: 'Please name who takes over' });
  });
});
