import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { withoutPosition } from '#domain/photoPosition.ts';
import { picture } from '#tests/support/files.ts';
import { exifOf, GPS, photo, withChunk } from '#tests/support/photos.ts';

/** What a reader of Exif finds in a picture. */
const exif = async (bytes: Uint8Array): Promise<Buffer> => (await sharp(bytes).metadata()).exif ?? Buffer.alloc(0);
const holds = (bytes: Uint8Array, text: Uint8Array | string): boolean =>
  Buffer.from(bytes).includes(Buffer.from(text as string));

describe('DOC-13 Z53 a photo without its position', () => {
  it.each(['jpeg', 'webp', 'png'] as const)(
    '%s: the place is gone, the rest is the same to the byte',
    async (format) => {
      const before = await photo(format);
      expect(holds(await exif(before), GPS.latitude)).toBe(true);
      const after = withoutPosition(before);
      expect(after?.length).toBe(before.length);
      const left = await exif(after ?? new Uint8Array());
      for (const part of [GPS.latitude, GPS.longitude, GPS.place]) expect(holds(after ?? before, part)).toBe(false);
      expect(holds(left, 'Camera of a phone')).toBe(true);
      expect(
        (
          await sharp(after ?? before)
            .raw()
            .toBuffer()
        ).equals(await sharp(before).raw().toBuffer()),
      ).toBe(true);
      // Nothing is left to blank.
      expect(withoutPosition(after ?? before)).toBeNull();
    },
  );

  it.each([
    ['little', true],
    ['big', false],
  ] as const)('in Exif of %s ends, wherever in the file it stands', async (_, little) => {
    const head = await picture('jpeg');
    // As a HEIC has it, and a second picture behind the first: the container is not asked.
    const bytes = Buffer.concat([head, Buffer.from('\0\0\0\x06Exif\0\0'), exifOf(little), Buffer.from('end')]);
    const after = withoutPosition(bytes);
    expect(holds(after ?? bytes, GPS.latitude)).toBe(false);
    expect(holds(after ?? bytes, 'Camera of a phone')).toBe(true);
    expect(
      Buffer.from(after ?? [])
        .subarray(0, head.length)
        .equals(head),
    ).toBe(true);
  });

  it('in XMP, as attribute, as element and in words', async () => {
    const xmp =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description exif:GPSLatitude="12,58.3N" ' +
      'exif:GPSLongitude=\'77,35.7E\' photoshop:City="Bengaluru" tiff:Model="Camera of a phone">' +
      '<exif:GPSAltitude>920/1</exif:GPSAltitude></rdf:Description></x:xmpmeta>';
    const bytes = Buffer.concat([await picture('jpeg'), Buffer.from(xmp)]);
    const after = Buffer.from(withoutPosition(bytes) ?? []).toString('latin1');
    expect(after).toContain(
      'exif:GPSLatitude="        " exif:GPSLongitude=\'        \' photoshop:City="         " ' +
        'tiff:Model="Camera of a phone"><exif:GPSAltitude>     </exif:GPSAltitude>',
    );
    expect(after.length).toBe(bytes.length);
  });

  it.each([
    [
      'iTXt',
      Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta><rdf:Description exif:GPSLatitude="12,58.3N"/></x:xmpmeta>'),
    ],
    [
      'zTXt',
      Buffer.concat([
        Buffer.from('Raw profile type exif\0\0'),
        deflateSync(Buffer.concat([Buffer.from('12,58.3N'), exifOf()])),
      ]),
    ],
    ['tEXt', Buffer.from('Raw profile type APP1\0\nexif\n 12,58.3N')],
  ])('in the words of a PNG (%s), packed or not, whose sums are right again', async (type, content) => {
    const bytes = withChunk(await picture('png'), type, content);
    const after = withoutPosition(bytes);
    expect(after?.length).toBe(bytes.length);
    expect([holds(after ?? bytes, content.subarray(30)), holds(after ?? bytes, type)]).toEqual([false, false]);
    expect(
      (
        await sharp(after ?? bytes, { failOn: 'warning' })
          .raw()
          .toBuffer()
      ).length,
    ).toBe(40 * 30 * 3);
  });

  it('but the other words of a PNG stay', async () => {
    expect(withoutPosition(withChunk(await picture('png'), 'tEXt', Buffer.from('Software\0A camera')))).toBeNull();
  });

  it('of the film of a moving photo', async () => {
    const bytes = Buffer.concat([
      await picture('jpeg'),
      Buffer.from('\xa9xyz\0\x12\x15\xc7+12.9716+077.5946/', 'latin1'),
    ]);
    const after = Buffer.from(withoutPosition(bytes) ?? []);
    expect(after.includes('12.9716')).toBe(false);
    expect(after.length).toBe(bytes.length);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['no data at all', () => picture('jpeg')],
    ['Exif without a place', () => photo('jpeg', false)],
    ['a TIFF mark and then nothing', () => Buffer.from('II*\0')],
    ['a directory that lies outside', () => Buffer.from([0x49, 0x49, 0x2a, 0, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3, 4])],
    [
      'a directory of itself',
      () =>
        Buffer.concat([
          Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]),
          Buffer.alloc(4),
        ]),
    ],
    ['a cut PNG', async () => (await picture('png')).subarray(0, 40)],
    ['nothing', () => Buffer.alloc(0)],
  ])('leaves a picture with %s as it is, or harms nothing', async (name, make) => {
    const after = withoutPosition(await make());
    if (name !== 'a directory of itself') expect(after).toBeNull();
  });
});
