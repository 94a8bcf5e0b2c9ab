import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { documentPath, uploadAnswer } from '#contract/file.ts';
import { MESSAGES } from '#contract/error.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { hashOf, heic, heicPicture, pdf, picture, plainPng } from '#tests/support/files.ts';
import { idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let other: Api;
beforeAll(async () => {
  server = await startServer({ UPLOADS_PER_HOUR: '200' });
  [employee, other] = [await server.as('employee'), await server.as('employee2')];
});
afterAll(() => server.close());
beforeEach(() => server.database.db.deleteFrom('rate_limits').execute());
const files = async (): Promise<number> =>
  (
    await server.database.db
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const onDisk = async (): Promise<string[]> =>
  (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const refusal = (answer: Answer): unknown[] => [answer.status, answer.body['code']];

describe('what is taken', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['PDF', () => pdf('a bill'), 'application/pdf'],
    ['JPEG', () => picture('jpeg'), 'image/jpeg'],
    ['PNG', () => picture('png'), 'image/png'],
    ['WebP', () => picture('webp'), 'image/webp'],
    ['HEIC', () => heicPicture(), 'image/heic'],
    [
      'a JPEG with a phone’s own data behind it',
      async () => Buffer.concat([await picture('jpeg', 41), Buffer.from('SEFT trailer of a phone')]),
      'image/jpeg',
    ],
    [
      'a PDF with empty lines behind it',
      () => Buffer.concat([pdf('spaced'), Buffer.from('\r\n\r\n')]),
      'application/pdf',
    ],
  ])('%s, by its bytes whatever its name says (Z44)', async (_name, make, type) => {
    const bytes = await make();
    const answer = await employee.upload(bytes, 'photo.exe');
    const { data } = uploadAnswer.parse(answer.body);
    expect(data).toEqual({
      fingerPrint: hashOf(bytes),
      name: 'photo.exe',
      size: bytes.length,
      type,
      url: documentPath(hashOf(bytes)),
    });
    const document = await employee.get(data.url);
    expect([document.status, document.headers.get('content-type'), document.bytes.equals(bytes)]).toEqual([
      200,
      type,
      true,
    ]);
  });

  it('Z43 2,097,151 bytes are taken, 2,097,152 are not, in the owner’s words', async () => {
    expect((await employee.upload(pdf('big', FILE_BYTES_LIMIT - 1))).status).toBe(200);
    const before = await onDisk();
    for (const size of [FILE_BYTES_LIMIT, FILE_BYTES_LIMIT + 1, 3 * FILE_BYTES_LIMIT]) {
      const answer = await employee.upload(pdf('too big', size));
      expect(refusal(answer)).toEqual([413, 'FILE_TOO_LARGE']);
      expect(answer.body['message']).toBe(MESSAGES.fileTooLarge);
    }
    expect(await onDisk()).toEqual(before);
  });

  it('U1 Z51 the same bytes again, by anybody, at once: one object, the same answer', async () => {
    const bytes = pdf('the same');
    const before = await files();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => employee.upload(bytes)),
      other.upload(bytes),
    ]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await files()).toBe(before + 1);
    expect((await onDisk()).filter((name) => name.includes(hashOf(bytes)))).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['../../etc/passwd', 'passwd'],
    ['C:\\bills\\taxi.pdf', 'taxi.pdf'],
    ['a\u202egnp.pdf', 'agnp.pdf'],
    ['bill\u0007.pdf', 'bill.pdf'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(96)}.pdf`],
    ['चाय.pdf', 'चाय.pdf'],
    ['CON', 'CON'],
    ['...', 'file'],
  ])('Z49 the name %j is only a label', async (name, expected) => {
    const answer = await employee.upload(pdf(`name ${name.length} ${expected}`), name);
    expect((answer.body['data'] as { name: string }).name).toBe(expected);
    const document = await employee.get((answer.body['data'] as { url: string }).url);
    const disposition = document.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^inline; filename="[^"\\]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/);
    expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(expected);
  });
});

describe('what is refused', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['XML', () => Buffer.from('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')],
    ['a script', () => Buffer.from('alert(document.cookie); // %PDF-1.4')],
    [
      'a program',
      () => Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'), Buffer.alloc(200)]),
    ],
    ['a film', () => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(200)])],
    ['an AVIF', () => Buffer.concat([Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'latin1'), Buffer.alloc(200)])],
    ['a zip (an Office file)', () => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(200)])],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    [
      'a TIFF',
      () =>
        sharp({ create: { width: 5, height: 5, channels: 3, background: 'red' } })
          .tiff()
          .toBuffer(),
    ],
    ['HTML before a PDF', () => Buffer.concat([Buffer.from('<html>'), pdf('polyglot')])],
    ['one letter', () => Buffer.from('x')],
  ])('Z44 Z45 %s: 415, also when it is called a PDF or a picture', async (_name, make) => {
    const bytes = await make();
    for (const name of ['x.pdf', 'x.jpg'])
      expect(refusal(await employee.upload(bytes, name))).toEqual([415, 'UNSUPPORTED_FILE']);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['half a PDF', () => pdf('cut', 5000).subarray(0, 2500)],
    ['half a JPEG', async () => (await picture('jpeg', 300, 300)).subarray(0, 700)],
    ['half a PNG', async () => (await picture('png', 300, 300)).subarray(0, 200)],
    [
      'a PNG of the head alone',
      async () =>
        Buffer.concat([(await picture('png')).subarray(0, 33), Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1')]),
    ],
    ['half a WebP', async () => (await picture('webp', 300, 300)).subarray(0, 60)],
    ['half a HEIC', () => heicPicture().subarray(0, 100)],
    ['a HEIC without a picture', () => heic().subarray(0, -72)],
    ['S18 a HEIC whose boxes hold together and hold no picture', () => heic()],
    ['S18 a HEIC whose picture is noise', () => heicPicture().fill(7, 0x1d1, 0x1fc)],
  ])('%s: 422 (U4)', async (_name, make) => {
    const before = await files();
    const answer = await employee.upload(await make());
    expect(refusal(answer)).toEqual([422, 'INVALID']);
    expect(answer.body['errors']).toEqual({ file: answer.body['message'] });
    expect(await files()).toBe(before);
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['PNG of 14,000 by 14,000', () => plainPng(14_000, 14_000)],
    ['HEIC that says so', () => heic(14_000, 14_000)],
    ['S18 PNG of deep colours that is kept whole while it is decoded', () => plainPng(6_400, 6_200, { deep: true })],
    [
      'WebP of many frames',
      () =>
        sharp(
          Buffer.alloc(20 * 20 * 3 * 10, 90).map((_, i) => i % 251),
          { raw: { width: 20, height: 200, channels: 3, pageHeight: 20 } },
        )
          .webp({ loop: 0 })
          .toBuffer(),
    ],
  ])('Z47 a %s: 415 before it is decoded', async (_name, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(FILE_BYTES_LIMIT);
    expect(refusal(await employee.upload(bytes))).toEqual([415, 'UNSUPPORTED_FILE']);
  });

  it('Z54 more uploads in an hour than allowed: 429, and free again later', async () => {
    const { count } = await import('#server/platform/limits/repository.ts');
    const limit = { bucket: `upload:${idOf('employee')}`, most: 200, windowMillis: 3_600_000 };
    for (let i = 0; i < 199; i += 1) await count(server.database.db, limit, server.clock.now);
    expect((await employee.upload(pdf('the last'))).status).toBe(200);
    const answer = await employee.upload(pdf('one too many'));
    expect(refusal(answer)).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect((await other.upload(pdf('of another'))).status).toBe(200);
    server.clock.now += 3_600_001;
    expect((await employee.upload(pdf('later'))).status).toBe(200);
  });

  it('P4 Z54 beyond the month’s bytes: a refusal with its own code, that person alone, until they age', async () => {
    const crowded = await startServer({ UPLOAD_MB_A_MONTH: '1' });
    const [one, two] = [await crowded.as('employee'), await crowded.as('employee2')];
    const large = pdf('large', 600_000);
    expect((await one.upload(large)).status).toBe(200);
    expect(refusal(await one.upload(pdf('as large', 600_000)))).toEqual([413, 'UPLOAD_ALLOWANCE']);
    expect((await one.upload(pdf('small'))).status).toBe(200);
    expect((await two.upload(large)).status).toBe(200);
    crowded.clock.now += 31 * 86_400_000;
    expect((await (await crowded.as('employee')).upload(pdf('as large', 600_000))).status).toBe(200);
    await crowded.close();
  });
});
