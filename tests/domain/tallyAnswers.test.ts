import { describe, expect, it, vi } from 'vitest';
import { TALLY_STATUSES } from '#contract/enums.ts';
import { judgeAnswer, type AnsweredVoucher } from '#domain/tallyAnswer.ts';
import { fc } from '../support/property.ts';

describe('TALLY-10 what an answer marks', () => {
  const voucher = (id: string, more: Partial<AnsweredVoucher> = {}): AnsweredVoucher => ({
    id,
    ledger: 'Travel - Food',
    creditLedger: 'Payable',
    costCentre: 'Sales',
    status: 'EXPORTED',
    ...more,
  });
  const [a, b, c] = [
    voucher('EXP1'),
    voucher('EXP2', { ledger: 'Local - Other' }),
    voucher('EXP3', { costCentre: 'North' }),
  ];

  it.each([
    ['all taken', { taken: 3, refused: 0, problems: [] }, [['EXP1', 'EXP2', 'EXP3'], [], []]],
    [
      'a ledger that is not there',
      { taken: 2, refused: 1, problems: ["Ledger 'local - other' does not exist!"] },
      [['EXP1', 'EXP3'], ['EXP2'], []],
    ],
    [
      'a cost centre that is not there',
      { taken: 2, refused: 1, problems: ['Cost Centre "North" does not exist!'] },
      [['EXP1', 'EXP2'], ['EXP3'], []],
    ],
    [
      'one by its id',
      { taken: 2, refused: 1, problems: ['EXP1: Voucher date is missing'] },
      [['EXP2', 'EXP3'], ['EXP1'], []],
    ],
    [
      'a complaint about nobody',
      { taken: 2, refused: 1, problems: ['Voucher totals do not match'] },
      [[], [], ['EXP1', 'EXP2', 'EXP3']],
    ],
    ['fewer than it should be', { taken: 2, refused: 0, problems: [] }, [[], [], ['EXP1', 'EXP2', 'EXP3']]],
    [
      'more wrong than it says',
      { taken: 1, refused: 2, problems: ["Ledger 'Local - Other' does not exist!"] },
      [[], ['EXP2'], ['EXP1', 'EXP3']],
    ],
    ['nothing at all', { taken: 0, refused: 0, problems: ['Company is not open'] }, [[], ['EXP1', 'EXP2', 'EXP3'], []]],
    ['no word', { taken: 0, refused: 0, problems: [] }, [[], [], ['EXP1', 'EXP2', 'EXP3']]],
  ])('%s', (_name, answer, [posted, failed, unclear]) => {
    const judged = judgeAnswer(answer, [a, b, c]);
    expect([judged.posted, judged.failed.map(({ id }) => id), judged.unclear]).toEqual([posted, failed, unclear]);
  });

  it('an id that begins another one is not that one', () => {
    const judged = judgeAnswer({ taken: 1, refused: 1, problems: ['Voucher kharcha-EXP10: Voucher date is missing'] }, [
      a,
      voucher('EXP10'),
    ]);
    expect([judged.posted, judged.failed.map(({ id }) => id)]).toEqual([['EXP1'], ['EXP10']]);
  });

  it('the first complaint about a voucher is its reason, whether it names the claim, a ledger or a cost centre', () => {
    const problems = [
      'Something',
      'Cost Centre ‘north’ does not exist!',
      'EXP3: Voucher date is missing',
      'Ledger "Payable" does not exist!',
    ];
    expect(judgeAnswer({ taken: 0, refused: 3, problems }, [a, c]).failed).toEqual([
      { id: 'EXP1', reason: problems[3] },
      { id: 'EXP3', reason: problems[1] },
    ]);
  });

  it('a whole batch with as many complaints is judged', () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => voucher(`EXP${n}`, { ledger: n % 2 === 0 ? 'Food' : 'Cab' }));
    const problems = rows.map(({ id, ledger }, n) =>
      ledger === 'Cab' ? `Ledger 'Cab' does not exist! (${n})` : `Line ${n} of ${id}x was looked at`,
    );
    const { posted, failed } = judgeAnswer({ taken: 2_500, refused: 2_500, problems }, rows);
    expect([posted.length, failed.length]).toEqual([2_500, 2_500]);
  });

  it('S1: each complaint is looked through once, however many names the batch has', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => voucher(`EXP${n}`, { costCentre: `Plant ${n}` }));
    const complaint = rows.map(({ costCentre }) => `Cost Centre '${costCentre}' does not exist!`);
    for (const problems of [complaint, complaint.map((problem) => problem.replaceAll('s', `'`.repeat(100)))]) {
      const looks = (['includes', 'indexOf'] as const).map((name) => vi.spyOn(String.prototype, name));
      const { failed } = judgeAnswer({ taken: 0, refused: 2_000, problems }, rows);
      const made = looks.reduce((sum, look) => sum + look.mock.calls.length, 0);
      vi.restoreAllMocks();
      expect(failed).toHaveLength(2_000);
      expect(made / problems.length).toBeLessThan(50);
    }
  });

  it('a name may hold quotes of its own', () => {
    const row = voucher('EXP1', { costCentre: `St. John's 'Old' Plant` });
    const problems = [`Cost Centre 'St. John's 'Old' Plant' does not exist!`];
    expect(judgeAnswer({ taken: 1, refused: 1, problems }, [a, row]).failed.map(({ id }) => id)).toEqual(['EXP1']);
  });

  it('what is posted already stays posted, whatever is said', () => {
    const judged = judgeAnswer({ taken: 0, refused: 1, problems: ["Ledger 'Local - Other' does not exist!"] }, [
      a,
      { ...b, status: 'POSTED' },
    ]);
    expect([judged.posted, judged.failed.map(({ id }) => id)]).toEqual([[], ['EXP1']]);
  });

  it('every voucher that is out is in one of the three, and none is called posted when fewer were taken', () => {
    const status = fc.constantFrom(...TALLY_STATUSES);
    const made = fc
      .array(fc.record({ ledger: fc.constantFrom('A', 'B'), costCentre: fc.constantFrom('', 'X'), status }), {
        maxLength: 8,
      })
      .map((rows) => rows.map((row, n) => voucher(`EXP${n}`, row)));
    fc.assert(
      fc.property(
        made,
        fc.nat(9),
        fc.nat(3),
        fc.array(fc.constantFrom("Ledger 'A' is missing", 'Something', 'EXP1 is wrong')),
        (vouchers, taken, refused, problems) => {
          const { posted, failed, unclear } = judgeAnswer({ taken, refused, problems }, vouchers);
          const open = vouchers
            .filter((row) => row.status === 'EXPORTED' || row.status === 'FAILED')
            .map(({ id }) => id);
          expect([...posted, ...failed.map(({ id }) => id), ...unclear].toSorted()).toEqual(open.toSorted());
          if (posted.length > 0) expect(taken).toBeGreaterThanOrEqual(posted.length);
        },
      ),
    );
  });
});
