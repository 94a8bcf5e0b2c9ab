import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isSmallEnough, sizeOfPicture } from '#files/pictureSize.ts';
import { takenAt, withTakenAt } from '#files/photoTime.ts';
import { withoutPosition } from '#domain/photoPosition.ts';
import { exifOf, GPS, photo } from '#tests/support/photos.ts';
import { heicPicture, picture } from '#tests/support/files.ts';

const WHEN = { time: '2026:03:04 05:06:07', offset: '+05:30' };
const dated = (exif: Record<string, string>): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: '#456' } })
    .withExif({ IFD0: { Model: 'Camera of a phone' }, IFD2: exif })
    .jpeg()
    .toBuffer();

describe('when a photo was taken', () => {
  it('is read with the zone where the camera wrote one', async () => {
    expect(takenAt(await dated({ DateTimeOriginal: WHEN.time, OffsetTimeOriginal: WHEN.offset }))).toEqual(WHEN);
    expect(takenAt(await dated({ DateTimeOriginal: WHEN.time }))).toEqual({ time: WHEN.time, offset: null });
  });

  it.each([
    ['no Exif data', () => picture('jpeg')],
    ['Exif data without a time', () => photo('jpeg')],
    ['words in place of a time', () => dated({ DateTimeOriginal: 'the fourth of March' })],
    [
      'directories that lie outside',
      async () => Buffer.concat([await picture('jpeg'), Buffer.from(exifOf()).subarray(0, 40)]),
    ],
    ['nothing at all', async () => Buffer.alloc(0)],
  ])('is unknown with %s', async (_what, make) => {
    expect(takenAt(new Uint8Array(await make()))).toBeNull();
  });

  it.each([WHEN, { ...WHEN, offset: null }])('is all that a photo says that was made to fit: %o', async (when) => {
    const plain = new Uint8Array(await picture('jpeg', 60, 40));
    const said = withTakenAt(plain, when);
    expect(takenAt(said)).toEqual(when);
    expect(withoutPosition(said)).toBeNull();
    const { width, height, exif } = await sharp(said).metadata();
    expect([width, height, exif?.includes(GPS.latitude)]).toEqual([60, 40, false]);
    expect((await sharp(said).raw().toBuffer()).equals(await sharp(plain).raw().toBuffer())).toBe(true);
  });
});

describe('how large a picture is', () => {
  const read = async (bytes: Promise<Buffer>, type: string) => sizeOfPicture(new Uint8Array(await bytes), type);
  const made = () =>
    sharp({ create: { width: 310, height: 70, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } });

  it.each([
    ['a JPEG', 'image/jpeg', () => picture('jpeg', 310, 70)],
    [
      'a progressive JPEG with Exif data',
      'image/jpeg',
      () => made().withExif({}).jpeg({ progressive: true }).toBuffer(),
    ],
    ['a PNG', 'image/png', () => made().png().toBuffer()],
    ['a WebP', 'image/webp', () => picture('webp', 310, 70)],
    ['a lossless WebP', 'image/webp', () => made().webp({ lossless: true }).toBuffer()],
    ['a WebP with transparency', 'image/webp', () => made().webp().toBuffer()],
  ])('is read from the head of %s', async (_what, type, make) => {
    expect(await read(make(), type)).toEqual({ width: 310, height: 70 });
  });

  it('is unknown for other files and for what is cut off', async () => {
    expect(await read(picture('jpeg'), 'image/heic')).toBeNull();
    expect(sizeOfPicture(new Uint8Array(await picture('jpeg')).subarray(0, 100), 'image/jpeg')).toBeNull();
    expect(sizeOfPicture(new Uint8Array(40), 'image/png')).toBeNull();
  });

  it('DOC-17 says whether it stays as it is: 600,000 bytes and 2,000 pixels do', async () => {
    const [fits, wide] = [await picture('jpeg', 2_000, 10), await picture('jpeg', 2_001, 10)];
    const padded = (bytes: number) => Buffer.concat([fits, Buffer.alloc(bytes - fits.length)]);
    expect([fits, wide, padded(600_000), padded(600_001)].map((each) => isSmallEnough(each, 'image/jpeg'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(isSmallEnough(heicPicture(), 'image/heic')).toBe(false);
  });
});
