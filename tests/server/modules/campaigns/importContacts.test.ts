import { describe, expect, it } from 'vitest';
import { reportColumns } from '#server/modules/campaigns/report.ts';
import type { ReportRow } from '#server/modules/campaigns/repository/reports.ts';
import { counted } from '#tests/support/campaignCalls.ts';
import { aCompany, aContact, csvOf, takeCompanies, takeContacts } from '#tests/support/companies.ts';
import { folder, server, useImports } from './importFixtures.ts';

useImports();

describe('CAMP-19 a file of contacts', () => {
  it('CAMP-5 a contact without a status is yet to be contacted, as the company is', async () => {
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    const { contactStatus: _, ...without } = aContact(1, 1);
    await takeContacts(server, folder.put('without.csv', csvOf([without])));
    await takeContacts(server, folder.put('empty.csv', csvOf([aContact(2, 1, { contactStatus: '' }), aContact(3, 1)])));
    const manager = await server.as('campaign-manager');
    const found = async (statuses: string[]) =>
      (await counted(manager, { orgStatus: ['yet_to_contact'], dispositionStatus: statuses, contactPersonType: 'ALL' }))
        .data.totalContacts;
    expect(await found([])).toBe(3);
    expect(await found(['YET_TO_CONTACT'])).toBe(3);
    const said = reportColumns(new Map()).find(({ title }) => title === 'Contact Status');
    expect([0, 1, 3].map((disposition) => said?.of({ disposition } as ReportRow))).toEqual([
      'Yet to contact',
      'Follow up',
      'Yet to contact',
    ]);
  });

  it.each([
    ['mailStatus', 'email'],
    ['companyDomain', 'email'],
    ['mobileStatus', 'mobile'],
  ])('with %s and no %s is refused in a sentence', async (title, of) => {
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    await takeContacts(server, folder.put('one.csv', csvOf([aContact(1, 1)])));
    const { [of]: _, ...row } = { ...aContact(1, 1), [title]: '' };
    const about = Object.fromEntries(
      Object.entries(row).filter(([each]) => ['contactId', 'companyId', 'name', title].includes(each)),
    );
    await expect(takeContacts(server, folder.put('two.csv', csvOf([about])))).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        new RegExp(`has a column ${title} and no column ${of}, of which it tells`),
      ) as string,
    });
  });
});
