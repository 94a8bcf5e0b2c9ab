import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { RoleReview } from '#contract/roleReview.ts';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { aRow, openPeople, ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const review = (more: Partial<RoleReview> = {}): RoleReview => ({
  month: '2026-07',
  startedAt: 1,
  confirmedAt: null,
  confirmedBy: null,
  roles: [
    { role: 'manager', people: 12 },
    { role: 'orgAdmin', people: 1 },
  ],
  list: 'abc',
  ...more,
});
const LINE = /^Who has which role in July 2026 waits for confirmation\./;
const open = async (
  getRoleReview: object,
  confirmRoles: object = ok(review({ confirmedAt: 2, confirmedBy: 'Me' })),
) => {
  const asked = await signInAnswered(ORG_ADMIN, { listPeople: page([aRow()]), getRoleReview, confirmRoles });
  await openPeople('/people');
  await screen.findByRole('searchbox', { name: 'Search' });
  return asked;
};
async function confirm(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm roles' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm roles' }));
  expect(question.getByText(/It is kept in the audit log\.$/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Confirm' }));
}

it('ORG-40 a line above the people leads to who has each role, until it is confirmed', async () => {
  let done = false;
  const asked = await open(
    () => ok(done ? review({ confirmedAt: 2, confirmedBy: 'Leela Thomas' }) : review()),
    () => {
      done = true;
      return ok(review({ confirmedAt: 2, confirmedBy: 'Leela Thomas' }));
    },
  );
  expect(await screen.findByText(LINE)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Organisation admin (1)' })).toHaveAttribute(
    'href',
    '/people?ROLE=5&PERSON_STATUS=0',
  );
  await confirm();
  expect(await screen.findByText('The roles of July 2026 are confirmed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(LINE)).toBeNull());
  expect(asked.find(({ name }) => name === 'confirmRoles')?.body).toEqual({ month: '2026-07', list: 'abc' });
});

it('ORG-40 what was changed meanwhile is said, and the line stays', async () => {
  const words = 'Roles were changed since you looked. Please look through them again.';
  await open(ok(review()), refusal(409, 'CONFLICT', words));
  await confirm();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(LINE)).toBeVisible();
});

it.each([null, review({ confirmedAt: 2, confirmedBy: 'Leela Thomas' })])(
  'ORG-40 there is no line before the first review, or once it is confirmed',
  async (answer) => {
    const asked = await open(ok(answer));
    await waitFor(() => expect(asked.some(({ name }) => name === 'getRoleReview')).toBe(true));
    await screen.findByText('Ravi Menon');
    expect(screen.queryByText(LINE)).toBeNull();
  },
);

it('ORG-40 the people wait for the line above them, but not for long', async () => {
  const never = new Promise<Response>(() => undefined);
  await signInAnswered(ORG_ADMIN, { listPeople: page([aRow()]), getRoleReview: () => never });
  await openPeople('/people');
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.queryByRole('searchbox', { name: 'Search' })).toBeNull();
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toBeVisible();
});
