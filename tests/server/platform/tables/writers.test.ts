import { strFromU8, unzipSync } from 'fflate';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '#server/platform/tables/csv.ts';
import { columnLetters, xmlText } from '#server/platform/tables/sheetXml.ts';
import { looksLikeFormula, rupeesText, wallClockOf, type Column, type Table } from '#server/platform/tables/table.ts';
import { writeXlsx } from '#server/platform/tables/xlsx.ts';
import { fc } from '#tests/support/property.ts';
import { csvRows, sheetsOf, whole } from '#tests/support/reports.ts';

interface Row {
  text: string | null;
  day: string | null;
  at: number | null;
  paise: number | null;
  count: number | null;
}
const COLUMNS: readonly Column<Row>[] = [
  { title: 'Remarks', kind: 'text', width: 20, of: (row) => row.text },
  { title: 'Day', kind: 'day', width: 12, of: (row) => row.day },
  { title: 'Moment', kind: 'moment', width: 18, of: (row) => row.at },
  { title: 'Amount', kind: 'money', width: 14, of: (row) => row.paise },
  { title: 'Count', kind: 'number', width: 8, of: (row) => row.count },
];
const tableOf = (rows: readonly Row[], batch = 3): Table<Row> => ({
  name: 'Of <these> & "those"',
  columns: COLUMNS,
  timeZone: 'Asia/Kolkata',
  batches: (async function* () {
    for (let at = 0; at < rows.length; at += batch) yield rows.slice(at, at + batch);
  })(),
});
const rowOf = (more: Partial<Row> = {}): Row => ({
  text: 'Taxi',
  day: '2026-07-14',
  at: Date.parse('2026-07-15T01:05:30+05:30'),
  paise: 123_456_789_05,
  count: 12.5,
  ...more,
});
const csv = async (rows: readonly Row[]) => csvRows(await whole(writeCsv(tableOf(rows))));
const xlsx = async (rows: readonly Row[], most?: number) => whole(writeXlsx(tableOf(rows), most));

/** What people and machines put into remarks: formulas, signs of CSV and XML, and what no file can hold. */
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ' ',
      '"',
      "'",
      ',',
      ';',
      '|',
      'a',
      '0',
      '<',
      '&',
      '_x0041_',
      ']]>',
      '\uFF1D',
      '\u200B',
      '\uFEFF',
      '\u0000',
      '\u0007',
      '\u{1F600}',
      '\u0905',
    ),
    maxLength: 12,
  }),
);
const storable = (text: string): string =>
  xmlText(text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('_x005F_', '_');

describe('CSV', () => {
  it('REP-2 days as people write them, moments in the organisation’s time zone, amounts exactly', async () => {
    expect(await csv([rowOf(), rowOf({ text: null, day: null, at: null, paise: null, count: null })])).toEqual([
      ['Remarks', 'Day', 'Moment', 'Amount', 'Count'],
      ['Taxi', '14-07-2026', '15-07-2026 01:05', '123456789.05', '12.5'],
      ['', '', '', '', ''],
    ]);
    const text = (await whole(writeCsv(tableOf([rowOf({ text: 'one\r\n"two", three' })])))).toString();
    expect(text).toBe(
      '\uFEFFRemarks,Day,Moment,Amount,Count\r\n' +
        '"one\r\n""two"", three",14-07-2026,15-07-2026 01:05,123456789.05,12.5\r\n',
    );
  });

  it.each([
    '=1+1',
    '+91 98450',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '\u200B=cmd',
    '\uFEFF=1',
    '\u0000=1',
    '\uFF1D1',
    '\u2212 2',
  ])('Z57 %j is no formula', async (text) => {
    expect(looksLikeFormula(text)).toBe(true);
    expect((await csv([rowOf({ text })]))[1]?.[0]).toBe(`'${text}`);
  });

  it.each(['Taxi', 'a=b', '5 - 3', 'me@example.com', "'=1", '', '(+)'])('Z57 %j stays as it is', (text) =>
    expect(looksLikeFormula(text)).toBe(false),
  );

  it('Z57 any text comes back as it was, formulas behind an apostrophe, and no cell begins one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, { maxLength: 8 }), async (texts) => {
        const rows = await csv(texts.map((text) => rowOf({ text })));
        expect(rows.slice(1).map(([cell]) => cell)).toEqual(
          texts.map((text) => (looksLikeFormula(text) ? `'${text}` : text)),
        );
        for (const [cell = ''] of rows.slice(1))
          expect(cell).not.toMatch(/^[\t\r\n]|^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u);
      }),
    );
  });
});

