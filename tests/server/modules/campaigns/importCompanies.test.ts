import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportColumns } from '#server/modules/campaigns/report.ts';
import type { ReportRow } from '#server/modules/campaigns/repository/reports.ts';
import { counted } from '#tests/support/campaignCalls.ts';
import {
  aCompany,
  aContact,
  csvOf,
  openFolder,
  takeCompanies,
  takeContacts,
  type Cells,
  type Folder,
} from '#tests/support/companies.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let folder: Folder;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = openFolder();
  for (const table of ['companies', 'campaign_terms', 'imports'] as const)
    await server.database.db.deleteFrom(table).execute();
});
afterEach(() => folder.remove());

const companies = () =>
  sql<Record<string, unknown>>`
    select c.*, last_called_on::text as last_called_on, boq, tender from companies c
    left join company_texts t on t.company_id = c.id order by external_id`
    .execute(server.database.db)
    .then(({ rows }) => rows);
const contacts = () =>
  sql<Record<string, unknown>>`
    select k.*, last_active_on::text as last_active_on, d.external_id, d.name, d.designation, d.email,
    d.mobile as number, c.external_id as company
    from contacts k join contact_details d on d.contact_id = k.id join companies c on c.id = k.company_id
    order by d.external_id`
    .execute(server.database.db)
    .then(({ rows }) => rows);
/** Where each row stands on the disk: it moves when it is written. */
const places = () =>
  sql<Record<string, unknown>>`
    select external_id, c.ctid::text as place from companies c union all select 'k' || id, ctid::text from contacts
    union all select 'd' || contact_id, ctid::text from contact_details union all select 't' || company_id, ctid::text
    from company_texts order by 1`
    .execute(server.database.db)
    .then(({ rows }) => rows);
const termsOf = (field: string) =>
  server.database.db
    .selectFrom('campaign_terms')
    .select(['code', 'value'])
    .where('field', '=', field as never)
    .orderBy('code')
    .execute();
