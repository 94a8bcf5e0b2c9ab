import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { readGst } from '#contract/calls/gst.ts';
import * as calls from '#contract/calls/gstKeys.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { GstFacts } from '#contract/gst.ts';
import type { GstSettings } from '#contract/gstSettings.ts';
import { MAX_GST_KEYS } from '#contract/limits.ts';
import { NOT_A_KEY } from '#domain/gstInvoice/settings.ts';
import { verifyGstCode } from '#domain/gstInvoice/verify.ts';
import { gstKeysCommand } from '#server/modules/gst/index.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { BUYER, codeOf, dataOf as invoice, portal, SELLER, type Portal } from '#tests/support/gstCodes.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** A certificate of a key of 2,048 bits, and the SHA-1 by which a portal would call it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDEzCCAfugAwIBAgIUPraE5PtYfLxvIXKzI9yxwucCh/owDQYJKoZIhvcNAQEL
BQAwGTEXMBUGA1UEAwwOcG9ydGFsLmV4YW1wbGUwHhcNMjYxMTI1MTk0MzU4WhcN
MzYxMTIyMTk0MzU4WjAZMRcwFQYDVQQDDA5wb3J0YWwuZXhhbXBsZTCCASIwDQYJ
KoZIhvcNAQEBBQADggEPADCCAQoCggEBAJ0io1p1t2xF3l/h1EPAl17yZtLxR8RW
Ey2ohVMCwtYv4LTsmOxVow7LbSHBZGIx2OGAR834qGrbm8gAQ6UGabKK2es5JstF
4k1tYOm8FWMIMi18w1Xdb9khh5DL3Cgs0wyNQf6mVhEQvkcBjx4+VzxnTcWSahWE
UOMdG/M6Z6iCi8aOnUxdxV+4ysY/taRCAhK+JTThuM0xeeBoTNM+HIAsmvILSZqY
h0FyBEuZpD4A6C8yanPsN1sB+gTEGlhYzB7gu8JkgtEjGFEtx00egfL20hXHof5E
CrKMV8+eXrCDvgTMmbrsTPode5jEbs6a/Lx3vmVWofL2pb4ATZypwlsCAwEAAaNT
MFEwHQYDVR0OBBYEFJXPqJ1ok5ASon5tdy1HzyfdCc9oMB8GA1UdIwQYMBaAFJXP
qJ1ok5ASon5tdy1HzyfdCc9oMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQEL
BQADggEBABIOWP1vaFUe9N7Kak97ifnSZJopy5oSIr/M9v+ZFpNMF6SGsKECh+bW
vRrVXTI+EuAiZvyhjO5lZ95O70HjYTuWgDtrCHDsrp3XI5Qgk5mc0c8Yw7c0t3HR
KrCoyq6coSZ2tl/jSO/TnVoag5Hv3HqehBOIIB4x/OO5EvlaJjCxyurxOk15sELo
Ody1gHhmlz/lXUDQxbEcRcK0Ya9G1z1jXpHzM/Ny9TO3jVPcqjUrV9/Ww2fv7j0L
xOjCF/0EfXv/EyuFip5iFyRVnsGVa4nYlzoJQCa8oZ4xPY1gpGlc9xcLyw6LnhAZ
sM3BWmaktmgRRLSaOEfZr4nsnliJF5o=
-----END CERTIFICATE-----`;
const CERTIFICATE_KID = '3E9EF47E95FE14B364F14262F75479723FAA4909';
const EC_KEY = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGrpibcx9yf0JbYu1EDQ5mW8ePOox
ybxfG8zAlxqKkutOmJh8MvtI8kPqQtKvMOuLyvljAUhNhyf+5q0ZrBM2EA==
-----END PUBLIC KEY-----`;

const NO_KEY = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----';

let server: TestServer;
let one: Portal;
beforeAll(async () => {
  server = await startServer();
  one = await portal('one');
});
afterAll(() => server.close());
beforeEach(() => server.database.db.deleteFrom('gst_keys').execute());

