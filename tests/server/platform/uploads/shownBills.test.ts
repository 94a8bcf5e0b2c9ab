import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentPath } from '#contract/file.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, create, dataOf, expenseBody, file } from '#tests/support/expenses.ts';
import { hashOf, pdf, picture } from '#tests/support/files.ts';
import { type PersonKey } from '#tests/support/people.ts';
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

describe('who sees a bill', () => {
  it('DOC-7 everybody who may see a claim that carries it; else 404, as if there were none', async () => {
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
        // By this a reader knows that it has arrived as it was sent.
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
