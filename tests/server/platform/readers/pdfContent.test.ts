import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PDF_PAGES } from '#contract/limits.ts';
import { judgePdf } from '#server/platform/readers/pdfContent.ts';
import type { Api } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** A PDF of these objects; `packed` ones stand in a stream of objects. */
function pdfOf(
  objects: readonly string[],
  {
    trailer = '',
    packed = [] as string[],
    filter = '/Filter /FlateDecode',
    squeeze = (text: string): Buffer => deflateSync(text),
  } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n', 'latin1')];
  objects.forEach((object, i) => parts.push(Buffer.from(`${i + 1} 0 obj\n${object}\nendobj\n`, 'latin1')));
  if (packed.length > 0) {
    const head = packed.map((_, i) => `${50 + i} ${i * 10}`).join(' ');
    const body = squeeze(`${head} ${packed.join(' ')}`);
    parts.push(
      Buffer.from(
        `40 0 obj\n<< /Type /ObjStm /N ${packed.length} /First ${head.length + 1} ${filter} ` +
          `/Length ${body.length} >>\nstream\n`,
        'latin1',
      ),
      body,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    );
  }
  parts.push(Buffer.from(`trailer << /Root 1 0 R ${trailer} >>\nstartxref\n9\n%%EOF\n`, 'latin1'));
  return Buffer.concat(parts);
}
const PAGES = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>',
];
const catalog = (more: string): string[] => [`<< /Type /Catalog /Pages 2 0 R ${more} >>`, ...PAGES.slice(1)];

const annotated = (annotation: string): string[] => [
  ...PAGES.slice(0, 2),
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Annots [${annotation}] >>`,
];

/** As filters of PDF pack: five letters for four bytes, and a length before that many bytes. */
function ascii85(text: string): string {
  const bytes = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const letters = (value: number): string =>
    [4, 3, 2, 1, 0].map((place) => String.fromCharCode(33 + (Math.floor(value / 85 ** place) % 85))).join('');
  return `${Array.from({ length: bytes.length / 4 }, (_, i) => letters(bytes.readUInt32BE(i * 4))).join('')}~>`;
}
const runs = (text: string): Buffer =>
  Buffer.concat([
    ...(text.match(/[^]{1,100}/g) ?? []).flatMap((part) => [Buffer.from([part.length - 1]), Buffer.from(part)]),
    Buffer.from([128]),
  ]);

describe('Z46 a PDF that only shows something is taken', () => {
  it.each<[string, Buffer]>([
    ['plain', pdfOf(PAGES)],
    ['with packed objects', pdfOf(PAGES, { packed: ['<< /Title (A bill) >>', '<< /Type /Font >>'] })],
    ['that opens at a page', pdfOf(catalog('/OpenAction [3 0 R /Fit]'))],
    [
      'S9 with links to the web, a mailbox, a telephone and an app that pays',
      pdfOf(
        [
          'https://example.com/a?b=c:d',
          'http://x.test',
          'mailto:a@b.test',
          'tel:+911',
          'upi://pay?pa=a',
          'www.example.com',
          '#page',
        ].reduce((objects, address) => [...objects, `<< /S /URI /URI (${address}) >>`], PAGES),
      ),
    ],
    [
      'with a link to a web page',
      pdfOf([...PAGES, '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.com) >> >>']),
    ],
    ['whose words speak of scripts', pdfOf([...PAGES, '<< /Title (JavaScript for beginners) /Subject (Launch) >>'])],
    [
      `of ${MAX_PDF_PAGES} pages`,
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Count ${MAX_PDF_PAGES} >>`,
        ...Array.from({ length: MAX_PDF_PAGES }, () => '<< /Type /Page /Parent 2 0 R >>'),
      ]),
    ],
    ['with names that only begin so', pdfOf(catalog('/LaunchPad 1 /XFAx 2 /Encrypted false /JavaScripts 3'))],
  ])('%s', async (_, bytes) => {
    expect(await judgePdf(bytes)).toBe('fine');
  });
});

