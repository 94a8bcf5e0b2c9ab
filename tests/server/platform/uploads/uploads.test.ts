import { createHash } from 'node:crypto';
import { request as rawRequest } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { documentPath, uploadAnswer } from '#contract/file.ts';
import { MESSAGES } from '#contract/error.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { approve, create, dataOf, expenseBody, file } from '#tests/support/expenses.ts';
import { hashOf, heic, heicPicture, pdf, picture, plainPng } from '#tests/support/files.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { GPS, photo } from '#tests/support/photos.ts';
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

const UPLOAD = '/api/v1/Common/upload-pdf';
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

describe('multipart', () => {
  const part = (name: string, content = 'x', filename?: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"` +
    `${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
  const send = (body: string | Buffer, type = 'multipart/form-data; boundary=b') =>
    employee.send('POST', UPLOAD, Buffer.from(body as string, 'latin1'), { 'content-type': type });
  const good = pdf('in parts').toString('latin1');

  it.each<[string, string]>([
    ['no part', '--b--\r\n'],
    ['another name', `${part('bill', good, 'a.pdf')}--b--\r\n`],
    ['two files', `${part('file', good, 'a.pdf')}${part('file', good, 'b.pdf')}--b--\r\n`],
    ['a field beside it', `${part('file', good, 'a.pdf')}${part('note', 'x')}--b--\r\n`],
    ['a field before it', `${part('note', 'x')}${part('file', good, 'a.pdf')}--b--\r\n`],
    ['a field called file', `${part('file', good)}--b--\r\n`],
    ['a thousand parts', `${Array.from({ length: 1000 }, (_, i) => part(`f${i}`, 'x', 'a')).join('')}--b--\r\n`],
    ['__proto__', `${part('__proto__', good, 'a.pdf')}--b--\r\n`],
    ['constructor', `${part('constructor', 'x')}--b--\r\n`],
  ])('Z55 %s: 400', async (_name, body) => {
    expect(refusal(await send(body))).toEqual([400, 'MALFORMED']);
  });

  it('Z55 no boundary, a cut body, nesting: refused, and the server lives on', async () => {
    for (const [body, type] of [
      [part('file', good, 'a.pdf'), 'multipart/form-data'],
      [part('file', good, 'a.pdf').slice(0, 80), 'multipart/form-data; boundary=b'],
      [`--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c--\r\n--b--\r\n`, 'multipart/form-data; boundary=b'],
    ] as const) {
      const answer = await send(body, type);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body['success']).toBe(false);
    }
    expect((await send(`${part('file', good, 'a.pdf')}--b--\r\n`)).status).toBe(200);
  });

  it('no multipart at all: 415', async () => {
    expect(refusal(await employee.post(UPLOAD, {}))).toEqual([415, 'UNSUPPORTED_CONTENT']);
    expect(
      refusal(
        await employee.send('POST', UPLOAD, pdf('bare') as unknown as BodyInit, { 'content-type': 'application/pdf' }),
      ),
    ).toEqual([415, 'UNSUPPORTED_CONTENT']);
  });

  /**
   * Sends until the server stops taking, and answers how much that was. Status 0: the connection was cut, and with it
   * went an answer that the network had not handed over to somebody who is still sending.
   */
  const pour = (total: number, headers: Record<string, string>): Promise<{ status: number; sent: number }> =>
    new Promise((resolve) => {
      let [sent, status] = [0, 0];
      const call = rawRequest(
        server.url + UPLOAD,
        {
          method: 'POST',
          headers: {
            token: employee.token ?? '',
            platform: 'WEB_SITE',
            'content-type': 'multipart/form-data; boundary=b',
            ...headers,
          },
        },
        (response) => {
          status = response.statusCode ?? 0;
          response.resume();
        },
      );
      call.on('error', () => undefined);
      call.on('close', () => resolve({ status, sent }));
      call.write(part('file', good, 'a.pdf').slice(0, -2));
      const chunk = Buffer.alloc(65_536, 65);
      const more = (): void => {
        while (sent < total && !call.destroyed) {
          sent += chunk.length;
          if (!call.write(chunk)) return void call.once('drain', more);
        }
        if (!call.destroyed) call.end('\r\n--b--\r\n');
      };
      more();
    });

  it('Z43 an endless stream is cut off after a few megabytes, and nothing is left on the disk', async () => {
    const before = await onDisk();
    const endless = await pour(400_000_000, { 'transfer-encoding': 'chunked' });
    expect([413, 0]).toContain(endless.status);
    expect(endless.sent).toBeLessThan(100_000_000);
    expect(await onDisk()).toEqual(before);
    expect((await employee.upload(pdf('afterwards'))).status).toBe(200);
  });

  it('Z43 one who says beforehand that it is too much is not listened to', async () => {
    const announced = await pour(50_000_000, { 'content-length': '3000000000' });
    expect([413, 0]).toContain(announced.status);
    expect(announced.sent).toBeLessThan(50_000_000);
  });
});

describe('who sees a bill', () => {
  it('DOC-7 whoever may see a claim that carries it; else 404, as if there were none', async () => {
    const print = await employee.bill('of a claim');
    const path = documentPath(print);
    const claim = dataOf(await create(employee, expenseBody(print)));
    const status = async (who: PersonKey) => (await (await server.as(who)).get(path)).status;
    for (const who of ['employee', 'manager', 'director'] as const)
      expect([who, await status(who)]).toEqual([who, 200]);
    for (const who of ['employee2', 'manager2', 'finance', 'admin', 'tally', 'finance-docs', 'campaign-user'] as const)
      expect([who, await status(who)]).toEqual([who, 404]);
    dataOf(await approve(await server.as('manager'), claim.expenseId));
    expect(await status('finance')).toBe(200);
    expect((await server.with(null).get(path)).status).toBe(401);
    const [hidden, none] = [await other.get(path), await other.get(documentPath('0'.repeat(64)))];
    expect(hidden.text).toBe(none.text);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'Z53 others see a %s without the place where it was taken; its taker has it as it is',
    async (format) => {
      const taken = await photo(format);
      const print = hashOf(taken);
      expect((await employee.upload(taken)).body['data']).toMatchObject({ fingerPrint: print });
      const claim = dataOf(await create(employee, expenseBody(print)));
      const path = claim.billUrl[0]?.url ?? '';
      const own = await employee.get(path);
      expect(own.bytes.equals(taken)).toBe(true);
      for (const who of ['manager', 'director'] as const) {
        const seen = await (await server.as(who)).get(path);
        expect([
          seen.bytes.length,
          seen.bytes.includes(GPS.latitude),
          seen.bytes.includes(GPS.longitude),
          seen.bytes.includes('Bengaluru'),
        ]).toEqual([taken.length, false, false, false]);
        expect((await sharp(seen.bytes).raw().toBuffer()).equals(await sharp(taken).raw().toBuffer())).toBe(true);
        // By this whoever reads it knows that it has arrived as it was sent.
        expect(seen.headers.get('content-digest')).toBe(
          `sha-256=:${createHash('sha256').update(seen.bytes).digest('base64')}:`,
        );
        expect(hashOf(seen.bytes)).not.toBe(print);
      }
    },
  );

  const shownHash = async (print: string): Promise<string | null | undefined> =>
    (await server.database.db.selectFrom('files').select('shown_hash').where('hash', '=', print).executeTakeFirst())
      ?.shown_hash;

  it('S2 a position is taken out once, at upload: what others see is stored and served as stored', async () => {
    const taken = Buffer.concat([await photo('jpeg'), Buffer.from('once')]);
    await employee.upload(taken);
    const shown = (await shownHash(hashOf(taken))) ?? '';
    expect(shown).not.toBe(hashOf(taken));
    const stored = await server.files.get(shown);
    expect([stored?.length, stored?.includes(GPS.latitude)]).toEqual([taken.length, false]);
    expect(await shownHash(await employee.bill('no picture'))).toBe(hashOf(pdf('no picture')));
    const plain = await picture('jpeg', 77);
    await employee.upload(plain);
    expect(await shownHash(hashOf(plain))).toBe(hashOf(plain));
  });

  it('S2 a picture stored before uploads were cleaned never shows its position, and is cleaned once', async () => {
    const taken = Buffer.concat([await photo('jpeg'), Buffer.from('of the build before')]);
    const print = hashOf(taken);
    await employee.upload(taken);
    const claim = dataOf(await create(employee, expenseBody(print)));
    const { db } = server.database;
    const copy = (await shownHash(print)) ?? '';
    await db.updateTable('files').set({ shown_hash: null }).where('hash', '=', print).execute();
    await db.deleteFrom('files').where('hash', '=', copy).execute();
    await server.files.remove(copy);
    const manager = await server.as('manager');
    const path = claim.billUrl[0]?.url ?? '';
    const seen = await manager.get(path);
    expect([seen.status, seen.bytes.length, seen.bytes.includes(GPS.latitude), hashOf(seen.bytes)]).toEqual([
      200,
      taken.length,
      false,
      copy,
    ]);
    expect(await shownHash(print)).toBe(copy);
    expect((await manager.get(path)).bytes.equals(seen.bytes)).toBe(true);
    // A copy that was lost is made again.
    await server.files.remove(copy);
    expect(hashOf((await manager.get(path)).bytes)).toBe(copy);
    expect(await server.files.has(copy)).toBe(true);
  });

  it('S2 words about the place that never end cost no more than their length', async () => {
    const plain = await picture('jpeg', 43);
    const words = Buffer.from(
      `<x:xmpmeta>${'GPS'.repeat(30_000)}${'GPSx="'.repeat(30_000)}${':City>'.repeat(30_000)}` +
        `${'<x:xmpmeta>'.repeat(100_000)}</x:xmpmeta>`,
    );
    const bytes = Buffer.concat([plain, words]);
    expect((await employee.upload(bytes)).status).toBe(200);
    const claim = dataOf(await create(employee, expenseBody(hashOf(bytes))));
    expect((await (await server.as('manager')).get(claim.billUrl[0]?.url ?? '')).status).toBe(200);
  });

  it('its uploader while it is on no record, and nobody else', async () => {
    const path = documentPath(await employee.bill('on nothing'));
    expect((await employee.get(path)).status).toBe(200);
    for (const who of ['manager', 'employee2', 'finance', 'admin'] as const)
      expect((await (await server.as(who)).get(path)).status).toBe(404);
  });

  it.each(['../../.data', 'a'.repeat(63), 'A'.repeat(64), '%2e%2e%2f', `${'a'.repeat(64)}.pdf`])(
    '%s is no document',
    async (name) => {
      expect((await employee.get(`/api/v1/Common/document/${encodeURIComponent(name)}`)).status).toBe(404);
    },
  );

  it('DOC-7 Z52 whatever it is, no script of it runs and no other site shows it', async () => {
    const claim = await file(employee);
    const answer = await employee.get(claim.billUrl[0]?.url ?? '');
    expect(
      Object.fromEntries(
        [
          'x-content-type-options',
          'content-security-policy',
          'cross-origin-resource-policy',
          'cache-control',
          'content-type',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'content-type': 'application/pdf',
    });
  });
});
