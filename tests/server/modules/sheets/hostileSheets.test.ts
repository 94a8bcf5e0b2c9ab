import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { own } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import { archive, inline, partsAround, PAYMENT_HEADINGS, sheetOf, workbook } from '#tests/support/workbooks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '1000' });
});
afterAll(async () => {
  expect(await verifyAudit(server.database.db)).toBeNull();
  await server.close();
});

const docs = () => server.as('finance-docs');

describe('Z48 sheets that are none, or are meant to harm', () => {
  const cell = `<row r="2">${inline('A2', 'EXP1')}</row>`;
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `xl/media/${n}.png`, content: Buffer.from('x') }));
  const FILES: [name: string, bytes: () => Buffer, status: number, code: string][] = [
    ['text', () => Buffer.from('Expense Id,Paid Amount\nEXP1,5\n'), 415, 'UNSUPPORTED_FILE'],
    ['nothing', () => Buffer.alloc(0), 415, 'UNSUPPORTED_FILE'],
    [
      'another archive',
      () => archive([{ name: 'readme.txt', content: Buffer.from('hello') }]),
      415,
      'UNSUPPORTED_FILE',
    ],
    [
      'a workbook of the older kind, or an encrypted one',
      () => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
      415,
      'UNSUPPORTED_FILE',
    ],
    [
      'an encrypted part',
      () => archive(partsAround(sheetOf(PAYMENT_HEADINGS)).map((part) => ({ ...part, encrypted: true }))),
      415,
      'UNSUPPORTED_FILE',
    ],
    [
      'a document type',
      () => archive(partsAround(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${sheetOf(PAYMENT_HEADINGS + cell)}`)),
      415,
      'UNSUPPORTED_FILE',
    ],
    [
      'a part in an encoding that could hide one',
      () =>
        archive(
          partsAround('').map((part) =>
            part.name.endsWith('sheet1.xml')
              ? { ...part, content: Buffer.from(`\ufeff${sheetOf(cell)}`, 'utf16le') }
              : part,
          ),
        ),
      415,
      'UNSUPPORTED_FILE',
    ],
    [
      'a sheet that unpacks to 100 MB',
      () => workbook(PAYMENT_HEADINGS + ' '.repeat(100_000_000)),
      413,
      'FILE_TOO_LARGE',
    ],
    [
      'one that says it is small',
      () =>
        archive(
          partsAround(sheetOf(PAYMENT_HEADINGS + ' '.repeat(100_000_000))).map((part) => ({ ...part, size: 10 })),
        ),
      413,
      'FILE_TOO_LARGE',
    ],
    ['more entries than a workbook has', () => workbook(PAYMENT_HEADINGS, many(300)), 413, 'FILE_TOO_LARGE'],
    [
      'bytes that are not those that were packed',
      () => archive(partsAround(sheetOf(PAYMENT_HEADINGS + cell)).map((part) => ({ ...part, crc: 1 }))),
      422,
      'INVALID',
    ],
    [
      'a sheet that was cut off',
      () => archive(partsAround(sheetOf(PAYMENT_HEADINGS + cell).slice(0, -40))),
      422,
      'INVALID',
    ],
    ['an archive that was cut off', () => workbook(PAYMENT_HEADINGS + cell).subarray(0, 900), 422, 'INVALID'],
    ['one cell at the far end', () => workbook(`<row r="1048576">${inline('XFD1048576', 'x')}</row>`), 422, 'INVALID'],
  ];
  it.each(FILES)('%s is refused, and the server goes on', async (_name, bytes, status, code) => {
    const answer = await tally.payments(await docs(), bytes());
    expect([answer.status, answer.body['code'], answer.body['errorMessage']]).toEqual([
      status,
      code,
      answer.body['message'],
    ]);
    expect((await server.with(null).get('/readyz')).status).toBe(200);
  });

  it('Z43 a file of 2 MB is refused', async () => {
    expect((await tally.payments(await docs(), Buffer.alloc(2_097_152))).body).toMatchObject({
      success: false,
      code: 'FILE_TOO_LARGE',
      errorMessage: 'Please upload file less then 2MB.',
    });
  });

  it('names that climb out of a folder, macros and links to other files are passed over', async () => {
    const [id = ''] = await tally.approvedClaims(server, 1);
    server.clock.now += 60_000;
    const row =
      `<row r="2">${inline('A2', id)}<c r="B2"><v>450.5</v></c>` +
      `${inline('C2', '15-07-2026')}${inline('D2', '=HYPERLINK(1)')}</row>`;
    const harmful = [
      '../../../etc/passwd',
      '/etc/passwd',
      'xl/vbaProject.bin',
      'xl/externalLinks/externalLink1.xml',
    ].map((name) => ({ name, content: Buffer.from('<!DOCTYPE x>') }));
    expect(tally.sheetOf(await tally.payments(await docs(), workbook(PAYMENT_HEADINGS + row, harmful)))).toMatchObject({
      done: 1,
      refused: 0,
    });
    expect((await own(await server.as('employee'), id)).paymentReference).toBe('=HYPERLINK(1)');
  });

  it('more rows than can be carried out at once are refused as a whole', async () => {
    const rows = Array.from(
      { length: 5_001 },
      (_, n) => `<row r="${n + 2}">${inline(`A${n + 2}`, `EXP${n}`)}</row>`,
    ).join('');
    expect((await tally.payments(await docs(), workbook(PAYMENT_HEADINGS + rows))).body).toMatchObject({
      code: 'INVALID',
      errorMessage: 'At most 5000 rows at once',
    });
  });
});
