import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentPath } from '#contract/file.ts';
import { PREVIEW_BYTES } from '#contract/limits.ts';
import { makeDuePreviews } from '#server/platform/uploads/previews.ts';
import { readers } from '#server/platform/readers/pool.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, dataOf, expenseBody } from '#tests/support/expenses.ts';
import { hashOf, heicPicture, pdf, picture } from '#tests/support/files.ts';
import { GPS, photo } from '#tests/support/photos.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** Later than the moments of these tests. */
const NEVER = 9_000_000_000_000;

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '200' });
  employee = await server.as('employee');
});
afterAll(() => server.close());
beforeEach(() => server.database.db.deleteFrom('rate_limits').execute());

const work = () => ({ services: server, now: server.clock.now });
const makeAll = async (): Promise<void> => {
  while (await makeDuePreviews(work()));
};
const rowOf = (hash: string) =>
  server.database.db.selectFrom('bill_previews').selectAll().where('file_hash', '=', hash).executeTakeFirst();
const upload = async (bytes: Buffer): Promise<string> => {
  expect((await employee.upload(bytes)).body['data']).toMatchObject({ fingerPrint: hashOf(bytes) });
  return hashOf(bytes);
};

/** A page whose lower half is black. */
const drawnPdf = (): Buffer => {
  const content = '0 0 600 400 re f';
  return Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n' +
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>\nendobj\n' +
      `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n` +
      'xref\n0 1\n0000000000 65535 f \ntrailer << /Root 1 0 R /Size 5 >>\nstartxref\n9\n%%EOF\n',
    'latin1',
  );
};
/** A picture that compresses badly. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg({ quality: 60 })
    .toBuffer();

describe('DOC-16 small pictures of a bill', () => {
  it('are made once, after its upload, upright and within their limits', async () => {
    const turned = await sharp(await noise(1_600, 900))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 60 })
      .toBuffer();
    const hash = await upload(turned);
    expect(await rowOf(hash)).toMatchObject({ large: null, due_at: server.clock.now });
    await makeAll();
    expect((await rowOf(hash))?.due_at).toBeNull();
    await server.files.remove(hash);
    for (const [size, side] of [
      ['small', 128],
      ['large', 640],
    ] as const) {
      const seen = await employee.get(documentPath(hash, size));
      const { format, width, height } = await sharp(seen.bytes).metadata();
      expect([seen.status, seen.headers.get('content-type'), format]).toEqual([200, 'image/webp', 'webp']);
      expect(height).toBeGreaterThan(width);
      expect(height).toBeLessThanOrEqual(side);
      expect(seen.bytes.length).toBeLessThanOrEqual(PREVIEW_BYTES[size]);
      expect(seen.headers.get('content-digest')).toContain(Buffer.from(hashOf(seen.bytes), 'hex').toString('base64'));
    }
  });

  it('show the first page of a PDF, and a HEIC', async () => {
    const page = await employee.get(documentPath(await upload(drawnPdf()), 'large'));
    const { data, info } = await sharp(page.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const at = (y: number): number => data[(y * info.width + info.width / 2) * info.channels] ?? -1;
    expect([info.width, info.height, at(20), at(info.height - 20)]).toEqual([480, 640, 255, 0]);
    const red = await employee.get(documentPath(await upload(heicPicture()), 'small'));
    const { dominant } = await sharp(red.bytes).stats();
    expect([red.status, dominant.r > 150, dominant.g < 60]).toEqual([200, true, true]);
  });

  it('are made when they are first asked for, of a bill of before', async () => {
    const hash = await upload(await picture('png', 300, 200));
    await server.database.db.deleteFrom('bill_previews').where('file_hash', '=', hash).execute();
    expect((await employee.get(documentPath(hash, 'small'))).status).toBe(200);
    expect((await rowOf(hash))?.due_at).toBeNull();
  });

  it('carry no place of a photo, for its taker either', async () => {
    const seen = await employee.get(documentPath(await upload(await photo('jpeg')), 'large'));
    const { exif, xmp } = await sharp(seen.bytes).metadata();
    expect([seen.status, exif, xmp, seen.bytes.includes(GPS.latitude)]).toEqual([200, undefined, undefined, false]);
  });

  it('go to whoever may see the bill, and to nobody else', async () => {
    const hash = await upload(await picture('jpeg', 90));
    const claim = dataOf(await create(employee, expenseBody(hash)));
    const path = documentPath(hash, 'small');
    const statusFor = async (who: Parameters<TestServer['as']>[0]) => (await (await server.as(who)).get(path)).status;
    expect([await statusFor('manager'), await statusFor('finance'), await statusFor('employee2')]).toEqual([
      200, 404, 404,
    ]);
    dataOf(await approve(await server.as('manager'), claim.expenseId));
    expect(await statusFor('finance')).toBe(200);
    expect((await server.with(null).get(path)).status).toBe(401);
    expect((await employee.get(`${documentPath(hash)}?preview=huge`)).status).toBe(400);
  });

  it('of what cannot be drawn there are none, and it is not tried again', async () => {
    const hash = await upload(pdf('its bytes are lost'));
    await server.files.remove(hash);
    await makeAll();
    expect(await rowOf(hash)).toMatchObject({ small: null, large: null, due_at: null });
    expect((await employee.get(documentPath(hash, 'small'))).status).toBe(404);
  });

  it('of two processes one makes them, and another one whose turn was not finished', async () => {
    const hash = await upload(await picture('jpeg', 91));
    await server.database.db
      .updateTable('bill_previews')
      .set({ due_at: NEVER })
      .where('file_hash', '=', hash)
      .execute();
    expect(await makeDuePreviews(work())).toBe(false);
    expect(await makeDuePreviews({ ...work(), now: NEVER })).toBe(true);
    expect((await rowOf(hash))?.due_at).toBeNull();
  });

  it('are made after what somebody waits for: an upload is read first', async () => {
    const hash = await upload(await picture('jpeg', 93));
    const bytes = await noise(1_200, 900);
    const reading = readers().read('preview', { bytes, type: 'image/jpeg' });
    expect(await makeDuePreviews(work())).toBe(false);
    expect((await rowOf(hash))?.due_at).not.toBeNull();
    await reading;
    expect(await makeDuePreviews(work())).toBe(true);
    expect((await rowOf(hash))?.due_at).toBeNull();
  });

  it('go with the bill', async () => {
    const hash = await upload(await picture('jpeg', 92));
    await makeAll();
    await server.database.db.deleteFrom('files').where('hash', '=', hash).execute();
    expect(await rowOf(hash)).toBeUndefined();
  });
});
