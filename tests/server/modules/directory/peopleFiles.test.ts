import { describe, expect, it } from 'vitest';
import { readPeopleFile } from '#server/modules/directory/index.ts';
import { xlsx } from '#tests/support/tally.ts';
import { companyFile } from '#tests/support/peopleFiles.ts';
import { archive, inline, partsAround, sheetOf, workbook } from '#tests/support/workbooks.ts';

const TABLE = 'Name,Email,Code\r\n"Asha\r\nNair",asha@example.com,1\r\n\r\nRavi,ravi@example.com,2\r\n';
const rowsOf = async (bytes: Uint8Array) =>
  (await readPeopleFile(bytes)).rows.map(({ line, values }) => [line, values.name, values.employeeCode]);
const faultOf = async (bytes: Uint8Array | string): Promise<string> =>
  readPeopleFile(Buffer.from(bytes)).then(
    () => 'none',
    (error: Error) => error.message,
  );
const utf16 = (text: string, swap: boolean): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return swap ? bytes.swap16() : bytes;
};

describe('ORG-20 a file of people', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(TABLE)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TABLE}`)],
    ['semicolons', Buffer.from(TABLE.replaceAll(',', ';'))],
    ['tabs in UTF-16', utf16(TABLE.replaceAll(',', '\t'), false)],
    ['UTF-16, the other way round', utf16(TABLE, true)],
  ])('is read in %s, with the lines as an editor counts them', async (_what, bytes) => {
    const rows = await rowsOf(bytes);
    expect(rows.map(([, ...values]) => values)).toEqual([
      ['Asha Nair', '1'],
      ['Ravi', '2'],
    ]);
    expect(rows[1]?.[0]).toBe(5);
  });

  it('is read as a workbook, numbers and days as they are', async () => {
    const day = new Date(Date.UTC(2024, 3, 1));
    const { rows } = await readPeopleFile(
      await xlsx([
        ['Name', 'Email', 'Code', 'DOJ'],
        ['Asha', 'asha@example.com', 1001, day],
      ]),
    );
    expect(rows[0]).toMatchObject({ line: 2, values: { employeeCode: '1001', joinedOn: '2024-04-01' }, reason: null });
  });

  it.each<[string, Uint8Array | string, string]>([
    ['no rows', 'Name,Email\n', 'The file has no rows'],
    ['nothing', '', 'The file has no rows'],
    ['one other column', 'Name\nAsha\n', 'The file has no column for the e-mail address or the employee code'],
    ['another encoding', Buffer.from([0x4e, 0xe9, 0x0a]), 'This file is not in UTF-8. Please save it as CSV UTF-8.'],
    ['zeros', 'Name\0,Email\n', 'This file is not in UTF-8. Please save it as CSV UTF-8.'],
    ['an older Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'protected, or of an older Excel'],
    ['another archive', archive([{ name: 'a.txt', content: Buffer.from('x') }]), 'neither a CSV nor an XLSX'],
    [
      'a quotation mark that is not closed',
      `Name,Email\n"Asha,asha@example.com\n${'Ravi,ravi@example.com\n'.repeat(9_000)}`,
      'is opened and not closed',
    ],
    ['a row of a megabyte', `Email\n${'x'.repeat(1_000_000)}`, 'A row near line 2 is longer than 1,00,000 characters'],
    ['too many rows', companyFile(50_001), 'At most 50,000 people at once. Please divide the file.'],
    ['200,000 rows', `Email\n${'a@example.com\n'.repeat(200_000)}`, 'At most 50,000 people at once'],
  ])('is refused with %s', async (_what, bytes, message) => {
    expect(await faultOf(bytes)).toContain(message);
  });

  it('Z48 a workbook that unpacks to more than it may is refused', async () => {
    const bomb = archive(partsAround(sheetOf(`<row r="1">${inline('A1', 'x'.repeat(150_000_000))}</row>`)));
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(await faultOf(bomb)).toBe('This sheet is too large to be read. Please save it as CSV.');
  });

  it('of a formula in a workbook the value is read, of one in CSV nothing', async () => {
    const formula = '<c r="B2" t="str"><f>A2&amp;"@example.com"</f><v>a@example.com</v></c>';
    const head = `<row r="1">${inline('A1', 'Code')}${inline('B1', 'Email')}</row>`;
    const rows = `${head}<row r="2">${inline('A2', 'a')}${formula}</row>`;
    expect((await readPeopleFile(workbook(rows))).rows[0]).toMatchObject({ values: { email: 'a@example.com' } });
    const { rows: read } = await readPeopleFile(Buffer.from("Code,Grade\na,=1+1\nb,'-\n"));
    expect(read).toMatchObject([{ reason: 'Grade is a formula. Please save its value' }, { values: { grade: '-' } }]);
  });
});
