import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { journalOf, paymentOf } from '#server/modules/tally/batchFile.ts';
import { escapeXml, FILE_END, fileStart, voucherXml, writeVouchers, type Voucher } from '#server/modules/tally/xml.ts';
import { fc } from '#tests/support/property.ts';

const journal = journalOf({
  batch_id: 'TLY01',
  claim_id: 'EXP01',
  kind: 2,
  type: 'FOOD',
  day: '2026-07-15',
  amount: 123_456_05,
  ledger: 'Travel & Food <A>',
  cost_centre: 'Field Sales "South"',
  credit_ledger: 'Employee Payable',
  narration: 'Dinner with O’Brien & co > 2 people\u0007 👍',
});
const bare = journalOf({
  batch_id: 'TLY01',
  claim_id: 'CNV01',
  kind: 1,
  type: 'CAB',
  day: '2026-04-01',
  amount: 7,
  ledger: 'Conveyance - Cab',
  cost_centre: '',
  credit_ledger: 'Employee Payable',
  narration: 'Cab',
});
const payment = paymentOf(
  {
    id: 'EXP01',
    type: 'FOOD',
    expense_date: '2026-07-12',
    paid_on: '2026-07-20',
    paid_amount: 100_00,
    payment_reference: 'UTR & 1',
    owner_name: 'Asha Nair',
    owner_code: 'KH1001',
  },
  { payable: 'Employee Payable', bank: 'HDFC <1>' },
);

async function fileOf(company: string, vouchers: readonly Voucher[]): Promise<string> {
  async function* some() {
    yield vouchers;
  }
  let text = '';
  for await (const piece of writeVouchers(company, some())) text += piece;
  return text;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'TALLYMESSAGE' || name === 'ALLLEDGERENTRIES.LIST',
});
interface Side {
  AMOUNT: string;
  ISDEEMEDPOSITIVE: string;
}
const vouchersOf = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parsed = parser.parse(xml) as {
    ENVELOPE: {
      BODY: {
        IMPORTDATA: {
          REQUESTDATA: {
            TALLYMESSAGE?: { VOUCHER: { NARRATION: string; '@_REMOTEID': string; 'ALLLEDGERENTRIES.LIST': Side[] } }[];
          };
        };
      };
    };
  };
  return (parsed.ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE ?? []).map(({ VOUCHER }) => VOUCHER);
};

describe('TALLY-6 the import file', () => {
  it('of journals is as it was, to the letter', async () => {
    await expect(await fileOf('Acme & Sons', [journal, bare])).toMatchFileSnapshot('golden/journals.xml');
  });
  it('PAY-8 of payments too', async () => {
    await expect(await fileOf('', [payment])).toMatchFileSnapshot('golden/payments.xml');
  });
  it('without vouchers is still one', async () => {
    expect(vouchersOf(await fileOf('', []))).toEqual([]);
    expect(await fileOf('', [])).toBe(fileStart('') + FILE_END);
  });
});

describe('TALLY-7 what is written', () => {
  it('balances to the paisa, whatever the amount', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9_999_999_999 }), async (amount) => {
        const [voucher] = vouchersOf(
          await fileOf('', [
            journalOf({
              batch_id: 'b',
              claim_id: 'c',
              kind: 0,
              type: 'OTHERS',
              day: '2026-07-15',
              ledger: 'L',
              cost_centre: 'C',
              credit_ledger: 'P',
              narration: '',
              amount,
            }),
          ]),
        );
        const [debit, credit] = voucher?.['ALLLEDGERENTRIES.LIST'] ?? [];
        expect([debit?.ISDEEMEDPOSITIVE, credit?.ISDEEMEDPOSITIVE]).toEqual(['Yes', 'No']);
        expect(BigInt((debit?.AMOUNT ?? '').replace('.', '')) + BigInt((credit?.AMOUNT ?? '').replace('.', ''))).toBe(
          0n,
        );
        expect(credit?.AMOUNT).toBe(`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`);
      }),
    );
  });

  it('a voucher that does not balance is not written', () => {
    const [debit, credit] = journal.entries;
    for (const entries of [
      [],
      [debit, credit, { ledger: 'Round off', paise: 1, costCentre: '' }],
      [
        { ledger: 'L', paise: 0.5, costCentre: '' },
        { ledger: 'M', paise: -0.5, costCentre: '' },
      ],
    ]) {
      expect(() => voucherXml({ ...journal, entries: entries as Voucher['entries'] })).toThrow('does not balance');
    }
  });

  it('any text reads as it was, but for what XML cannot hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        const narration = `a${text}z`;
        const [voucher] = vouchersOf(await fileOf(text, [{ ...journal, narration, remoteId: narration }]));
        // oxlint-disable-next-line no-control-regex -- the same signs that are to be left out
        const written = narration.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
        expect([read(voucher?.NARRATION ?? ''), read(voucher?.['@_REMOTEID'] ?? '')]).toEqual([written, written]);
      }),
    );
    expect(escapeXml('<a b="c">&\'\n')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;&apos;&#10;');
  });
});

/** The parser leaves numeric references as they are. */
const read = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
