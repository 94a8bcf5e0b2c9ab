import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { submit } from '#data/submit.ts';
import { useDecide } from '#list/decision/useDecide.ts';
import { useDeck } from '#list/deck/useDeck.ts';
import { localExpenseKind } from '#modules/localExpense/kind.ts';
import { localExpenseManagerDecision } from '#modules/localExpense/managerDecision.tsx';
import { anyLocal } from '#tests/support/records.ts';

vi.mock('#data/submit.ts', async (original) => ({ ...(await original<object>()), submit: vi.fn() }));

/** When the finger comes down, well after what was shown first. */
const NOW = 1_001_000;
const claim = (changes: object): LocalExpense =>
  ({ ...anyLocal({ expenseId: 'EXP1', claimAmount: 700, version: 1, ...changes }).record }) as unknown as LocalExpense;

describe('a record that moves on while it is shown to be decided', () => {
  let clock = vi.spyOn(performance, 'now');
  beforeEach(() => {
    clock = vi.spyOn(performance, 'now').mockReturnValue(NOW);
    vi.mocked(submit)
      .mockReset()
      .mockResolvedValue({ id: 'one' } as never);
  });
  afterEach(() => void vi.restoreAllMocks());

  const shown = (row: LocalExpense, open = true) =>
    renderHook(
      (props: { row: LocalExpense; open: boolean }) =>
        useDecide({
          kind: localExpenseKind,
          def: localExpenseManagerDecision,
          email: 'manager@example.com',
          arrivedAt: 0,
          onDecided: () => undefined,
          ...props,
        }),
      { initialProps: { row, open } },
    );

  it('MGR-13: is approved for the amount that is claimed by now', async () => {
    const { result, rerender } = shown(claim({}));
    rerender({ row: claim({ version: 2, claimAmount: 1100 }), open: true });
    clock.mockReturnValue(NOW + 1_000);
    await act(() => result.current.decide(true));
    expect(vi.mocked(submit).mock.lastCall?.[0]).toMatchObject({
      ifMatch: 2,
      body: { managerApprovedAmount: '1100' },
      face: { amount: 1100 },
    });
  });

  it('MGR-13: keeps what was typed, which is left for the amount that is claimed by now', () => {
    const { result, rerender } = shown(claim({}));
    const { form } = result.current;
    act(() => {
      form.setValue('managerApprovedAmount', '650');
      form.setValue('managerRemarks', 'Half of it');
    });
    rerender({ row: claim({ version: 2, claimAmount: 1100 }), open: true });
    expect(form.getValues()).toEqual({ managerApprovedAmount: '650', managerRemarks: 'Half of it' });
    act(() => form.reset());
    expect(form.getValues()).toEqual({ managerApprovedAmount: '1,100', managerRemarks: '' });
  });

  it('MGR-18: says what somebody else has decided meanwhile, and nothing that was only typed', () => {
    const { result, rerender } = shown(claim({}));
    act(() => result.current.form.setValue('managerRemarks', 'Half of it'));
    const decided = { version: 2, managerApprovedAmount: 300, managerRemarks: 'In part' };
    rerender({ row: claim(decided), open: false });
    expect(result.current.form.getValues()).toEqual({ managerApprovedAmount: '300', managerRemarks: 'In part' });
  });

  it('MGR-35: a tap meant for what was shown before decides nothing', async () => {
    const { result, rerender } = shown(claim({}));
    rerender({ row: claim({ version: 2, claimAmount: 1100 }), open: true });
    await act(() => result.current.decide(true));
    expect(submit).not.toHaveBeenCalled();
    clock.mockReturnValue(NOW + 400);
    await act(() => result.current.decide(true));
    expect(submit).toHaveBeenCalledOnce();
  });

  it('MGR-35: the next one of the deck came up by itself where the one before was decided elsewhere', () => {
    const { result, rerender } = renderHook(({ ids }) => useDeck(ids), { initialProps: { ids: ['a', 'b', 'c'] } });
    expect(result.current).toMatchObject({ current: 'a', arrivedAt: 0 });
    rerender({ ids: ['0', 'a', 'c'] });
    expect(result.current).toMatchObject({ current: 'a', arrivedAt: 0 });
    rerender({ ids: ['b', 'c'] });
    expect(result.current).toMatchObject({ current: 'b', arrivedAt: NOW });
  });
});