const refusedOf = (file: string): string[] =>
  existsSync(`${file}.refused.csv`) ? readFileSync(`${file}.refused.csv`, 'utf8').trim().split('\r\n') : [];

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

  it('refused rows go to a file of their own, with line and reason and nothing that a spreadsheet runs', async () => {
    const file = folder.put(
      'companies.csv',
      `${csvOf([
        aCompany(1),
        aCompany(2, { turnoverRange: 'HUGE' }),
        aCompany(3, { companyId: '' }),
        aCompany(4, { companyName: '=1+1', companyType: 'x' }),
        aCompany(5),
      ])}\nC6,Too,few`,
    );
    expect(await takeCompanies(server, file)).toMatchObject({ rows: 6, refused: 4 });
    expect((await companies()).map((row) => row['external_id'])).toEqual(['C1', 'C5']);
    expect(refusedOf(file)).toEqual([
      'Line,Reason,companyId,companyName,turnoverRange,companyType,businessLines',
      `3,"turnoverRange: 'HUGE' is none of NO_TURNOVER, NHV, HV, SHV, UHV",` +
        'C2,Company 2,HUGE,PRIVATE_LIMITED,BIDASSIST:HOT',
      '4,companyId: It is missing,,Company 3,NHV,PRIVATE_LIMITED,BIDASSIST:HOT',
      expect.stringMatching(/^5,"companyType: 'x' is none of .* …",C4,'=1\+1,NHV,x,BIDASSIST:HOT$/),
      '7,"It has 3 cells, the first line another number",C6,Too,few',
    ]);
    const others = folder.put(
      'contacts.csv',
      csvOf([
        aContact(1, 1),
        aContact(2, 9),
        aContact(3, 1, { email: 'no address' }),
        aContact(4, 1, { mobile: 'none' }),
      ]),
    );
    expect(await takeContacts(server, others)).toMatchObject({ rows: 4, refused: 3 });
    expect(
      refusedOf(others)
        .slice(1)
        .map((line) => line.split(',', 2).join()),
    ).toEqual(['3,There is no company C9', "4,email: 'no address' cannot be one", "5,mobile: 'none' cannot be one"]);
    const moved = folder.put('moved.csv', csvOf([aContact(1, 5)]));
    await takeContacts(server, moved);
    expect(refusedOf(moved)[1]).toContain('The contact belongs to company C1 already');
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    expect(refusedOf(file)).toEqual([]);
  });

  it.each([
    ['bids', 'many', "bids: 'many' is no whole number from 0 on"],
    ['bids', '-1', 'bids:'],
    ['bids', '99999999999', 'bids:'],
    ['lastCalledOn', '31-02-2026', 'lastCalledOn:'],
    ['gstAvailable', 'perhaps', "gstAvailable: 'perhaps' is neither yes nor no"],
    ['businessLines', 'NOWHERE:HOT', 'businessLines:'],
    ['businessLines', 'BIDASSIST:BURNING', 'businessLines:'],
    ['businessLines', 'BIDASSIST:HOT:COLD', 'businessLines:'],
    ['procurementTypes', 'GOODS;MAGIC', 'procurementTypes:'],
    ['sectorsWon', 'x'.repeat(101), 'sectorsWon: It is longer than 100 characters'],
    ['boq', 'x'.repeat(20_001), 'boq: It is longer than 20000 characters'],
  ])('a bad %s (%.20s) is named', async (title, cell, reason) => {
    const file = folder.put('companies.csv', csvOf([{ ...aCompany(1), [title]: cell }]));
    expect(await takeCompanies(server, file)).toMatchObject({ refused: 1 });
    expect(refusedOf(file)[1]).toContain(reason);
  });

  it('a row with characters that the database cannot hold is refused, and no cut name ends in half a one', async () => {
    const file = folder.put(
      'companies.csv',
      csvOf([
        aCompany(1),
        aCompany(2, { companyName: 'Nul\u0000 Ltd' }),
        aCompany(3, { companyId: 'C\u00003' }),
        aCompany(4),
      ]),
    );
    expect(await takeCompanies(server, file)).toMatchObject({ rows: 4, refused: 2 });
    expect((await companies()).map((row) => row['external_id'])).toEqual(['C1', 'C4']);
    expect(refusedOf(file)[1]).toMatch(
      /^3,"companyName: It holds characters that cannot be stored, or the file is not in UTF-8"/,
    );
    // A name in another encoding is not what was written; of a text found somewhere a sign more or less is no loss.
    const other = folder.put(
      'other.csv',
      csvOf(
        [
          aCompany(5, { companyName: 'Caf\uFFFD', boq: '' }),
          aCompany(6, { boq: 'steel \uFFFD pipes' }),
          aCompany(7, { boq: 'steel\u0000' }),
        ].map((row) => ({ boq: '', ...row })),
      ),
    );
    expect(await takeCompanies(server, other)).toMatchObject({ rows: 3, refused: 2 });
    expect((await companies()).map((row) => row['external_id'])).toEqual(['C1', 'C4', 'C6']);
    const people = folder.put(
      'contacts.csv',
      csvOf([aContact(1, 1, { name: `${'x'.repeat(299)}\u{1F600}`, designation: `${'y'.repeat(299)}\u{1F600}` })]),
    );
    expect(await takeContacts(server, people)).toMatchObject({ rows: 1, refused: 0 });
    expect(await contacts()).toMatchObject([{ name: 'x'.repeat(299) }]);
  });

  it('what was refused is taken in by its own file once mended, also what a spreadsheet would have run', async () => {
    const file = folder.put(
      'contacts.csv',
      csvOf([aContact(1, 1, { name: '@Home', mobile: '+919845012345' }), aContact(2, 1, { name: "'Quoted'" })]),
    );
    expect(await takeContacts(server, file)).toMatchObject({ rows: 2, refused: 2 });
    expect(refusedOf(file)[1]).toContain(",'+919845012345,");
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    expect(await takeContacts(server, `${file}.refused.csv`)).toMatchObject({ rows: 2, refused: 0 });
    expect(await contacts()).toMatchObject([{ name: '@Home', number: '+919845012345' }, { name: "'Quoted'" }]);
  });

  it('values of lists whose small letters the database sees otherwise than the program keep their codes', async () => {
    const rows = ['ΟΔΟΣ', 'İzmir', 'οδοσ', 'ΟΔΟΣ', 'izmir'].map((addressLocation, n) => ({
      ...aCompany(n),
      addressLocation,
    }));
    expect(await takeCompanies(server, folder.put('companies.csv', csvOf(rows)))).toMatchObject({ refused: 0 });
    const codes = (await companies()).map((row) => row['location']);
    expect(codes.every((code) => Number(code) > 0)).toBe(true);
    expect(codes[0]).toBe(codes[3]);
    await takeCompanies(server, folder.put('again.csv', csvOf([...rows, { ...aCompany(9), addressLocation: 'ΟΔΟΣ' }])));
    expect((await companies()).map((row) => row['location'])).toEqual([...codes, codes[0]]);
  });

  it('of two rows with one id the last that can be taken in stands, in one batch as in two', async () => {
    await takeCompanies(server, folder.put('companies.csv', csvOf([aCompany(1)])));
    for (const [n, batch] of [10, 1].entries()) {
      const file = folder.put(
        `contacts${n}.csv`,
        csvOf([aContact(n + 1, 1, { name: 'First' }), aContact(n + 1, 9, { name: 'Second' })]),
      );
      expect(await takeContacts(server, file, { batch })).toMatchObject({ rows: 2, refused: 1 });
    }
    expect(await contacts()).toMatchObject([
      { name: 'First', company: 'C1' },
      { name: 'First', company: 'C1' },
    ]);
  });

  it.each([[';'], ['\t']])('a file parted by %j is read too', async (sign) => {
    await takeCompanies(
      server,
      folder.put('companies.csv', `companyId${sign}companyName\r\nC1${sign}"One, Two"\r\n\r\n`),
    );
    expect(await companies()).toMatchObject([{ name: 'One, Two' }]);
  });

  it('lines may end in any way, also in two ways in one file, and a quoted cell has lines of its own', async () => {
    const text =
      '\uFEFF"companyId","companyName","boq"\r\nC1,One,"steel\npipes, ""best"""\r\nC2,Two,\nC3,Three,x\n\nC4,Four,\r\n';
    expect(await takeCompanies(server, folder.put('companies.csv', text))).toMatchObject({ rows: 4, refused: 0 });
    expect((await companies()).map(({ name, boq }) => [name, boq])).toEqual([
      ['One', 'steel\npipes, "best"'],
      ['Two', null],
      ['Three', 'x'],
      ['Four', null],
    ]);
    const breaks = folder.put('breaks.csv', 'companyId,companyName,boq\r\nC1,One,"a\r\nb\r\nc"\r\nC2,,\r\n');
    await takeCompanies(server, breaks);
    expect(refusedOf(breaks)[1]).toMatch(/^5,companyName: It is missing/);
    const old = folder.put('old.csv', 'companyId,companyName\rC8,Eight\rC9,\r');
    expect(await takeCompanies(server, old)).toMatchObject({ rows: 2, refused: 1 });
    expect(refusedOf(old)[1]).toMatch(/^3,companyName: It is missing/);
  });

  it.each([
    ['a column missing', 'companyId\nC1', /has no column companyName. Its first line names: companyId/],
    ['a column twice', 'companyId,companyName,Company Name\nC1,a,b', /has two columns companyName/],
    ['nothing', '', /is empty/],
    [
      'a quotation mark that is not closed',
      'companyId,companyName\nC1,"One\nC2,Two',
      /a quotation mark is opened near line \d+ and not closed/,
    ],
  ])('a file with %s is refused in a sentence', async (_, text, message) => {
    await expect(takeCompanies(server, folder.put('companies.csv', text))).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(message) as string,
    });
    await expect(takeCompanies(server, `${folder.path}/nowhere.csv`)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('cannot be read (ENOENT)') as string,
    });
  });
});

