import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aCompany, aContact, csvOf, takeCompanies, takeContacts, type Cells } from '#tests/support/companies.ts';
import { companies, contacts, folder, server, termsOf, useImports } from './importFixtures.ts';

/** Where each row stands on the disk: it moves when it is written. */
const places = () =>
  sql<Record<string, unknown>>`
    select external_id, c.ctid::text as place from companies c union all select 'k' || id, ctid::text from contacts
    union all select 'd' || contact_id, ctid::text from contact_details union all select 't' || company_id, ctid::text
    from company_texts order by 1`
    .execute(server.database.db)
    .then(({ rows }) => rows);

const FULL: Cells = {
  'Company Id': 'C1',
  'Company Name': ' Ünïcode “Steel” & Sons ',
  turnover_range: 'hv 25-100cr',
  companyType: 'Private Limited',
  industryType: 'Iron & Steel',
  subIndustryType: 'CIVIL_WORKS',
  priority: 'p1',
  activityScore: 'High',
  businessLines: 'BIDASSIST:HOT; Nexizo:cold',
  gstAvailable: 'Yes',
  existingOfbOrOxyzo: 'no',
  procurementTypes: 'GOODS;WORKS',
  procurementSources: 'gem',
  addressLocation: 'Pune',
  bids: '1,204',
  lastCalledOn: '05-11-2026',
  sectorsParticipated: 'Roads; Bridges;roads',
  sectorsWon: 'Roads',
  sectorsLost: '',
  boq: 'steel pipes',
  tenderDescription: 'laying of pipes',
  somethingElse: 'passed over',
};

useImports();