describe('Z46 a PDF that does something is refused', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  it.each<[string, Buffer]>([
    ['a script as it opens', pdfOf(catalog(`/OpenAction ${script}`))],
    ['a script by its name tree', pdfOf(catalog('/Names << /JavaScript << /Names [(a) 9 0 R] >> >>'))],
    ['a script whose name is spelled in numbers', pdfOf(catalog('/OpenAction << /S /J#61va#53cript /JS (x) >>'))],
    [
      'a script whose whole name is numbers',
      pdfOf(
        catalog(
          `/OpenAction << /S /${[...'JavaScript']
            .map((letter) => `#${letter.charCodeAt(0).toString(16)}`)
            .join('')} /JS (x) >>`,
        ),
      ),
    ],
    ['a script among packed objects', pdfOf(PAGES, { packed: [script] })],
    [
      'a script among packed objects of a spelled name',
      Buffer.from(
        pdfOf(PAGES, { packed: [script] })
          .toString('latin1')
          .replace('/ObjStm', '/Obj#53tm'),
        'latin1',
      ),
    ],
    [
      'a script behind words that look like a stream',
      pdfOf([...PAGES, `<< /Title (>>\nstream\n) /A ${script} >>`, '<< /Title (endstream) >>']),
    ],
    ['a script after a comment', pdfOf([...PAGES, `<< /Title (%) /A ${script} >>`])],
    ['a program', pdfOf(catalog('/OpenAction << /S /Launch /F (cmd.exe) >>'))],
    [
      'a file inside',
      pdfOf([
        ...PAGES,
        '<< /Type /Filespec /EF << /F 9 0 R >> >>',
        '<< /Type /EmbeddedFile /Length 0 >>\nstream\n\nendstream',
      ]),
    ],
    ['a form that is sent', pdfOf([...PAGES, '<< /S /SubmitForm /F (https://evil.test) >>'])],
    ['a form of another format', pdfOf(catalog('/AcroForm << /XFA 9 0 R >>'))],
    ['a film', pdfOf([...PAGES, '<< /Type /Annot /Subtype /RichMedia >>'])],
    ['a jump into a file inside', pdfOf([...PAGES, '<< /S /GoToE >>'])],
    [
      'S9 a jump into a file of another machine',
      pdfOf([...PAGES, String.raw`<< /S /GoToR /F (\\\\host\\share\\x.pdf) /D [0 /Fit] >>`]),
    ],
    ['S9 a link to a file', pdfOf([...PAGES, '<< /S /URI /URI (file:///etc/passwd) >>'])],
    ['S9 a link to a file, in octal', pdfOf([...PAGES, String.raw`<< /S /URI /URI (\146i\154e:///etc/passwd) >>`])],
    [
      'S9 a link to a file, in hexadecimal',
      pdfOf([...PAGES, `<< /S /URI /URI <${Buffer.from('FILE://c/x').toString('hex')}> >>`]),
    ],
    [
      'S9 a link to a file, in UTF-16',
      pdfOf([...PAGES, `<< /S /URI /URI <feff${Buffer.from('file:x', 'utf16le').swap16().toString('hex')}> >>`]),
    ],
    ['S9 a link to a file behind a blank', pdfOf([...PAGES, String.raw`<< /S /UR#49 /URI ( \tfile:///etc/passwd) >>`])],
    [
      'S9 a link to a file behind many blanks',
      pdfOf([...PAGES, `<< /S /URI /URI (${' '.repeat(300)}file:///etc/passwd) >>`]),
    ],
    ['S9 a link to a folder of another machine', pdfOf([...PAGES, String.raw`<< /S /URI /URI (\\\\host\\share) >>`])],
    ['S9 a link to a drive', pdfOf([...PAGES, String.raw`<< /S /URI /URI (c:\\x.exe) >>`])],
    ['S9 a link that is a script', pdfOf([...PAGES, '<< /S /URI /URI (java\\\nscript:alert(1)) >>'])],
    [
      'S9 a link whose words stand elsewhere',
      pdfOf([
        ...annotated('<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI 4 0 R >> >>'),
        '(file:///etc/passwd)',
      ]),
    ],
    ['S9 a file pinned to a page', pdfOf(annotated('<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] >>'))],
    [
      'S9 a script among objects packed as hexadecimal',
      pdfOf(PAGES, {
        packed: [script],
        filter: '/Filter [/ASCIIHexDecode /FlateDecode]',
        squeeze: (text) => Buffer.from(`${deflateSync(text).toString('hex')}>`),
      }),
    ],
    [
      'S9 the same, the filter behind another dictionary',
      pdfOf(PAGES, {
        packed: [script],
        filter: '/X << /Y 1 >> /Filter /ASCIIHexDecode',
        squeeze: (text) => Buffer.from(`${Buffer.from(text).toString('hex')}>`),
      }),
    ],
    [
      'S9 a script among objects packed as letters',
      pdfOf(PAGES, { packed: [script], filter: '/Filter /A85', squeeze: (text) => Buffer.from(ascii85(text)) }),
    ],
    [
      'S9 a script among objects packed by runs',
      pdfOf(PAGES, { packed: [script], filter: '/Filter /RunLengthDecode', squeeze: runs }),
    ],
    [
      'S9 a script among objects that are not packed',
      pdfOf(PAGES, { packed: [script], filter: '', squeeze: (text) => Buffer.from(text) }),
    ],
    [
      'S9 a script among packed objects that do not say what they are',
      Buffer.from(
        pdfOf(PAGES, { packed: [script] })
          .toString('latin1')
          .replace('/Type /ObjStm', '/Tipe /Objects'),
        'latin1',
      ),
    ],
    [
      'S9 a script that a page runs as it opens',
      pdfOf([...PAGES.slice(0, 2), `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /AA << /O ${script} >> >>`]),
    ],
  ])('%s', async (_, bytes) => {
    expect(await judgePdf(bytes)).toBe('active');
  });

  it.each<[string, Buffer, string]>([
    ['protected by a password', pdfOf(PAGES, { trailer: '/Encrypt 9 0 R' }), 'protected'],
    [
      'more pages than a bill has',
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 50000 /Kids [3 0 R] >>',
        '<< /Type /Page >>',
      ]),
      'tooLong',
    ],
    [
      'the same, packed and the other way round',
      pdfOf(PAGES, { packed: ['<< /Count 50000 /Kids [3 0 R] /Type /Pages >>'] }),
      'tooLong',
    ],
    [
      'pages that count themselves wrong',
      pdfOf([...PAGES.slice(0, 2), ...Array.from({ length: MAX_PDF_PAGES + 1 }, () => '<< /Type /Page >>')]),
      'tooLong',
    ],
    [
      'objects packed in a way that hides them',
      pdfOf(PAGES, { packed: ['<< >>'], filter: '/Filter [/ASCIIHexDecode /FlateDecode]' }),
      'broken',
    ],
    [
      'objects packed with a predictor',
      pdfOf(PAGES, { packed: ['<< >>'], filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }),
      'broken',
    ],
    ['objects that do not unpack', pdfOf(PAGES, { packed: ['<< >>'], squeeze: (text) => Buffer.from(text) }), 'broken'],
    ['a bomb of packed objects', pdfOf(PAGES, { packed: [' '.repeat(30_000_000)] }), 'broken'],
  ])('%s', async (_, bytes, verdict) => {
    expect(await judgePdf(bytes)).toBe(verdict);
  });
});

