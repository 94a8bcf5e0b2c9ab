import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, RoleFlags } from '#contract/user.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ CASE_MANAGEMENT_URL: 'https://cases.example.com/' });
});
afterAll(() => server.close());

const FLAGS = [
  'isCampaign',
  'isCampaignManager',
  'isCaseManagement',
  'isCaseManagementEnabled',
  'isManager',
  'isFinance',
  'isFinanceDocument',
  'isAdmin',
  'isTallyAdmin',
  'isOrgAdmin',
] as const;

describe('user/role', () => {
  it.each<[PersonKey, readonly (typeof FLAGS)[number][]]>([
    ['employee', []],
    ['manager', ['isManager']],
    ['finance', ['isFinance']],
    ['finance2', ['isManager', 'isFinance']],
    ['finance-docs', ['isFinanceDocument']],
    ['admin', ['isAdmin']],
    ['tally', ['isTallyAdmin']],
    ['org-admin', ['isOrgAdmin']],
    ['campaign-manager', ['isCampaign', 'isCampaignManager']],
    ['campaign-user', ['isCampaign']],
    ['case-user', ['isCaseManagement', 'isCaseManagementEnabled']],
  ])('%s has exactly their flags', async (who, flags) => {
    const data = dataOf<RoleFlags>(await (await server.as(who)).get(`/api/v1/user/role?email=${email(who)}`));
    expect(FLAGS.filter((flag) => data[flag])).toEqual(FLAGS.filter((flag) => flags.includes(flag)));
    expect(data.redirectUrl).toBe(who === 'case-user' ? 'https://cases.example.com/' : null);
  });

  it('rE16 nobody asks for another’s', async () => {
    for (const who of ['employee2', 'manager', 'finance', 'admin'] as const)
      expect((await (await server.as(who)).get(`/api/v1/user/role?email=${email('employee')}`)).status).toBe(403);
  });
});

describe('the exceptional date', () => {
  it('EXC-1 is the first moment of that day in the organisation’s zone, or null', async () => {
    await server.database.db
      .updateTable('people')
      .set({ exceptional_date: '2026-01-31' })
      .where('id', '=', idOf('employee'))
      .execute();
    const path = `/api/v1/user/getExceptionalExpenseDate/?email=${email('employee')}`;
    for (const who of ['employee', 'manager', 'director', 'finance', 'admin'] as const)
      expect((await (await server.as(who)).get(path)).body).toEqual({
        success: true,
        data: Date.parse('2026-01-31T00:00:00+05:30'),
      });
    expect((await (await server.as('employee')).get('/api/v1/user/getExceptionalExpenseDate')).body['data']).toBe(
      Date.parse('2026-01-31T00:00:00+05:30'),
    );
    expect((await (await server.as('employee2')).get('/api/v1/user/getExceptionalExpenseDate')).body).toEqual({
      success: true,
      data: null,
    });
    for (const who of ['employee2', 'manager2', 'tally', 'finance-docs', 'campaign-user'] as const)
      expect((await (await server.as(who)).get(path)).status).toBe(403);
    expect(
      (await (await server.as('employee2')).get('/api/v1/user/getExceptionalExpenseDate?email=nobody@example.com'))
        .status,
    ).toBe(403);
  });
});

describe('the directory', () => {
  const find = async (who: PersonKey, field: 'name' | 'email' | 'empCode', query: string) =>
    (await server.as(who)).get(`/api/v1/user/search/users/${field}?query=${encodeURIComponent(query)}`);
  const emails = async (...input: Parameters<typeof find>) =>
    dataOf<Person[]>(await find(...input)).map((person) => person.email.split('@')[0]);

  it('LIST-14 finance and admin find everybody by a part of the name, the address or the code', async () => {
    expect(dataOf<Person[]>(await find('finance', 'name', 'asha'))).toEqual([
      { name: 'Asha Nair', email: email('employee'), employeeCode: 'KH1001' },
    ]);
    expect(await emails('admin', 'email', 'EMPLOYEE')).toEqual(['employee2', 'employee3', 'employee']);
    expect(await emails('finance', 'empCode', '1002')).toEqual(['employee2']);
  });

  it('Z26 a manager finds those below and nobody else', async () => {
    expect(await emails('manager', 'email', 'example.com')).toEqual(['employee2', 'employee']);
    expect(await emails('manager', 'name', 'Meera')).toEqual([]);
    expect((await emails('director', 'email', 'employee')).toSorted()).toEqual(['employee', 'employee2', 'employee3']);
  });

  it.each(['employee', 'newcomer', 'finance-docs', 'tally', 'campaign-manager', 'case-user'] as const)(
    'Z26 %s may not look people up',
    async (who) => {
      for (const field of ['name', 'email', 'empCode'] as const)
        expect((await find(who, field, 'asha')).status).toBe(403);
    },
  );

  it.each<[string, number]>([
    ['%%', 0],
    ['__', 0],
    ['a', 0],
    [' ', 0],
    ['\\\\', 0],
    ["' or 1=1 --", 0],
    ['((((a+)+)+)+)$', 0],
  ])('Z26 Z37 Z38 %j finds %i', async (query, count) => {
    expect(dataOf<Person[]>(await find('finance', 'name', query))).toHaveLength(count);
  });

  it('Z38 a text that no name has is refused', async () => {
    expect((await find('finance', 'name', 'x'.repeat(5000))).body).toMatchObject({ code: 'MALFORMED' });
  });
});
