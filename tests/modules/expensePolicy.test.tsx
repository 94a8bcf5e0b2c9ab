import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Policies, Policy, PolicyVersion } from '#contract/policy.ts';
import { now } from '#data/clock.ts';
import { addDays, addMonths, dayOf, firstOfMonth, formatDay, millisOfDay } from '#domain/dates.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { ExpensePolicyPage } from '#modules/expensePolicy/screens/ExpensePolicyPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const ZONE = 'Asia/Kolkata';
const today = (): string => dayOf(now(), ZONE);
const version = (effectiveFrom: string, changes: Partial<Policy> = {}): PolicyVersion => ({
  policyId: `POL ${effectiveFrom}`,
  effectiveFrom,
  policy: { ...SPECIFICATION, ...changes },
  madeAt: 0,
  updatedAt: 0,
});
const FIRST = version('0001-01-01');
const known = (versions: PolicyVersion[], count = 3): Policies => ({ version: count, grade: '', versions });
const HISTORY = { policyHistory: ok([]) };
const open = () => showRoutes('/policy', [{ path: '/policy', Screen: ExpensePolicyPage }]);
const form = async (): Promise<ReturnType<typeof within>> =>
  within(await screen.findByRole('dialog', { name: 'Change from a date' }));

beforeEach(() => localStorage.clear());

describe('POL-8 POL-10 the expense policy', () => {
  it('says what is in effect, what comes and who changed what', async () => {
    const next = addDays(today(), 9);
    const change = { field: 'Food of a day', before: '₹750.00; more is refused', after: '₹900.00; more is refused' };
    const row = { at: now(), by: 'Leela Thomas', onBehalfOf: null, what: 'Version made', changes: [change] };
    await signInAnswered(ORG_ADMIN, {
      readPolicies: ok(known([FIRST, version(next, { food: { amount: 900, over: 'REFUSE' } })])),
      policyHistory: ok([row]),
    });
    await open();
    expect(await screen.findByText('From the beginning')).toBeInTheDocument();
    const coming = within(screen.getByRole('region', { name: `From ${formatDay(next)}` }));
    expect(coming.getByText('Food of a day')).toBeInTheDocument();
    expect(coming.getByText(/→ ₹900.00; more is refused/)).toBeInTheDocument();
    expect(await screen.findByText('Version made')).toBeInTheDocument();
  });

  it('previews and saves a change from the first of next month on', async () => {
    const counts = { claims: 100, refused: 41, warned: 2 };
    const none = { claims: 0, refused: 0, warned: 0 };
    const asked = await signInAnswered(ORG_ADMIN, {
      readPolicies: ok(known([FIRST])),
      ...HISTORY,
      previewPolicy: ok({ from: now(), to: now(), local: counts, travel: none, conveyance: none }),
      createPolicy: ok(known([FIRST], 4)),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change from a date' }));
    const { getByRole, findByText } = await form();
    const food = getByRole('textbox', { name: /^Food of a day/ });
    await userEvent.clear(food);
    await userEvent.type(food, '900');
    await userEvent.click(getByRole('radio', { name: 'January' }));
    await userEvent.click(getByRole('button', { name: 'Preview' }));
    expect(await findByText(/this would have refused 41 and warned of 2\./)).toBeInTheDocument();
    await userEvent.click(getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const saved = asked.find(({ name }) => name === 'createPolicy');
    const first = addMonths(firstOfMonth(today()), 1);
    expect(saved?.body).toEqual({
      effectiveFrom: millisOfDay(first, ZONE),
      policy: {
        ...SPECIFICATION,
        food: { amount: 900, over: 'REFUSE' },
        reach: { ...SPECIFICATION.reach, yearFrom: 1 },
      },
    });
  });

  it('tells what somebody else changed meanwhile, and saves on that when asked again', async () => {
    const theirs = known([FIRST, version(today(), { food: { amount: 800, over: 'REFUSE' } })], 4);
    const conflict = refusal(409, 'VERSION_CONFLICT', 'Changed', { current: theirs });
    const asked = await signInAnswered(ORG_ADMIN, {
      readPolicies: ok(known([FIRST])),
      ...HISTORY,
      createPolicy: () => (asked.filter(({ name }) => name === 'createPolicy').length > 1 ? ok(theirs) : conflict),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change from a date' }));
    const { getByRole, findByText } = await form();
    await userEvent.click(getByRole('button', { name: 'Save' }));
    expect(
      await findByText(/Somebody else changed the policy meanwhile\..*Save again if yours is to count/),
    ).toBeInTheDocument();
    await userEvent.click(getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says at its field what contradicts itself, and in which line', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { readPolicies: ok(known([FIRST])), ...HISTORY });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change from a date' }));
    const { getByRole, findByText } = await form();
    const days = getByRole('textbox', { name: 'Days back' });
    await userEvent.clear(days);
    await userEvent.type(days, '999');
    await userEvent.click(getByRole('button', { name: 'Add type' }));
    await userEvent.type(within(getByRole('group', { name: 'Type 1' })).getByRole('textbox', { name: 'Name' }), 'Food');
    await userEvent.click(getByRole('button', { name: 'Save' }));
    expect(await findByText('Days must be from 1 to 730')).toBeInTheDocument();
    expect(await findByText('Line 1: Food is a type already')).toBeInTheDocument();
    expect(asked.some(({ name }) => name === 'createPolicy')).toBe(false);
  });
});
