import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { imagesPdf } from '#files/camera/imagesPdf.ts';
import { fc } from '#tests/support/property.ts';
import { picture } from '#tests/support/files.ts';

const page = async (width: number, height: number) => ({
  bytes: new Uint8Array(await picture('jpeg', width, height)),
  width,
  height,
});

describe('pages in one PDF', () => {
  it('DOC-20: each picture is a page of its own, as large as the page, byte for byte', async () => {
    const pages = [await page(60, 80), await page(90, 45), await page(33, 47)];
    const file = imagesPdf(pages);
    for (const { bytes } of pages) expect(Buffer.from(file).includes(Buffer.from(bytes))).toBe(true);
    const pdf = await getDocument({ data: file.slice(), verbosity: 0 }).promise;
    expect(pdf.numPages).toBe(3);
    for (const [at, view] of [
      [0, 0, 631.5, 842],
      [0, 0, 842, 421],
      [0, 0, 591.19, 842],
    ].entries()) {
      const shown = await pdf.getPage(at + 1);
      expect(shown.view).toEqual(view);
      const { fnArray } = await shown.getOperatorList();
      expect(fnArray.filter((operator) => operator === OPS.paintImageXObject)).toHaveLength(1);
    }
    await pdf.loadingTask.destroy();
  });

  it('DOC-20: the table of the file leads to each object', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { minLength: 1, maxLength: 12 }), (contents) => {
        const file = imagesPdf(contents.map((bytes, at) => ({ bytes, width: 10 + at, height: 20 })));
        const text = Buffer.from(file).toString('latin1');
        const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
        const rows = text.slice(table).split('\n').slice(3);
        const offsets = rows.filter((row) => row.endsWith(' n ')).map((row) => Number(row.slice(0, 10)));
        expect(offsets).toHaveLength(2 + 3 * contents.length);
        offsets.forEach((offset, at) => expect(text.startsWith(`${at + 1} 0 obj\n`, offset)).toBe(true));
      }),
    );
  });
});
