import type { FileType } from '#contract/enums.ts';
import type { Question, TaskName } from '#server/platform/readers/tasks.ts';
import { heicPicture, pdf, picture } from './files.ts';
import { archive, inline, partsAround, sheetOf, workbook } from './workbooks.ts';

/** Files that were made to take their reader long. `size`: about this many bytes, 2 MB at the most. */
export interface Hostile {
  name: string;
  task: TaskName;
  /** True for what a library reads: the pool may give it up. */
  mayBeGivenUp?: boolean;
  make: (size: number) => Promise<Question<TaskName>> | Question<TaskName>;
}

const times = (words: string, size: number): Buffer =>
  Buffer.from(words.repeat(Math.ceil(size / Buffer.byteLength(words, 'latin1'))), 'latin1').subarray(0, size);
const bill =
  (type: FileType, make: (size: number) => Promise<Buffer> | Buffer) =>
  async (size: number): Promise<Question<'bill'>> => ({ bytes: new Uint8Array(await make(size)), type });

/** Words that a PDF repeats. */
const PDF_WORDS = [
  '/Type/Pages ',
  '/Type /Page ',
  '/Type/ObjStm ',
  '/Type /ObjStm stream\n',
  'stream\n',
  'endstream ',
  '<<',
  '>>',
  '[',
  '(',
  '/URI (',
  '/URI <',
  '/URI ',
  '/First 1 /N 1 stream\n',
  '/Filter [',
  '/Count ',
  '1 0 obj ',
  '1 0 obj << /A [ ',
  'trailer << ',
  'xref\n',
  'startxref\n',
  '%',
  '#4a',
  '/',
];
const inPdf = (words: string) =>
  bill('application/pdf', (size) => {
    const whole = pdf('hostile');
    return Buffer.concat([whole.subarray(0, 9), times(words, size), Buffer.from('\n'), whole.subarray(9)]);
  });

/** Words that stand behind a picture, where positions are looked for. */
const PICTURE_WORDS = [
  'GPS',
  '<x:xmpmeta>GPS',
  '<x:xmpmeta',
  '</x:xmpmeta>',
  '<x:xmpmeta>GPSa="',
  "<x:xmpmeta>GPSa='",
  ':City>',
  '<x:xmpmeta>a:City >',
  '\xa9xyz+1.',
  '\xa9xyz',
  'II*\0\x08\0\0\0\xff\0',
  'MM\0*\0\0\0\x08\0\xff',
  `II*\0\x08\0\0\0\x2c\x01${'\x25\x88\x04\0\x01\0\0\0\x08\0\0\0'.repeat(300)}`,
  'Exif\0\0',
];
const behindPicture = (words: string) =>
  bill('image/jpeg', async (size) =>
    Buffer.concat([await picture('jpeg'), Buffer.from('<x:xmpmeta>'), times(words, size), Buffer.from('</x:xmpmeta>')]),
  );

const box = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const chunk = (type: string, content: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, content.length >> 8, content.length & 255]),
    Buffer.from(type),
    Buffer.from(content),
    Buffer.alloc(4),
  ]);

const sheet = (rows: Buffer): Question<'sheet'> => ({ bytes: new Uint8Array(rows), rows: 5_001, columns: 26 });
const tally =
  (words: (size: number) => string) =>
  (size: number): Question<'tally'> => ({ bytes: new Uint8Array(Buffer.from(words(size))) });

export const HOSTILE: readonly Hostile[] = [
  ...PDF_WORDS.map((words) => ({
    name: `a PDF of ${JSON.stringify(words)}`,
    task: 'bill' as const,
    mayBeGivenUp: words === '1 0 obj << /A [ ',
    make: inPdf(words),
  })),
  ...PICTURE_WORDS.map((words) => ({
    name: `a photo with ${JSON.stringify(words.slice(0, 24))}`,
    task: 'bill' as const,
    make: behindPicture(words),
  })),
  {
    name: 'a HEIC of boxes',
    task: 'bill',
    make: bill('image/heic', (size) =>
      Buffer.concat([
        heicPicture(),
        Buffer.concat(Array.from({ length: size >> 3 }, () => box('free', Buffer.alloc(0)))),
      ]),
    ),
  },
  {
    name: 'a HEIC of sizes',
    task: 'bill',
    make: bill('image/heic', (size) =>
      Buffer.concat([
        box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
        box('meta', times('ispe', size)),
        box('mdat', Buffer.alloc(9)),
      ]),
    ),
  },
  {
    name: 'a PNG of words',
    task: 'bill',
    make: bill('image/png', async (size) => {
      const png = await picture('png');
      return Buffer.concat([
        png.subarray(0, 33),
        Buffer.concat(
          Array.from({ length: size >> 7 }, () => chunk('zTXt', `Raw profile type exif\0\0${'x'.repeat(90)}`)),
        ),
        png.subarray(33),
      ]);
    }),
  },
  {
    name: 'a workbook that unpacks to much',
    task: 'sheet',
    make: (size) => sheet(archive(partsAround(sheetOf('x'.repeat(size * 20))))),
  },
  {
    name: 'a workbook of empty cells',
    task: 'sheet',
    make: (size) => sheet(workbook(`<row r="1">${'<c r="A1"/>'.repeat(size >> 1)}</row>`)),
  },
  {
    name: 'a workbook of empty rows',
    task: 'sheet',
    mayBeGivenUp: true,
    make: (size) => sheet(workbook('<row/>'.repeat(size))),
  },
  {
    name: 'a workbook of shared words',
    task: 'sheet',
    make: (size) =>
      sheet(
        workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', [
          { name: 'xl/sharedStrings.xml', content: Buffer.from(`<sst>${'<si><t/></si>'.repeat(size >> 1)}</sst>`) },
        ]),
      ),
  },
  {
    name: 'a workbook of long texts',
    task: 'sheet',
    make: (size) =>
      sheet(
        workbook(
          Array.from(
            { length: 4_000 },
            (_, n) => `<row r="${n + 1}">${inline(`A${n + 1}`, 'x'.repeat(size >> 9))}</row>`,
          ).join(''),
        ),
      ),
  },
  { name: 'a workbook of open tags', task: 'sheet', make: (size) => sheet(workbook('<row><c>'.repeat(size >> 2))) },
  { name: 'an answer of levels', task: 'tally', make: tally((size) => '<R>'.repeat(size / 3)) },
  { name: 'an answer of one tag', task: 'tally', make: tally((size) => `<R ${'a="1" '.repeat(size / 6)}>`) },
  { name: 'an answer of one value', task: 'tally', make: tally((size) => `<R a="${'x'.repeat(size)}`) },
  {
    name: 'an answer of signs that XML does not know',
    task: 'tally',
    make: tally((size) => `<R>${'&#0'.repeat(size / 3)}</R>`),
  },
  { name: 'an answer of zeros', task: 'tally', make: tally((size) => `<R>&#${'0'.repeat(size)}</R>`) },
  {
    name: 'an answer of blanks',
    task: 'tally',
    make: tally((size) => `<R><LINEERROR>a${' '.repeat(size)}b</LINEERROR></R>`),
  },
  {
    name: 'an answer of complaints',
    task: 'tally',
    make: tally(
      (size) => `<R>${Array.from({ length: size / 25 }, (_, n) => `<LINEERROR>${n}</LINEERROR>`).join('')}</R>`,
    ),
  },
  { name: 'an answer of an open comment', task: 'tally', make: tally((size) => `<R><!--${'-'.repeat(size)}`) },
];
