import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BillReadingAnswer } from '#contract/reading.ts';
import { LocalExpenseDetails } from '#modules/localExpense/managerDecision.tsx';
import { OpenLocalExpense } from '#modules/localExpense/OpenLocalExpense.tsx';
import { TeamTravelDetails } from '#modules/travelExpense/managerDecision.tsx';
import { ok, signInAnswered } from '#tests/support/answers.ts';
import { aBill, aLocalExpense, APPROVED, aTravelExpense } from '#tests/support/claims.ts';
import { BUYER, E_INVOICE, SELLER } from '#tests/support/gstCodes.ts';
import { PERSON, show, showRoutes } from '#tests/support/screen.tsx';

const VERIFIED: BillReadingAnswer = {
  code: 'verified',
  eInvoice: E_INVOICE,
};
const read = (...readings: (BillReadingAnswer | undefined)[]) => ({
  claimAmount: 1_000,
  billUrl: readings.map((reading, n) => ({ ...aBill(n + 1), name: `bill ${n + 1}`, ...(reading && { reading }) })),
});
const open = (details: ReactElement) => showRoutes('/claim', [{ path: '/claim', Screen: () => details }]);
const signIn = (gstins: string[]) => signInAnswered(PERSON, { readGst: ok({ keys: [], gstins }) });

describe('GST-9 the bills of a claim, to whoever decides it', () => {
  afterEach(cleanup);

  it('a verified code says so, and that input credit is possible where the organisation is the buyer', async () => {
    await signIn([BUYER]);
    await open(<LocalExpenseDetails row={aLocalExpense(read(VERIFIED))} />);
    const box = within(await screen.findByRole('region', { name: 'GST e-invoice in “bill 1”' }));
    for (const said of ['Verified e-invoice', SELLER, 'KH/26-27/7', '08-07-2026', '₹1,240.00'])
      expect(box.getByText(said)).toBeVisible();
    expect(await box.findByText('Input credit possible')).toBeVisible();
  });

  it('says nothing of credit to others, and what is wrong with a code', async () => {
    await signIn([]);
    await open(
      <TeamTravelDetails
        row={aTravelExpense(read(VERIFIED, { code: 'altered' }, { code: 'unknownKey' }, undefined))}
      />,
    );
    expect(await screen.findByText('Verified e-invoice')).toBeVisible();
    expect(screen.queryByText('Input credit possible')).toBeNull();
    expect(screen.getByText('The code of this bill does not match its signature. In “bill 2”.')).toBeVisible();
    expect(screen.getByText(/does not know\. It could not be verified\. In “bill 3”\./)).toBeVisible();
  });

  it.each([
    ['to change', false],
    ['decided', true],
  ])('the own form shows it as well, of a claim %s, of each bill that is on it', async (_, decided) => {
    const user = userEvent.setup();
    await signIn([BUYER]);
    const row = aLocalExpense({
      ...read(VERIFIED, { code: 'altered' }),
      ...(decided && { managerApprovalStatus: APPROVED }),
    });
    show(<OpenLocalExpense row={row} readOnly={false} onClose={() => undefined} />);
    expect(await screen.findByRole('region', { name: 'GST e-invoice in “bill 1”' })).toBeVisible();
    expect(screen.getByText(/^The code of this bill does not match its signature. In “bill 2”/)).toBeVisible();
    const remove = screen.queryByRole('button', { name: 'Remove bill 2' });
    expect(remove === null).toBe(decided);
    if (!remove) return;
    await user.click(remove);
    expect(screen.queryByText(/does not match its signature/)).toBeNull();
    expect(screen.getByText('Verified e-invoice')).toBeVisible();
  });

  it('READ-13 says in a line where the bill surely says something else', async () => {
    await signIn([]);
    await open(<LocalExpenseDetails row={aLocalExpense(read({ total: 1_240, sure: ['total'] }))} />);
    expect(await screen.findByText('The bill says ₹1,240.00')).toBeVisible();
  });
});
