import { describe, expect, it } from 'vitest';
import { aCompany, aContact, csvOf, takeCompanies, takeContacts } from '#tests/support/companies.ts';
import { companies, contacts, folder, refusedOf, server, useImports } from './importFixtures.ts';

useImports();

describe('CAMP-19 companies and contacts from CSV', () => {
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
