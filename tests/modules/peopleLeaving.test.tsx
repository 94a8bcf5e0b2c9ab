import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { LeavingPreview } from '#contract/people.ts';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { aPerson, AROUND, asha, openPeople, ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const preview = (more: Partial<LeavingPreview> = {}): object =>
  ok({
    reports: 2,
    claims: 1,
    trips: 3,
    standIns: 1,
    successor: { personId: 'PRS6', name: 'Vikram Rao', email: 'director@example.com' },
    ...more,
  });

const leaving = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  return within(await screen.findByRole('dialog', { name: 'Ravi Menon leaves' }));
};
const press = async (dialog: Awaited<ReturnType<typeof leaving>>): Promise<void> => {
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Leave' })).toBeEnabled());
  await userEvent.click(dialog.getByRole('button', { name: 'Leave' }));
};

describe('ORG-12 somebody leaves', () => {
  it('counts what moves, and the manager above takes over', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson()),
      previewLeaving: preview(),
      leavePerson: ok(aPerson({ status: 'LEFT' })),
    });
    await openPeople('/people/PRS4');
    const dialog = await leaving();
    const moves = within(await dialog.findByRole('list', { name: 'What moves' }));
    expect(moves.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      '2 people get another manager.',
      '1 claim that waits for them goes to the successor.',
      '3 travel requests that wait for them go to the successor.',
      '1 stand-in ends.',
    ]);
    expect(dialog.getByRole('textbox', { name: 'Successor' })).toHaveValue('director@example.com');
    await press(dialog);
    expect(await screen.findByText('Ravi Menon left.')).toBeInTheDocument();
    const sent = asked.find(({ name }) => name === 'leavePerson');
    expect([sent?.body, sent?.headers.get('if-match')]).toEqual([{ successor: 'director@example.com' }, '"3"']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('ORG-6 somebody must take over; who is named is found by name, and refused beside the field', async () => {
    const text = 'Please name somebody who does not report to the person who leaves';
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      listPeople: page([asha]),
      getPerson: ok(aPerson()),
      previewLeaving: preview({ successor: null }),
      leavePerson: () => refusal(422, 'INVALID_REQUEST', text, { errors: { successor: text } }),
    });
    await openPeople('/people/PRS4');
    const dialog = await leaving();
    const field = await dialog.findByRole('textbox', { name: 'Successor' });
    await press(dialog);
    expect(await dialog.findByText('Please name who takes over')).toBeInTheDocument();
    expect(asked.some(({ name }) => name === 'leavePerson')).toBe(false);
    await userEvent.type(field, 'asha');
    await userEvent.click(await dialog.findByRole('button', { name: /^Asha Nair/ }));
    await press(dialog);
    expect(await dialog.findByText(text)).toBeInTheDocument();
    expect(field).toHaveValue('employee@example.com');
  });

  it('names nobody where nothing moves', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      getPerson: ok(aPerson({ reports: 0 })),
      previewLeaving: preview({ reports: 0, claims: 0, trips: 0, standIns: 0 }),
      leavePerson: ok(aPerson({ status: 'LEFT' })),
    });
    await openPeople('/people/PRS4');
    const dialog = await leaving();
    expect(await dialog.findByText('Nobody reports to them, and nothing waits for their decision.')).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    await press(dialog);
    await waitFor(() => expect(asked.find(({ name }) => name === 'leavePerson')?.body).toEqual({ successor: null }));
  });

  it('ORG-5 the last organisation admin cannot, and the button says why', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...AROUND,
      listPeople: page([asha], 1),
      getPerson: ok(aPerson({ roles: ['orgAdmin'] })),
    });
    await openPeople('/people/PRS4');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Leave' })).toHaveAccessibleDescription(
        'This is the last organisation admin. Please name another one first.',
      ),
    );
  });
});

it('ORG-6 lets somebody who left back in, after a question', async () => {
  const asked = await signInAnswered(ORG_ADMIN, {
    ...AROUND,
    getPerson: ok(aPerson({ status: 'LEFT', version: 8 })),
    returnPerson: ok(aPerson({ version: 9 })),
  });
  await openPeople('/people/PRS4');
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Let back in' }));
  const question = within(await screen.findByRole('dialog', { name: 'Let Ravi Menon back in?' }));
  await userEvent.click(question.getByRole('button', { name: 'Let back in' }));
  expect(await screen.findByText('Ravi Menon can sign in again.')).toBeInTheDocument();
  expect(asked.find(({ name }) => name === 'returnPerson')?.headers.get('if-match')).toBe('"8"');
});

it('SES-46 resets the sign-in of somebody after a question that says what follows', async () => {
  const asked = await signInAnswered(ORG_ADMIN, {
    ...AROUND,
    getPerson: ok(aPerson({ version: 8 })),
    resetSignIn: ok(aPerson({ version: 9 })),
  });
  await openPeople('/people/PRS4');
  await userEvent.click(await screen.findByRole('button', { name: 'Reset sign-in' }));
  const question = within(await screen.findByRole('dialog', { name: 'Reset the sign-in of Ravi Menon?' }));
  expect(question.getByText(/Whoever signs in next as manager@example.com is them/)).toBeInTheDocument();
  await userEvent.click(question.getByRole('button', { name: 'Reset' }));
  expect(await screen.findByText('Sign-in of Ravi Menon is reset.')).toBeInTheDocument();
  expect(asked.find(({ name }) => name === 'resetSignIn')?.headers.get('if-match')).toBe('"8"');
});