const admin = () => server.as('org-admin');
const add = async (body: Record<string, unknown>) =>
  (await admin()).post(urlOf(calls.addGstKey), { kid: null, validTo: null, validFrom: '2020-10-01', ...body });
const end = async (id: string, validTo: string) =>
  (await admin()).post(urlOf(calls.endGstKey, { parts: { id } }), { validTo });
const facts = async (): Promise<GstFacts> => dataOf<GstFacts>(await (await server.as('newcomer')).get(urlOf(readGst)));
const actions = async (kind: string) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('record_kind', '=', kind)
    .orderBy('id')
    .execute();

describe('GST-5 keys', () => {
  it('are added by an organisation admin, and verify what was signed, for everybody', async () => {
    const [row] = dataOf<GstSettings>(await add({ pem: one.pem, kid: one.kid.toLowerCase() })).keys;
    expect(row).toMatchObject({ kid: one.kid, validFrom: '2020-10-01', validTo: null, addedBy: expect.any(String) });
    const { keys } = await facts();
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(['keyId', 'kid', 'publicKey', 'validFrom', 'validTo']);
    expect(await verifyGstCode(await codeOf(one, invoice(1)), keys)).toMatchObject({ state: 'verified' });
    expect((await actions('gstKey')).at(-1)).toMatchObject({ action: 'gst-key-add', after: { kid: one.kid } });
  });

  it('a certificate says itself what its key is called', async () => {
    const { keys } = dataOf<GstSettings>(await add({ pem: CERTIFICATE, kid: 'OTHER' }));
    expect(keys.map(({ kid }) => kid)).toEqual([CERTIFICATE_KID]);
  });

  it('the same key is there once, whatever it is called, and so many at most', async () => {
    expect((await add({ pem: one.pem })).status).toBe(200);
    const again = await add({ pem: one.pem, kid: 'ANOTHER' });
    expect([again.status, again.body['message']]).toEqual([409, 'This key is there already.']);
    const row = await server.database.db.selectFrom('gst_keys').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: MAX_GST_KEYS - 1 }, (_, n) => ({ ...row, id: `GSK${n}`, fingerprint: `${n}` }));
    await server.database.db.insertInto('gst_keys').values(more).execute();
    expect((await add({ pem: CERTIFICATE })).body['message']).toBe(`There are ${MAX_GST_KEYS} keys already.`);
    expect((await facts()).keys).toHaveLength(MAX_GST_KEYS);
  });

  it('a last day can be set, moved, and be before the first: then it verifies nothing', async () => {
    const id = dataOf<GstSettings>(await add({ pem: one.pem })).keys[0]?.keyId ?? '';
    const code = await codeOf(one, invoice(1, { IrnDt: '2026-07-02 09:00:00' }));
    const state = async () => (await verifyGstCode(code, (await facts()).keys))?.state;
    for (const [lastDay, expected] of [
      ['2026-07-01', 'unknownKey'],
      ['2026-07-02', 'verified'],
      ['2020-09-30', 'unknownKey'],
    ] as const) {
      expect((await end(id, lastDay)).status).toBe(200);
      expect(await state()).toBe(expected);
    }
    expect((await end(id, '2020-09-29')).body['errors']).toEqual({
      validTo: 'At the earliest 30-09-2020: then it verifies nothing',
    });
    expect((await end(id, 'soon')).status).toBe(422);
    expect((await actions('gstKey')).at(-1)).toMatchObject({
      action: 'gst-key-end',
      before: { validTo: '2026-07-02' },
      after: { validTo: '2020-09-30' },
    });
  });

  test.each([
    ['nothing', {}, { pem: 'Please enter the key' }],
    ['other text', { pem: 'key' }, { pem: NOT_A_KEY }],
    ['what is no key between the lines', { pem: NO_KEY }, { pem: NOT_A_KEY }],
    ['a key of another kind', { pem: EC_KEY }, { pem: NOT_A_KEY }],
    ['no first day', { pem: EC_KEY, validFrom: '' }, { validFrom: 'Please enter the first day' }],
    ['days backwards', { pem: EC_KEY, validTo: '2020-09-30' }, { validTo: 'The last day is before the first' }],
    ['a name with signs', { pem: EC_KEY, kid: 'a b' }, { kid: 'Letters, digits and dashes, at most 100' }],
  ])('%s is refused beside its field', async (_, body, errors) => {
    const answer = await add(body);
    expect([answer.status, answer.body['errors']]).toEqual([422, errors]);
    expect((await facts()).keys).toEqual([]);
  });
});

