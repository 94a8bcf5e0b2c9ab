import { beforeAll, describe, expect, it, test } from 'vitest';
import { claimableOf, gstDataIn, isCreditPossible, parseGstInvoice } from '#domain/gstInvoice/invoice.ts';
import { countsOn, signedInvoiceIn, verifyGstCode } from '#domain/gstInvoice/verify.ts';
import { isGstin } from '#domain/patterns.ts';
import {
  BUYER,
  codeOf,
  dataOf,
  gstinOf,
  portal,
  SELLER,
  unsignedCodeOf,
  type Portal,
} from '#tests/support/gstCodes.ts';
import { fc } from '#tests/support/property.ts';

const INVOICE = {
  seller: SELLER,
  buyer: BUYER,
  kind: 'INV',
  number: 'KH/26-27/7',
  day: '2026-07-08',
  value: 100_707,
  items: 8,
  hsn: '996311',
  irn: dataOf(7)['Irn'],
  irnDay: '2026-07-08',
};

describe('GST-1 what a code says', () => {
  it('is read from the claim data, which is text', () => {
    const data = gstDataIn(JSON.stringify({ data: JSON.stringify(dataOf(7)), iss: 'NIC' }));
    expect(data && parseGstInvoice(data)).toEqual(INVOICE);
    expect(gstDataIn(JSON.stringify({ data: dataOf(7) }))).toEqual(dataOf(7));
  });

  test.each([
    ['an invoice to nobody registered', { BuyerGstin: 'URP' }, { buyer: null }],
    ['a credit note', { DocTyp: 'CRN' }, { kind: 'CRN' }],
    ['a value as text', { TotInvVal: '1180.5' }, { value: 118_050 }],
    ['no value at all', { TotInvVal: 0 }, { value: 0 }],
    ['more decimals than there are', { TotInvVal: 1180.499_999_9 }, { value: 118_050 }],
    ['a code of before there was a day of the IRN', { IrnDt: undefined }, { irnDay: '2026-07-08' }],
    ['no number of items', { ItemCnt: null, MainHsnCode: '' }, { items: null, hsn: null }],
    ['an IRN in capitals', { Irn: String(INVOICE.irn).toUpperCase() }, {}],
  ])('%s', (_, given, expected) => expect(parseGstInvoice(dataOf(7, given))).toEqual({ ...INVOICE, ...expected }));

  test.each([
    ['a seller whose check digit is wrong', { SellerGstin: `${SELLER.slice(0, 14)}!` }],
    ['no buyer', { BuyerGstin: '' }],
    ['another kind', { DocTyp: 'EWB' }],
    ['no number', { DocNo: '' }],
    ['a number with signs that no invoice has', { DocNo: '<b>1</b>' }],
    ['the month first', { DocDt: '07/28/2026' }],
    ['a day that is none', { DocDt: '31/06/2026' }],
    ['a negative value', { TotInvVal: -1 }],
    ['a value that is no number', { TotInvVal: '1e3' }],
    ['a value that cannot be exact', { TotInvVal: 1e15 }],
    ['a short IRN', { Irn: 'abc' }],
    ['a day of the IRN that is none', { IrnDt: '2026-02-30 10:00:00' }],
  ])('is nothing with %s', (_, given) => expect(parseGstInvoice(dataOf(7, given))).toBeNull());

  test.each(['', 'null', '[]', '{}', '{"data":"{"}', '{"data":{"Irn":"1"}}', '{"data":["Irn","SellerGstin"]}'])(
    'is nothing in %j',
    (payload) => expect(gstDataIn(payload)).toBeNull(),
  );

  it('is judged without a fault, whatever stands there', () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(Object.keys(dataOf(1)).map((name) => [name, fc.anything()]))),
        (data) => {
          const invoice = parseGstInvoice(data);
          expect(invoice === null || (isGstin(invoice.seller) && invoice.value >= 0)).toBe(true);
        },
      ),
    );
  });

  it('GSTINs of these tests are such', () => {
    fc.assert(
      fc.property(fc.nat(400_000), (n) => {
        expect(isGstin(gstinOf(n))).toBe(true);
      }),
    );
  });
});

test.each([
  ['GST-4 the buyer is the organisation', {}, [BUYER], true],
  ['GST-4 the buyer is somebody else', {}, [SELLER], false],
  ['GST-4 the organisation has said no GSTIN', {}, [], false],
  ['GST-4 the buyer is not registered', { BuyerGstin: 'URP' }, [BUYER], false],
  ['GST-4 a credit note takes credit away', { DocTyp: 'CRN' }, [BUYER], false],
])('%s: %o', (_, given, own, possible) => {
  const invoice = parseGstInvoice(dataOf(7, given));
  expect(invoice && isCreditPossible(invoice, own)).toBe(possible);
});

test.each([
  ['INV', true],
  ['CRN', false],
  ['DBN', false],
])('GST-7: the value of %s is to be claimed: %s', (kind, is) => {
  const invoice = parseGstInvoice(dataOf(7, { DocTyp: kind }));
  expect(invoice && claimableOf(invoice)).toBe(is ? INVOICE.value : null);
});

test.each([
  ['GST-3 before its first day', '2026-03-31', false],
  ['GST-3 on its first day', '2026-04-01', true],
  ['GST-3 on its last day', '2027-03-31', true],
  ['GST-3 after its last day', '2027-04-01', false],
])('%s', (_, day, counts) => expect(countsOn({ validFrom: '2026-04-01', validTo: '2027-03-31' }, day)).toBe(counts));

