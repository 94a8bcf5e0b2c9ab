import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryPerson } from '#contract/people.ts';
import { applyImport, planFor, readPeopleFile } from '#server/modules/directory/index.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { approve, dataOf, file, search } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { companyFile } from '#tests/support/peopleFiles.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let api: Api;
beforeAll(async () => {
  server = await startServer();
  api = await server.as('org-admin');
});
afterAll(() => server.close());

const doer = { now: NOW, origin: 'a test', key: null, actor: { id: idOf('org-admin') } };
const OPTIONS = { missingLeave: false, sure: true, today: '2026-07-15' };
const take = async (csv: string, options: Partial<typeof OPTIONS & { seen: string }> = {}) =>
  applyImport(server.database, doer, await readPeopleFile(Buffer.from(csv)), { ...OPTIONS, ...options });
const personOf = async (who: PersonKey): Promise<DirectoryPerson> =>
  dataOf<DirectoryPerson>(await directory.get(api, idOf(who)));
const found = async (words: string) => directory.rowsOf(await directory.list(api, `filter=SEARCH:${words}`));

describe('ORG-23 a file of people', () => {
  it('puts in, changes, moves what is pending, and says so in the log; again it changes nothing', async () => {
    const employee = await server.as('employee');
    const claim = await file(employee);
    const csv = [
      'Name,E-mail,Employee code,Manager,Grade',
      `Asha Nair,${email('employee')},KH1001,zoe@example.com,M9`,
      'Zoe Abraham,zoe@example.com,KH7001,KH7002,M2',
      `Zubin Irani,zubin@example.com,KH7002,${email('director')},M1`,
      'Nobody,,KH7003,,',
    ].join('\n');
    const { plan } = await take(csv);
    expect([plan.added.length, plan.changed.length, plan.refused]).toEqual([
      2,
      1,
      [{ line: 5, name: 'Nobody', reason: 'Please enter the e-mail address' }],
    ]);
    expect(await personOf('employee')).toMatchObject({
      grade: 'M9',
      source: 'FILE',
      manager: { email: 'zoe@example.com' },
      costCentre: 'Field Sales South',
    });
    const [zoe] = await found('zoe');
    expect(zoe).toMatchObject({ roles: ['manager'], manager: { email: 'zubin@example.com' }, source: 'FILE' });
    const { rows } = { rows: await server.database.db.selectFrom('claims').selectAll().execute() };
    expect(rows.find(({ id }) => id === claim.expenseId)?.manager_id).toBe(zoe?.personId);
    const log = dataOf<{ what: string; by: string }[]>(await directory.history(api, idOf('employee')));
    expect(log[0]).toMatchObject({ what: 'Changed', by: 'Leela Thomas' });
    const { version } = await personOf('employee');
    const again = await take(csv);
    expect(again.plan).toMatchObject({ added: [], changed: [], taken: [], leaving: [] });
    expect((await personOf('employee')).version).toBe(version);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('passes an address on, and keeps what the directory does not take: nothing of it is done', async () => {
    await take('Code,Email\nKH7001,zubin@example.com\nKH7002,zubin2@example.com');
    expect((await found('KH7001'))[0]?.email).toBe('zubin@example.com');
    const before = await found('KH70');
    // A person who comes between the plan and the write: the transaction fails, and all of it with it.
    const people = await readPeopleFile(
      Buffer.from('Name,Email,Code\nA,a1@example.com,KH8001\nB,b1@example.com,KH8002'),
    );
    const { hash } = await planFor(server.database.db, people, OPTIONS);
    await take('Name,Email,Code\nB,b1@example.com,KH8003');
    await expect(applyImport(server.database, doer, people, { ...OPTIONS, seen: hash })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The directory was changed in the meantime. Please look at what the file does now.',
    });
    expect(await found('KH8001')).toEqual([]);
    expect(await found('KH70')).toEqual(before);
  });

  it('ORG-22 who is missing leaves, signed out, and the manager above takes over', async () => {
    const all = directory.rowsOf(await directory.list(api));
    const head = 'Code,Grade';
    await take([head, ...all.map(({ employeeCode }) => `${employeeCode},G1`)].join('\n'));
    const manager = await server.as('manager');
    const claim = await file(await server.as('employee2'));
    const without = all.filter((row) => row.personId !== idOf('manager'));
    const csv = [head, ...without.map(({ employeeCode }) => `${employeeCode},G1`)].join('\n');
    expect((await take(csv)).plan.leaving).toEqual([]);
    const { plan } = await take(csv, { missingLeave: true, sure: false });
    expect(plan).toMatchObject({ leaving: [{ id: idOf('manager') }], changed: [], refused: [] });
    expect((await search(manager)).status).toBe(401);
    expect((await personOf('employee2')).manager?.email).toBe(email('director'));
    expect(dataOf(await approve(await server.as('director'), claim.expenseId))).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
    });
    await expect(take('Code\nKH1001', { missingLeave: true, sure: false })).rejects.toMatchObject({
      message: expect.stringContaining('which is more than a tenth') as string,
    });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('ORG-23 thousands are put in and changed, each with a row in the log, and again to no effect', async () => {
    const counts = async (csv: string): Promise<number[]> => {
      const { added, changed, unchanged, refused } = (await take(csv)).plan;
      return [added.length, changed.length, unchanged, refused.length];
    };
    const graded = companyFile(2_100, () => ({ Grade: 'M9' }));
    expect(await counts(companyFile(2_100))).toEqual([2_100, 0, 0, 0]);
    expect(await counts(graded)).toEqual([0, 2_100, 0, 0]);
    expect(await counts(graded)).toEqual([0, 0, 2_100, 0]);
    const [last] = await found('C002099');
    expect(last).toMatchObject({ grade: 'M9', manager: { email: 'person209@company.example' } });
    expect(dataOf<DirectoryPerson>(await directory.get(api, last?.personId ?? '')).version).toBe(2);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('ORG-23 of two at once the second finds what the first has done', async () => {
    const csv = 'Name,Email,Code\nOnce,once@example.com,KH8101';
    const both = await Promise.all([take(csv), take(csv)]);
    expect(both.map(({ plan }) => plan.added.length).toSorted()).toEqual([0, 1]);
    expect(await found('KH8101')).toHaveLength(1);
  });
});