describe('CAMP-19 a file of contacts', () => {
  it('CAMP-5 whoever has no status in it is yet to be contacted, as the company is', async () => {
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

describe('CAMP-20 an import that is killed', () => {
  const ROWS: Cells[] = Array.from({ length: 20 }, (_, n) => ({
    ...aCompany(n, n % 4 === 1 ? { turnoverRange: `bad ${n}` } : {}),
    addressLocation: n % 4 === 1 ? '' : `Town ${n % 3}`,
  }));

  /** Companies without what a second making may number otherwise. */
  const known = async () => (await companies()).map((row) => ({ ...row, id: 0, location: 0 }));

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'before batch %i goes on from there: nothing is lost, nothing said twice',
    async (killAt) => {
      const whole = folder.put('whole.csv', csvOf(ROWS));
      await takeCompanies(server, whole, { batch: 3 });
      const [wanted, refused] = [await known(), refusedOf(whole)];
      for (const table of ['companies', 'campaign_terms'] as const)
        await server.database.db.deleteFrom(table).execute();

      const file = folder.put('killed.csv', csvOf(ROWS));
      expect(await takeCompanies(server, file, { batch: 3, killAt })).toBeNull();
      expect(await companies()).toHaveLength(
        ROWS.slice(0, killAt * 3).filter((row) => !row['turnoverRange']?.startsWith('bad')).length,
      );
      const rest = await takeCompanies(server, file, { batch: 3 });
      expect(rest).toMatchObject({ rows: 20, refused: 5, before: killAt * 3 });
      expect(await known()).toEqual(wanted);
      expect(refusedOf(file)).toEqual(refused);
      expect(await server.database.db.selectFrom('imports').selectAll().execute()).toEqual([]);
    },
  );

  it('a file that was changed meanwhile begins anew', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS));
    await takeCompanies(server, file, { batch: 3, killAt: 3 });
    folder.put('companies.csv', csvOf(ROWS.map((row) => ({ ...row, companyName: `${row['companyName']} Ltd` }))));
    expect(await takeCompanies(server, file, { batch: 3 })).toMatchObject({ before: 0 });
    expect((await companies()).every((row) => String(row['name']).endsWith(' Ltd'))).toBe(true);
  });

  it('two at once do not both write: one goes to the end, and every row is there once', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS.map((row) => ({ ...row, turnoverRange: 'NHV' }))));
    const both = await Promise.allSettled([
      takeCompanies(server, file, { batch: 3 }),
      takeCompanies(server, file, { batch: 3 }),
    ]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of both)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('is being imported by another process');
    expect(await companies()).toHaveLength(20);
  });

  it('names of values keep their codes, whatever was undone', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS));
    await takeCompanies(server, file, { batch: 3, killAt: 1 });
    await takeCompanies(server, folder.put('other.csv', csvOf([{ ...aCompany(90), addressLocation: 'Elsewhere' }])));
    await takeCompanies(server, file, { batch: 3 });
    const terms = await termsOf('addressLocation');
    expect(new Set(terms.map(({ code }) => code)).size).toBe(terms.length);
    expect(terms.map(({ value }) => value).toSorted()).toEqual(['Elsewhere', 'Town 0', 'Town 1', 'Town 2']);
  });
});
