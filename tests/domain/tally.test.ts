import { describe, expect, it } from 'vitest';
import { TALLY_STATUSES } from '#contract/enums.ts';
import { LEDGER_TYPES, type TallyStatus } from '#contract/tally.ts';
import {
  bookingOf,
  FIRST_MAPPING,
  isExported,
  mayChangeTally,
  mayUseSheets,
  mayViewTally,
  narrationOf,
  onlyKind,
  parseIds,
  parseMapping,
  parseMark,
  statusOfBatch,
  tallyCan,
  type VoucherCounts,
} from '#domain/tally.ts';

const counts = (more: Partial<VoucherCounts>): VoucherCounts => ({
  NOT_EXPORTED: 0,
  EXPORTED: 0,
  POSTED: 0,
  FAILED: 0,
  ...more,
});

const approved = { financeStatus: 'FINANCE_APPROVED', withdrawn: false, batchId: null };

describe('TALLY-1 a batch stands where its vouchers stand', () => {
  it.each([
    [counts({}), 'NOT_EXPORTED'],
    [counts({ NOT_EXPORTED: 2 }), 'NOT_EXPORTED'],
    [counts({ EXPORTED: 2 }), 'EXPORTED'],
    [counts({ EXPORTED: 1, POSTED: 1 }), 'EXPORTED'],
    [counts({ POSTED: 2 }), 'POSTED'],
    [counts({ POSTED: 2, FAILED: 1 }), 'FAILED'],
    [counts({ FAILED: 1, NOT_EXPORTED: 1 }), 'FAILED'],
  ] as const)('%o is %s', (given, status) => {
    expect(statusOfBatch(given)).toBe(status);
  });

  it('has a kind while all its claims have', () => {
    expect([onlyKind([2, 2]), onlyKind([0, 2]), onlyKind([]), onlyKind([0])]).toEqual([2, null, null, 0]);
  });
});

describe('what may be done', () => {
  it.each([
    ['TALLY-2 what finance approved and no batch has goes into one', tallyCan.batch(approved), null],
    [
      'TALLY-2 not what finance has not approved',
      tallyCan.batch({ ...approved, financeStatus: 'FINANCE_PENDING' }),
      'This request is not approved by finance.',
    ],
    [
      'TALLY-2 not what finance rejected',
      tallyCan.batch({ ...approved, financeStatus: 'FINANCE_REJECT' }),
      'This request is not approved by finance.',
    ],
    [
      'TALLY-2 not what is in a batch',
      tallyCan.batch({ ...approved, batchId: 'TLY1' }),
      'This request is in batch TLY1 already.',
    ],
    ['TALLY-2 not what was withdrawn', tallyCan.batch({ ...approved, withdrawn: true }), 'This request was withdrawn.'],
    ['TALLY-5 a batch without vouchers has no file', tallyCan.export({ vouchers: 0 }), 'This batch has no vouchers.'],
    ['TALLY-5 any other has', tallyCan.export({ vouchers: 1 }), null],
  ])('%s', (_name, verdict, message) => {
    expect(verdict.ok ? null : verdict.message).toBe(message);
  });

  it('TALLY-3 TALLY-8 what went out is marked, and what is not in the accounts is taken out', () => {
    const of = (may: (status: TallyStatus) => { ok: boolean }) => TALLY_STATUSES.filter((status) => may(status).ok);
    expect([of(tallyCan.mark), of(tallyCan.release), TALLY_STATUSES.filter(isExported), isExported(null)]).toEqual([
      ['EXPORTED', 'POSTED', 'FAILED'],
      ['NOT_EXPORTED', 'FAILED'],
      ['EXPORTED', 'POSTED'],
      false,
    ]);
  });

  it('TALLY-4 PAY-3 by the role', () => {
    const ask = (roles: ('tallyAdmin' | 'financeDocument' | 'finance')[]) => [
      mayViewTally({ roles }).ok,
      mayChangeTally({ roles }).ok,
      mayUseSheets({ roles }).ok,
    ];
    expect([ask(['tallyAdmin']), ask(['financeDocument']), ask(['finance']), ask([])]).toEqual([
      [true, true, false],
      [true, false, true],
      [false, false, false],
      [false, false, false],
    ]);
  });

  it('TALLY-3 a mark says which, whether, and of a failure why', () => {
    expect(parseMark({ posted: true, reason: 'never mind' })).toEqual({
      ok: true,
      value: { ids: null, posted: true, reason: null },
    });
    expect(parseMark({ ids: ['a', 'b', 'a'], posted: false, reason: ' Period\n is closed ' })).toEqual({
      ok: true,
      value: { ids: ['a', 'b'], posted: false, reason: 'Period is closed' },
    });
    expect(parseMark({ ids: [], posted: false })).toMatchObject({
      ok: false,
      errors: { ids: 'Please select vouchers', reason: 'Please enter why it failed' },
    });
    expect(parseMark(null)).toMatchObject({ ok: false, errors: { posted: 'Please choose posted or failed' } });
    expect(
      parseIds(
        Array.from({ length: 5_001 }, (_, n) => String(n)),
        'Please select claims',
        false,
      ),
    ).toMatchObject({ ok: false, message: 'At most 5000 at once' });
  });
});