test('GST-11 a signed code is known by its form alone, whoever signed it', async () => {
  const code = await codeOf(await portal('any'), dataOf(7));
  expect(signedInvoiceIn(` ${code}\n`)).toEqual(INVOICE);
  for (const other of ['', 'https://example.com/menu', 'a.b.c', code.slice(0, -400), unsignedCodeOf(dataOf(7))])
    expect(signedInvoiceIn(other)).toBeNull();
});

describe('GST-2 whether a code is signed', () => {
  let now: Portal;
  let before: Portal;
  let stranger: Portal;
  beforeAll(async () => {
    now = await portal('now', { validFrom: '2026-04-01' });
    before = await portal('before', { validFrom: '2022-04-01', validTo: '2026-03-31' });
    stranger = await portal('stranger');
  });
  const judge = (text: string, portals = [now, before]) =>
    verifyGstCode(
      text,
      portals.map(({ key }) => key),
    );

  it('verifies by the key that signed it', async () => {
    expect(await judge(await codeOf(now, dataOf(7)))).toEqual({ state: 'verified', invoice: INVOICE, keyId: 'now' });
    expect(await judge(` ${await codeOf(now, dataOf(7))}\n`)).toMatchObject({ state: 'verified' });
  });

  it('GST-3 an old key verifies an old bill, and no new one', async () => {
    const old = dataOf(7, { DocDt: '30/03/2026', IrnDt: '2026-03-31 23:59:00' });
    expect(await judge(await codeOf(before, old))).toMatchObject({ state: 'verified', keyId: 'before' });
    const late = dataOf(7, { DocDt: '30/03/2026', IrnDt: '2026-04-01 00:01:00' });
    expect(await judge(await codeOf(before, late))).toEqual({ state: 'unknownKey' });
  });

  it('a key without a name verifies as well', async () => {
    const nameless = { ...now, key: { ...now.key, kid: null } };
    expect(await judge(await codeOf(now, dataOf(7)), [nameless])).toMatchObject({ state: 'verified' });
    expect(await judge(await codeOf(stranger, dataOf(7)), [nameless])).toEqual({ state: 'unknownKey' });
  });

  it('says that a key is unknown, or that there is none', async () => {
    expect(await judge(await codeOf(stranger, dataOf(7)))).toEqual({ state: 'unknownKey' });
    expect(await judge(await codeOf(now, dataOf(7)), [])).toEqual({ state: 'unknownKey' });
  });

  it('says that somebody else signed in the name of a key', async () => {
    const forged = { kid: now.kid, privateKey: stranger.privateKey };
    expect(await judge(await codeOf(forged, dataOf(7)))).toEqual({ state: 'altered' });
    expect(await judge(unsignedCodeOf(dataOf(7)))).toBeNull();
  });

  it('a broken key among the others hinders none', async () => {
    const broken = { ...before, key: { ...before.key, publicKey: 'AAAA' } };
    expect(await judge(await codeOf(now, dataOf(7)), [broken, now])).toMatchObject({ state: 'verified' });
  });

  test.each([
    ['the address of a page', 'https://example.com/bill?id=1'],
    ['a payment', 'upi://pay?pa=shop@bank&am=100.00'],
    ['nothing', ''],
    ['three words', 'one.two.three'],
    ['other words in base64', `${'a'.repeat(40)}.${'b'.repeat(40)}.${'c'.repeat(342)}`],
  ])('%s is no such code', async (_, text) => expect(await judge(text)).toBeNull());

  it('a token of something else is no such code, whoever signed it', async () => {
    expect(await judge(await codeOf(now, { Irn: 'x' }))).toBeNull();
    expect(await judge(await codeOf(now, dataOf(7, { DocDt: 'yesterday' })))).toBeNull();
  });

  it('verifies 500 codes, and refuses each once a field is altered', async () => {
    const changes = [
      { TotInvVal: 9_999 },
      { SellerGstin: gstinOf(99) },
      { BuyerGstin: gstinOf(98) },
      { DocNo: 'KH/1' },
      { DocDt: '01/01/2026' },
      { IrnDt: '2026-07-01 00:00:00' },
    ];
    for (let n = 0; n < 500; n += 1) {
      const code = await codeOf(now, dataOf(n));
      expect(await judge(code)).toMatchObject({ state: 'verified', invoice: { number: `KH/26-27/${n}` } });
      const [head, , signature] = code.split('.');
      const data = JSON.stringify(dataOf(n, changes[n % changes.length] ?? {}));
      const payload = Buffer.from(JSON.stringify({ data, iss: 'NIC' })).toString('base64url');
      expect(await judge(`${head}.${payload}.${signature}`)).toEqual({ state: 'altered' });
    }
  });

  it('verifies no code with any one sign changed, but where that says the same', async () => {
    const code = await codeOf(now, dataOf(7));
    const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const bytesOf = (text: string) => text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    await fc.assert(
      fc.asyncProperty(fc.nat(code.length - 1), fc.constantFrom(...signs), async (at, sign) => {
        const changed = code.slice(0, at) + sign + code.slice(at + 1);
        fc.pre(bytesOf(changed).join() !== bytesOf(code).join());
        expect((await judge(changed))?.state).not.toBe('verified');
      }),
      { numRuns: 300 },
    );
  });
});