describe('XLSX', () => {
  it('REP-2 opens with texts as texts, amounts, days and moments as formatted numbers, and a fixed head', async () => {
    const [sheet, ...others] = await sheetsOf(
      await xlsx([
        rowOf(),
        rowOf({ text: null, day: null, at: null, paise: null, count: null }),
        rowOf({ text: '=1+1', paise: 7 }),
      ]),
    );
    expect(others).toEqual([]);
    expect(sheet?.name).toBe('Of <these> & "those"');
    expect(sheet?.rows[0]).toEqual(['Remarks', 'Day', 'Moment', 'Amount', 'Count']);
    const [text, day, at, amount, count] = sheet?.rows[1] ?? [];
    expect([text, amount, count]).toEqual(['Taxi', 123_456_789.05, 12.5]);
    expect([day, at].map((value) => (value instanceof Date ? value.toISOString().slice(0, 19) : value))).toEqual([
      '2026-07-14T00:00:00',
      '2026-07-15T01:05:30',
    ]);
    expect(sheet?.rows[3]?.[0]).toBe('=1+1');
    expect([...(sheet?.cells?.values() ?? [])].some((cell) => 'formula' in cell && cell.formula)).toBe(false);
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
    expect([sheet?.cells?.get('1,1')?.style?.numFmt, sheet?.cells?.get('1,3')?.style?.numFmt]).toEqual([
      'dd\\-mm\\-yyyy',
      '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00',
    ]);
  });

  it('every part is well-formed, named by the package and typed', async () => {
    const parts = unzipSync(await xlsx([rowOf(), rowOf()]));
    const names = Object.keys(parts);
    expect(names).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/styles.xml',
      'xl/worksheets/sheet1.xml',
      'xl/workbook.xml',
      'xl/_rels/workbook.xml.rels',
    ]);
    const reader = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => ['Relationship', 'Override', 'Default', 'xf', 'row', 'c', 'sheet'].includes(name),
    });
    const read = <T>(name: string): T => reader.parse(strFromU8(parts[name] ?? new Uint8Array())) as T;
    for (const name of names)
      expect([name, XMLValidator.validate(strFromU8(parts[name] ?? new Uint8Array()))]).toEqual([name, true]);
    const types = read<{ Types: { Override: { PartName: string }[]; Default: { Extension: string }[] } }>(
      '[Content_Types].xml',
    ).Types;
    for (const { PartName } of types.Override) expect(names).toContain(PartName.slice(1));
    expect(types.Default.map((each) => each.Extension)).toEqual(['rels', 'xml']);
    const relations = read<{ Relationships: { Relationship: { Id: string; Target: string }[] } }>(
      'xl/_rels/workbook.xml.rels',
    ).Relationships.Relationship;
    for (const { Target } of relations) expect(names).toContain(`xl/${Target}`);
    expect(relations.map(({ Id }) => Id)).toContain(
      read<{ workbook: { sheets: { sheet: { 'r:id': string }[] } } }>('xl/workbook.xml').workbook.sheets.sheet[0]?.[
        'r:id'
      ],
    );
    const styles = read<{ styleSheet: Record<string, { count: string } & Record<string, unknown[]>> }>(
      'xl/styles.xml',
    ).styleSheet;
    for (const [list, item] of [
      ['numFmts', 'numFmt'],
      ['fonts', 'font'],
      ['fills', 'fill'],
      ['cellXfs', 'xf'],
    ] as const)
      expect([list, Number(styles[list]?.count)]).toEqual([list, styles[list]?.[item]?.length]);
    const rows = read<{ worksheet: { sheetData: { row: { r: string; c: { r: string; s?: string }[] }[] } } }>(
      'xl/worksheets/sheet1.xml',
    ).worksheet.sheetData.row;
    expect(rows.map(({ r }) => r)).toEqual(['1', '2', '3']);
    expect(rows[1]?.c.map(({ r }) => r)).toEqual(['A2', 'B2', 'C2', 'D2', 'E2']);
    for (const row of rows)
      for (const { s } of row.c) expect(Number(s ?? 0)).toBeLessThan(styles['cellXfs']?.['xf']?.length ?? 0);
  });

  it('Z57 any text comes back as a text, without what XML cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(nasty, { minLength: 1, maxLength: 8 }), async (texts) => {
        const bytes = await xlsx(texts.map((text) => rowOf({ text })));
        const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
        expect(XMLValidator.validate(xml)).toBe(true);
        expect(xml).not.toMatch(/<f[ >]/);
        const [sheet] = await sheetsOf(bytes);
        expect(texts.map((_, n) => sheet?.rows[n + 1]?.[0] ?? '')).toEqual(texts.map(storable));
      }),
      { numRuns: 60 },
    );
  });

  it('goes on in a further sheet where one is full, each with its head', async () => {
    const sheets = await sheetsOf(
      await xlsx(
        Array.from({ length: 7 }, (_, n) => rowOf({ count: n })),
        4,
      ),
    );
    expect(sheets.map((sheet) => [sheet.name, sheet.rows.length])).toEqual([
      ['Of <these> & "those"', 4],
      ['Of <these> & "those" (2)', 4],
      ['Of <these> & "those" (3)', 2],
    ]);
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1).map((row) => row[4]))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect((await sheetsOf(await xlsx([])))[0]?.rows).toEqual([['Remarks', 'Day', 'Moment', 'Amount', 'Count']]);
  });

  it('lets go of a table that is not read to its end', async () => {
    let [began, ended] = [false, false];
    const batches = (async function* () {
      try {
        for (began = true; ;) yield [rowOf()];
      } finally {
        ended = true;
      }
    })();
    const pieces = writeXlsx({ ...tableOf([]), batches });
    while (!began) await pieces.next();
    await pieces.next();
    await pieces.return(undefined);
    expect(ended).toBe(true);
  });
});

describe('values', () => {
  it('AMT paise are written exactly', () => {
    expect([0, 5, 99, 100, 123_456_789_05, 9_999_999_999].map(rupeesText)).toEqual([
      '0.00',
      '0.05',
      '0.99',
      '1.00',
      '123456789.05',
      '99999999.99',
    ]);
  });

  it('DATE the wall clock of a zone, on days on which its clocks are changed too', () => {
    const berlin = wallClockOf('Europe/Berlin');
    for (const [at, shown] of [
      ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
      ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
      ['2026-07-01T12:00:00Z', '2026-07-01T14:00:00'],
      ['2026-12-01T12:00:00Z', '2026-12-01T13:00:00'],
    ] as const) {
      expect(new Date(berlin(Date.parse(at))).toISOString().slice(0, 19)).toBe(shown);
    }
  });

  it('columns are lettered as spreadsheets do', () =>
    expect([1, 26, 27, 52, 53, 702, 703].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']));
});