describe('TALLY-9 the ledgers', () => {
  it('every kind and type of claim has one before anybody saved another', () => {
    for (const { kind, type } of LEDGER_TYPES)
      expect(bookingOf(FIRST_MAPPING, { kind, type, costCentre: 'Sales' })).toMatchObject({
        ledger: expect.stringMatching(/ - \w/),
        costCentre: 'Sales',
        creditLedger: 'Employee Payable',
      });
    expect(new Set(FIRST_MAPPING.ledgers.map(({ ledger }) => ledger)).size).toBe(LEDGER_TYPES.length);
  });

  it('are read as a whole, each with its own sentence', () => {
    const ledgers = FIRST_MAPPING.ledgers.map((row) => ({ ...row, ledger: ` ${row.ledger}  2 ` }));
    const parsed = parseMapping({
      ...FIRST_MAPPING,
      ledgers,
      costCentres: [
        { costCentre: 'Sales', name: 'SLS' },
        { costCentre: 'Service', name: '' },
      ],
      company: ' Acme ',
    });
    expect(parsed).toMatchObject({
      ok: true,
      value: { company: 'Acme', costCentres: [{ costCentre: 'Sales', name: 'SLS' }] },
    });
    if (!parsed.ok) return;
    expect(bookingOf(parsed.value, { kind: 2, type: 'FOOD', costCentre: 'Sales' })).toEqual({
      ledger: 'Travel expense - Food 2',
      costCentre: 'SLS',
      creditLedger: 'Employee Payable',
    });
    expect(bookingOf(parsed.value, { kind: 2, type: 'FOOD', costCentre: 'Service' }).costCentre).toBe('Service');
    const [first] = LEDGER_TYPES;
    const wrong = parseMapping({
      ...FIRST_MAPPING,
      ledgers: ledgers.slice(1),
      payableLedger: ' ',
      bankLedger: 'x'.repeat(101),
      costCentres: [{ costCentre: '', name: 'x' }],
    });
    expect(wrong).toMatchObject({
      ok: false,
      errors: {
        [`ledgers.${first?.kind}.${first?.type}`]: 'Please enter the ledger',
        payableLedger: 'Please enter the payable ledger',
        bankLedger: 'Ledger cannot be longer than 100 characters',
        'costCentres.0': 'Please enter the cost centre',
      },
    });
    expect(parseMapping('nothing').ok).toBe(false);
  });

  it('a voucher says in a line what it is for', () => {
    const claim = {
      id: 'EXP1',
      type: 'FOOD',
      day: '2026-07-12',
      ownerName: 'Asha Nair',
      ownerCode: 'KH1001',
      remarks: ' Dinner\nwith  the client ',
    };
    expect(narrationOf(claim)).toBe('Food of 12-07-2026, Asha Nair (KH1001), EXP1: Dinner with the client');
    expect(narrationOf({ ...claim, remarks: null })).toBe('Food of 12-07-2026, Asha Nair (KH1001), EXP1');
    const long = narrationOf({ ...claim, remarks: '👍'.repeat(400) });
    expect([long.length <= 500, /[\uD800-\uDBFF]$/.test(long)]).toEqual([true, false]);
  });
});