describe('CAMP-19 companies and contacts from CSV', () => {
  it('every column finds its place, by value or by label, whatever the case', async () => {
    expect(await takeCompanies(server, folder.put('companies.csv', `\uFEFF${csvOf([FULL])}`))).toMatchObject({
      rows: 1,
      refused: 0,
    });
    expect(await companies()).toMatchObject([
      {
        external_id: 'C1',
        name: 'Ünïcode “Steel” & Sons',
        turnover: 3,
        company_type: 2,
        industry: 22,
        sub_industry: 7,
        priority: 2,
        activity_score: 1,
        business_lines: 1 | (1 << 12),
        has_gst: true,
        is_existing: false,
        procurement_types: 2 | 8,
        procurement_sources: 1,
        bids: 1204,
        last_called_on: '2026-11-05',
        sectors_participated: [1, 2],
        sectors_won: [1],
        sectors_lost: null,
        org_status: 3,
        contacts: 0,
        boq: 'steel pipes',
        tender: 'laying of pipes',
      },
    ]);
    expect(await termsOf('sectorNames')).toEqual([
      { code: 1, value: 'Roads' },
      { code: 2, value: 'Bridges' },
    ]);
    expect(await termsOf('addressLocation')).toEqual([{ code: 1, value: 'Pune' }]);
  });

  it('a contact gets its company, its place in the order and how it is reached', async () => {
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1), aCompany(2)])));
    const rows = [
      aContact(1, 1, {
        designation: 'MD',
        contactStatus: 'Follow up',
        verified: 'y',
        lastActiveOn: '2026-11-01',
        views: '12',
        plan: 'Gold',
        utmSource: 'google',
        sectors: 'Roads',
      }),
      aContact(2, 1, {
        seniority: '',
        email: 'someone@GMAIL.com',
        mailStatus: '',
        mobile: '',
        mobileStatus: 'DELIVERABLE',
        contactStatus: 'DO_NOT_FOLLOW_UP',
      }),
      aContact(3, 2, {
        email: '',
        mobile: '022 (2202) 1234',
        mobileStatus: 'blacklisted',
        contactStatus: 'Do not follow up',
      }),
    ];
    const titles = { designation: '', verified: '', lastActiveOn: '', views: '', plan: '', utmSource: '', sectors: '' };
    expect(
      await takeContacts(server, folder.put('contacts.csv', csvOf(rows.map((row) => ({ ...titles, ...row }))))),
    ).toMatchObject({ rows: 3, refused: 0 });
    expect(await contacts()).toMatchObject([
      {
        external_id: 'K1',
        company: 'C1',
        name: 'Person 1',
        designation: 'MD',
        seniority: 5,
        mail: 1,
        mobile: 1,
        number: '+919845000000',
        email: 'person1@company1.in',
        disposition: 1,
        is_verified: true,
        is_company_domain: true,
        last_active_on: '2026-11-01',
        views: 12,
        plan: 1,
        utm_source: 1,
        sectors: [1],
      },
      {
        external_id: 'K2',
        company: 'C1',
        seniority: 7,
        mail: 4,
        email: 'someone@gmail.com',
        mobile: 0,
        number: null,
        is_company_domain: false,
        disposition: 2,
        last_active_on: '-infinity',
        sectors: null,
      },
      {
        external_id: 'K3',
        company: 'C2',
        mail: 0,
        email: null,
        is_company_domain: false,
        mobile: 2,
        number: '02222021234',
      },
    ]);
    expect(await companies()).toMatchObject([
      { contacts: 2, org_status: 1 },
      { contacts: 1, org_status: 2 },
    ]);
  });

  it('the same files once more change nothing, not even where a row stands', async () => {
    const [first, second] = [
      folder.put(
        'companies.csv',
        csvOf([{ ...FULL, companyId: '' }, ...[1, 2, 3].map((n) => ({ ...FULL, 'Company Id': `C${n}` }))].slice(1)),
      ),
      folder.put('contacts.csv', csvOf([1, 2, 3, 4].map((n) => aContact(n, (n % 3) + 1)))),
    ];
    for (let time = 0; time < 2; time += 1) {
      await takeCompanies(server, first);
      await takeContacts(server, second);
    }
    const before = await places();
    await takeCompanies(server, first, { batch: 2 });
    await takeContacts(server, second, { batch: 1 });
    expect(await places()).toEqual(before);
    expect(before).toHaveLength(3 + 4 + 4 + 3);
  });

  it('a changed row is changed, what stands further down wins, and columns that a file lacks stay', async () => {
    await takeCompanies(server, folder.put('one.csv', csvOf([{ ...FULL }])));
    await takeCompanies(
      server,
      folder.put(
        'two.csv',
        csvOf([
          { companyId: 'C1', companyName: 'Old' },
          { companyId: 'C1', companyName: 'New' },
        ]),
      ),
    );
    expect(await companies()).toMatchObject([{ name: 'New', turnover: 3, boq: 'steel pipes', bids: 1204 }]);
    await takeCompanies(
      server,
      folder.put('three.csv', csvOf([{ companyId: 'C1', companyName: 'New', boq: '', bids: '' }])),
    );
    expect(await companies()).toMatchObject([{ name: 'New', turnover: 3, boq: null, bids: 0 }]);
    await takeContacts(server, folder.put('k.csv', csvOf([aContact(1, 1)])));
    await takeContacts(server, folder.put('k2.csv', csvOf([{ contactId: 'K1', companyId: 'C1', name: 'Renamed' }])));
    expect(await contacts()).toMatchObject([{ name: 'Renamed', mail: 1, email: 'person1@company1.in' }]);
  });

  it('what is known of an address stays where the file does not say it, and goes with another address', async () => {
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    await takeContacts(
      server,
      folder.put(
        'one.csv',
        csvOf(
          [aContact(1, 1, { mailStatus: 'BLACKLISTED', mobileStatus: 'UNDELIVERABLE', companyDomain: 'no' })].map(
            (row) => ({ companyDomain: '', ...row }),
          ),
        ),
      ),
    );
    const { mailStatus: _, mobileStatus: __, ...unsaid } = aContact(1, 1);
    await takeContacts(server, folder.put('two.csv', csvOf([{ ...unsaid, name: 'Renamed', mobile: '9845012345' }])));
    expect(await contacts()).toMatchObject([
      { name: 'Renamed', mail: 2, is_company_domain: false, mobile: 4, number: '9845012345' },
    ]);
    await takeContacts(
      server,
      folder.put('three.csv', csvOf([{ ...unsaid, email: 'another@company1.in', mobile: '9845012345' }])),
    );
    expect(await contacts()).toMatchObject([{ mail: 4, is_company_domain: true, mobile: 4 }]);
    await takeContacts(server, folder.put('four.csv', csvOf([aContact(1, 1, { mailStatus: '' })])));
    expect(await contacts()).toMatchObject([{ mail: 4, mobile: 1 }]);
  });
});
