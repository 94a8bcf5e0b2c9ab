import { daysBetween } from '#domain/dates.ts';
import { isTextColumn, looksLikeFormula, rupeesText, wallClockOf, type Column } from './table.ts';

/** The XML of a workbook (ECMA-376), as little of it as spreadsheets need. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The most that a cell holds. */
const MAX_CHARACTERS = 32_767;

/** What XML 1.0 cannot hold is left out; what a spreadsheet would read as an escape of a sign is escaped itself. */
export const xmlText = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

/** Positions in the styles' list of cell formats. */
const STYLE = { plain: 0, head: 1, money: 2, day: 3, moment: 4, asTyped: 5 } as const;

/**
 * Amounts are grouped as in India; a text that looks like a formula is one that was typed behind an apostrophe, and
 * stays a text when it is edited.
 */
export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">\
<numFmts count="3"><numFmt numFmtId="164" \
formatCode="[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;##,##0.00"/>\
<numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/>\
<numFmt numFmtId="166" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Every part that is not named is a sheet: how many there will be is known at the end only. */
export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`;
export const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
/** 'Name', 'Name (2)' … within the 31 characters that a name may have. */
const nameOfSheet = (name: string, n: number): string => (n === 1 ? name.slice(0, 31) : `${name.slice(0, 26)} (${n})`);
export const workbookOf = (name: string, sheets: number): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${numbers(sheets)
    .map((n) => `<sheet name="${xmlText(nameOfSheet(name, n))}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`;
export const relationsOf = (sheets: number): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** 1 is A, 27 is AA. */
export function columnLetters(n: number): string {
  return n <= 26
    ? String.fromCharCode(64 + n)
    : columnLetters(Math.floor((n - 1) / 26)) + String.fromCharCode(65 + ((n - 1) % 26));
}

const inline = (at: string, style: number, text: string): string =>
  `<c r="${at}"${style === STYLE.plain ? '' : ` s="${style}"`} t="inlineStr">` +
  `<is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
const number = (at: string, style: number, value: number | string): string =>
  `<c r="${at}"${style === STYLE.plain ? '' : ` s="${style}"`}><v>${value}</v></c>`;

/** A sheet up to its first row of data: the head stays in sight and is bold. */
export function sheetStart<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns
    .map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
    .join('');
  const heads = columns.map(({ title }, n) => inline(`${columnLetters(n + 1)}1`, STYLE.head, title)).join('');
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${widths}</cols><sheetData><row r="1">${heads}</row>`;
}
export const sheetEnd = <Row>(columns: readonly Column<Row>[], lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns.length)}${lastRow}"/></worksheet>`;

const DAY_MS = 86_400_000;
/** Spreadsheets count days from here. */
const FIRST_DAY = '1899-12-30';
const FIRST_DAY_MS = Date.parse(`${FIRST_DAY}T00:00:00Z`);

/** Makes rows of a sheet: texts as texts, amounts and dates as numbers that are shown as such. */
export function rowWriter<Row>(columns: readonly Column<Row>[], timeZone: string): (row: Row, n: number) => string {
  const wallClock = wallClockOf(timeZone);
  const letters = columns.map((_, n) => columnLetters(n + 1));
  const cellOf = (column: Column<Row>, row: Row, at: string): string => {
    if (isTextColumn(column)) {
      const text = column.of(row);
      if (text === null || text === '') return '';
      return column.kind === 'day'
        ? number(at, STYLE.day, daysBetween(FIRST_DAY, text))
        : inline(at, looksLikeFormula(text) ? STYLE.asTyped : STYLE.plain, text);
    }
    const value = column.of(row);
    if (value === null) return '';
    if (column.kind === 'money') return number(at, STYLE.money, rupeesText(value));
    // To the second, in ten-thousandths of one: a fraction of a day has no end.
    return column.kind === 'moment'
      ? number(at, STYLE.moment, ((Math.floor(wallClock(value) / 1000) * 1000 - FIRST_DAY_MS) / DAY_MS).toFixed(9))
      : number(at, STYLE.plain, value);
  };
  return (row, n) =>
    `<row r="${n}">${columns.map((column, i) => cellOf(column, row, `${letters[i]}${n}`)).join('')}</row>`;
}
