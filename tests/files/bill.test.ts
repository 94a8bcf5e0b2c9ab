import { describe, expect, it } from 'vitest';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { hashOf, readBill, refusalOf, sizeText, sniffType } from '#files/bill.ts';
import { fit } from '#files/pictureSize.ts';
import { exifOf, GPS, photo } from '#tests/support/photos.ts';

const bytes = (...parts: (string | number)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0)))),
  );
const jpeg = (size: number): Uint8Array<ArrayBuffer> => {
  const content = new Uint8Array(size);
  content.set([0xff, 0xd8, 0xff, 0xe0]);
  return content;
};

describe('taking in a bill', () => {
  it('DOC-3: knows a file by its bytes, whatever its name says', async () => {
    expect(sniffType(bytes('%PDF-1.7'))).toBe('application/pdf');
    expect(sniffType(jpeg(12))).toBe('image/jpeg');
    expect(sniffType(bytes(0x89, 'PNG\r\n', 0x1a, '\n'))).toBe('image/png');
    expect(sniffType(bytes('RIFF', 0, 0, 0, 0, 'WEBPVP8 '))).toBe('image/webp');
    expect(sniffType(bytes(0, 0, 0, 24, 'ftypheic'))).toBe('image/heic');
    expect(sniffType(bytes('MZ'))).toBeNull();
    const bill = await readBill(new File([bytes('<svg onload=alert(1)>')], 'bill.jpg', { type: 'image/jpeg' }), 'a');
    expect(bill.refused).toBe('Please choose a PDF, JPEG, PNG, WebP or HEIC file.');
  });

  it('Z53 the place where a photo was taken stays behind, before it is hashed; a PDF is left as it is', async () => {
    const taken = await photo('jpeg');
    const bill = await readBill(new File([new Uint8Array(taken)], 'a.jpg'), 'a');
    const kept = Buffer.from(bill.bytes ?? new ArrayBuffer(0));
    expect([kept.length, kept.includes(GPS.latitude), kept.includes('Camera of a phone')]).toEqual([
      taken.length,
      false,
      true,
    ]);
    expect(bill.hash).toBe(await hashOf(bill.bytes ?? new ArrayBuffer(0)));
    const paper = bytes('%PDF-1.7 ', ...exifOf());
    expect((await readBill(new File([paper], 'a.pdf'), 'a')).hash).toBe(await hashOf(paper.buffer));
  });

  it('DOC-1: 2,097,151 bytes pass, 2,097,152 do not, and only a photo can be made smaller', async () => {
    const small = await readBill(new File([jpeg(FILE_BYTES_LIMIT - 1)], 'a.jpg'), 'a');
    expect(small).toMatchObject({ size: FILE_BYTES_LIMIT - 1, type: 'image/jpeg' });
    expect(small.refused).toBeUndefined();
    expect(await readBill(new File([jpeg(FILE_BYTES_LIMIT)], 'a.jpg'), 'a')).toMatchObject({
      refused: 'Please upload file less then 2MB.',
      shrinkable: true,
    });
    expect(refusalOf('application/pdf', FILE_BYTES_LIMIT)).toEqual({
      refused: 'Please upload file less then 2MB.',
      shrinkable: false,
    });
    expect(refusalOf('application/pdf', 0).refused).toBe('This file is empty.');
  });

  it('DOC-4: hashes it at capture with the SHA-256 that the server will answer', async () => {
    const bill = await readBill(new File([bytes('%PDF-')], 'b.pdf'), 'a');
    expect(bill.hash).toBe(await hashOf(bytes('%PDF-').buffer));
    expect(bill.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a file that cannot be read is refused and never thrown', async () => {
    const gone = {
      name: 'x.jpg',
      type: 'image/jpeg',
      size: 5,
      arrayBuffer: () => Promise.reject(new Error('gone')),
    } as unknown as File;
    expect(await readBill(gone, 'a')).toMatchObject({
      refused: 'This file could not be read. Please choose it again.',
    });
  });

  it('a photo is fitted into 2000 pixels and keeps its shape; small ones stay', () => {
    expect(fit(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    expect(fit(3000, 4000)).toEqual({ width: 1500, height: 2000 });
    expect(fit(800, 600)).toEqual({ width: 800, height: 600 });
    expect(fit(10_000, 1)).toEqual({ width: 2000, height: 1 });
  });

  it('says sizes as people do', () => {
    expect([10, 312_000, 1_990_000].map(sizeText)).toEqual(['1 kB', '305 kB', '1.9 MB']);
  });
});