describe('GST-6 the GSTINs of the organisation', () => {
  const save = async (gstins: unknown, headers = {}) =>
    (await admin()).put(urlOf(calls.saveGstins), { gstins }, headers);

  it('are saved each once, in capitals, and read by everybody', async () => {
    const saved = dataOf<GstSettings>(await save([` ${BUYER.toLowerCase()}`, BUYER, SELLER, '']));
    expect(saved.gstins).toEqual([BUYER, SELLER]);
    expect((await facts()).gstins).toEqual([BUYER, SELLER]);
    expect((await actions('organisation')).at(-1)).toMatchObject({
      action: 'organisation-gstins',
      before: { gstins: [] },
    });
    expect(dataOf<GstSettings>(await save([BUYER, SELLER])).version).toBe(saved.version);
  });

  it('a wrong one is named, and an older version is told', async () => {
    const wrong = `${BUYER.slice(0, 14)}${BUYER.endsWith('A') ? 'B' : 'A'}`;
    const answer = await save([wrong]);
    expect([answer.status, answer.body['message']]).toEqual([
      422,
      `${wrong} is no GSTIN: its check digit does not agree`,
    ]);
    expect((await save('x')).status).toBe(422);
    expect((await save([], { 'If-Match': '"1"' })).body['code']).toBe('VERSION_CONFLICT');
  });
});

describe('GST-5 npm run gst:keys', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gst-'));
    file = join(folder, 'key.pem');
    await writeFile(file, one.pem);
  });
  afterAll(() => rm(folder, { recursive: true }));
  const run = (...args: string[]) => gstKeysCommand(args, server.database, server.clock.now);

  it('adds, lists and ends', async () => {
    expect(await run('list')).toBe('There are no keys.');
    const said = await run('add', file, '--from', '2020-10-01', '--to', '2026-12-31', '--kid', one.kid);
    const id = /^Added (GSK\w+)\./.exec(said)?.[1] ?? '';
    expect(await run('list')).toBe(`  ${id}  2020-10-01 to 2026-12-31  ${one.kid}`);
    expect(await run('end', id, '--to', '2026-06-30')).toBe(`The last day of ${id} is 2026-06-30.`);
    expect((await facts()).keys).toMatchObject([{ validTo: '2026-06-30' }]);
    expect(dataOf<GstSettings>(await (await admin()).get(urlOf(calls.getGstSettings))).keys).toMatchObject([
      { addedBy: null },
    ]);
  });

  test.each([
    [[], /^npm run gst:keys/],
    [['add', 'x.pem'], /^npm run gst:keys/],
    [['add', '/nowhere.pem', '--from', '2020-10-01'], /^The file \/nowhere\.pem cannot be read\.$/],
    [['list', '--all'], /^npm run gst:keys/],
    [['end', 'GSK0', '--to', '2026-06-30'], /./],
  ])('says what is wrong with %j', async (args, said) => {
    await expect(run(...args)).rejects.toThrow(said);
  });

  it('refuses days that are none', async () => {
    await expect(run('add', file, '--from', 'today')).rejects.toThrow('Please enter the first day');
  });
});
