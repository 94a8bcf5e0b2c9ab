import { deflateRawSync, crc32 } from 'node:zlib';

/** Archives as attackers make them: every word of them may be a lie. */
export interface ArchiveEntry {
  name: string;
  content: Buffer;
  /** What the archive says of the unpacked size; the truth unless given. */
  size?: number;
  stored?: boolean;
  encrypted?: boolean;
  crc?: number;
}

export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    content,
    size = content.length,
    stored = false,
    encrypted = false,
    crc = crc32(content),
  } of entries) {
    const packed = stored ? content : deflateRawSync(content, { level: 9 });
    const label = Buffer.from(name);
    const [flags, method] = [encrypted ? 1 : 0, stored ? 0 : 8];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(label.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(label.length, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, label, packed);
    directory.push(entry, label);
    at += 30 + label.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, list, end]);
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const text = (name: string, xml: string): ArchiveEntry => ({ name, content: Buffer.from(xml) });

/** The parts of a plain workbook around a sheet; `sheet` is the XML of its one sheet. */
export const partsAround = (sheet: string, more: readonly ArchiveEntry[] = []): ArchiveEntry[] => [
  text(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      '<Override PartName="/xl/workbook.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
      '<Override PartName="/xl/worksheets/sheet1.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
  ),
  text(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  text(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  text(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">` +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ),
  text('xl/worksheets/sheet1.xml', sheet),
  ...more,
];

export const sheetOf = (rows: string): string =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
export const inline = (ref: string, value: string): string =>
  `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`;
/** The headings of Payment.xlsx as the first row. */
export const PAYMENT_HEADINGS =
  `<row r="1">${inline('A1', 'Expense Id')}${inline('B1', 'Paid Amount')}${inline('C1', 'Payment Date')}` +
  `${inline('D1', 'Reference')}</row>`;
export const workbook = (rows: string, more: readonly ArchiveEntry[] = []): Buffer =>
  archive(partsAround(sheetOf(rows), more));
