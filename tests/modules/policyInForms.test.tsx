import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Policies } from '#contract/policy.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { NewLocalExpense } from '#modules/localExpense/NewLocalExpense.tsx';
import { ok, signInAnswered } from '#tests/support/answers.ts';
import { noDraft } from '#tests/support/noDraft.ts';
import { PERSON, show } from '#tests/support/screen.tsx';

const policies = (over: 'REFUSE' | 'WARN'): Policies => ({
  version: 1,
  grade: '',
  versions: [
    {
      policyId: 'POL1',
      effectiveFrom: '2020-01-01',
      policy: {
        ...SPECIFICATION,
        largest: { amount: 500, over },
        food: { amount: 400, over: 'REFUSE' },
        bill: { least: 1_000, without: 'REFUSE' },
        types: [{ name: 'Parking', as: 'OTHERS' }],
      },
      madeAt: 0,
      updatedAt: 0,
    },
  ],
});

async function fillIn(): Promise<ReturnType<typeof userEvent.setup>> {
  await noDraft('Raise Local Expenses/new');
  show(<NewLocalExpense onClose={() => undefined} />);
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Parking'));
  await user.type(screen.getByLabelText('Claim amount'), '600');
  await user.type(screen.getByLabelText('Remarks'), 'Airport');
  return user;
}

it('POL-9 POL-5: a form judges by the policy that the phone has heard of, with its further types', async () => {
  await signInAnswered(PERSON, { readPolicies: ok(policies('REFUSE')) });
  const user = await fillIn();
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Amount cannot be more than ₹500.00')).toBeInTheDocument();
  expect(screen.queryByText('Please upload bill')).toBeNull();
});

it('POL-2: what the policy warns of is said before the claim is filed, and lets it pass', async () => {
  await signInAnswered(PERSON, { readPolicies: ok(policies('WARN')) });
  await fillIn();
  expect(
    await screen.findByText(
      'Beyond the policy: Amount cannot be more than ₹500.00. You may still file it; whoever decides is told.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText('Please upload bill')).toBeNull();
});