describe('DOC-14 Z46 at the door', () => {
  let server: TestServer;
  let employee: Api;
  beforeAll(async () => {
    server = await startServer();
    employee = await server.as('employee');
  });
  afterAll(() => server.close());

  it.each<[string, Buffer, number, string, RegExp]>([
    ['a script', pdfOf(catalog('/OpenAction << /S /JavaScript /JS (x) >>')), 415, 'UNSUPPORTED_FILE', /holds a script/],
    ['a password', pdfOf(PAGES, { trailer: '/Encrypt 9 0 R' }), 415, 'UNSUPPORTED_FILE', /protected by a password/],
    [
      'too many pages',
      pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 51 >>']),
      415,
      'UNSUPPORTED_FILE',
      /more than 50 pages/,
    ],
    [
      'hidden objects',
      pdfOf(PAGES, { packed: ['<< >>'], squeeze: (text) => Buffer.from(text) }),
      422,
      'INVALID',
      /broken/,
    ],
  ])('%s is refused with a sentence, and nothing of it is kept', async (_, bytes, status, code, words) => {
    const answer = await employee.upload(bytes);
    expect([answer.status, answer.body['code'], answer.body['message']]).toEqual([
      status,
      code,
      expect.stringMatching(words),
    ]);
    expect(await server.database.db.selectFrom('files').select('hash').execute()).toEqual([]);
  });

  it('an ordinary one is taken', async () => {
    expect((await employee.upload(pdfOf(PAGES, { packed: ['<< /Title (A bill) >>'] }))).status).toBe(200);
  });
});
