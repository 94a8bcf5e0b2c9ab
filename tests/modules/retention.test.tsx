import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Hold, PersonErasure, Retention, RetentionPlan } from '#contract/retention.ts';
import { online } from '#data/online.ts';
import { USUAL_PERIODS } from '#domain/retention.ts';
import { ErasePerson } from '#modules/retention/ErasePerson.tsx';
import { HoldsOn } from '#modules/retention/HoldsOn.tsx';
import { RetentionPage } from '#modules/retention/screens/RetentionPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const AT = Date.parse('2026-07-15T03:00:00+05:30');
const state = (more: Partial<Retention> = {}): Retention => ({
  periods: USUAL_PERIODS,
  enabled: false,
  version: 3,
  changedAt: AT,
  changedBy: 'Ira Rao',
  reports: [],
  holds: [],
  ...more,
});
const plan: RetentionPlan = {
  day: '2026-07-15',
  seen: 'seen-1',
  kinds: [
    {
      kind: 'RECORDS',
      rows: 1_200,
      files: 3,
      bytes: 4_100_000,
      oldest: '2014-05-05',
      stays: [
        { why: 'HOLD', rows: 2 },
        { why: 'UNPAID', rows: 1 },
      ],
      more: false,
    },
    { kind: 'PLACES', rows: 0, files: 0, bytes: 0, oldest: null, stays: [], more: false },
  ],
};
const hold = (more: Partial<Hold> = {}): Hold => ({
  holdId: 'LHD1',
  subjectId: 'PRS1',
  subjectKind: 'person',
  subjectName: 'Asha Nair',
  reason: 'A dispute',
  setAt: AT,
  setBy: 'Ira Rao',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
  ...more,
});
const open = () => showRoutes('/retention', [{ path: '/retention', Screen: RetentionPage }]);

describe('RET-4 RET-7 the page Retention', () => {
  it('says what goes, what stays and why, and switches erasing on for what was seen', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getRetention: ok(state()),
      planRetention: ok(plan),
      saveRetention: ok(state({ enabled: true, version: 4 })),
    });
    await open();
    expect(await screen.findByText('Goes: 1,200, and 3 files of 4.1 MB; the oldest of 05-05-2014')).toBeVisible();
    expect(screen.getByText('Stays: 2 held, 1 approved and not paid')).toBeVisible();
    expect(screen.getByText('Last changed 15-07-2026 03:00 by Ira Rao.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Erase this every night' }));
    const question = within(await screen.findByRole('dialog', { name: 'Erase this every night?' }));
    await userEvent.click(question.getByRole('button', { name: 'Erase every night' }));
    expect(await screen.findByText('Every night erases what is past its period.')).toBeVisible();
    const sent = asked.find(({ name }) => name === 'saveRetention');
    expect(sent?.body).toEqual({ periods: USUAL_PERIODS, enabled: true, seen: 'seen-1' });
    expect(sent?.headers.get('if-match')).toBe('"3"');
  });

  it('RET-1 takes no shorter period than law wants, says why, and saves others switched off', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getRetention: ok(state({ enabled: true })),
      planRetention: ok(plan),
      saveRetention: ok(state({ version: 4 })),
    });
    await open();
    const form = within(await screen.findByRole('form', { name: 'How long it is kept' }));
    const years = form.getByLabelText(/^Claims and travel requests/);
    await userEvent.clear(years);
    await userEvent.type(years, '7');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(form.getByText(/^At least 8\. Company law/)).toBeVisible();
    await userEvent.clear(years);
    await userEvent.type(years, '10');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved. Erasing is off until it is switched on again.')).toBeVisible();
    expect(asked.find(({ name }) => name === 'saveRetention')?.body).toEqual({
      periods: { ...USUAL_PERIODS, recordYears: 10 },
      enabled: false,
    });
  });

  it('shows what is held, and what was erased', async () => {
    const report = {
      erasureId: 'ERA1',
      startedAt: AT,
      endedAt: AT,
      by: 'Ira Rao',
      about: 'Asha Nair',
      kinds: [{ kind: 'PROFILE', rows: 4, files: 0, bytes: 0 }],
    };
    await signInAnswered(ORG_ADMIN, {
      getRetention: ok(state({ holds: [hold()], reports: [report] })),
      planRetention: ok(plan),
    });
    await open();
    expect(await screen.findByRole('link', { name: 'Asha Nair' })).toHaveAttribute('href', '/people/PRS1');
    expect(screen.getByText('15-07-2026 03:00, Ira Rao: A dispute')).toBeVisible();
    expect(screen.getByText('15-07-2026 03:00 · Asha Nair, on request')).toBeVisible();
    expect(screen.getByText('Profile: 4')).toBeVisible();
  });
});

describe('RET-6 legal holds on a page', () => {
  const show = () => showRoutes('/x', [{ path: '/x', Screen: () => <HoldsOn subjectId="PRS1" /> }]);

  it('wants a reason to set one, and one to lift it', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { holdsOn: ok([]), setHold: ok([hold()]) });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Hold' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Legal hold' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Hold' }));
    expect(await dialog.findByText('Please enter the reason')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'A dispute');
    await userEvent.click(dialog.getByRole('button', { name: 'Hold' }));
    expect(await screen.findByText('Nothing of this is erased until the hold is lifted.')).toBeVisible();
    expect(asked.find(({ name }) => name === 'setHold')?.body).toEqual({ reason: 'A dispute' });
  });

  it('is refused without a network, which its button says', async () => {
    await signInAnswered(ORG_ADMIN, { holdsOn: ok([]) });
    await show();
    const button = await screen.findByRole('button', { name: 'Hold' });
    act(() => {
      for (let n = 0; n < 3; n += 1) online.sawFailure();
    });
    await waitFor(() => expect(button).toHaveAccessibleDescription('This needs a connection.'));
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('while one holds there is no second', async () => {
    await signInAnswered(ORG_ADMIN, {
      holdsOn: ok([hold(), hold({ holdId: 'LHD0', liftedAt: AT, liftedBy: 'Om Das', liftReason: 'Settled' })]),
    });
    await show();
    expect(await screen.findByText('Lifted 15-07-2026 03:00, Om Das: Settled')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Hold' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Lift' })).toBeVisible();
  });
});

it('RET-6 a record is held by its id, from the page Retention', async () => {
  const asked = await signInAnswered(ORG_ADMIN, {
    getRetention: ok(state()),
    planRetention: ok(plan),
    setHold: ok([hold()]),
  });
  await open();
  await userEvent.type(await screen.findByLabelText(/^Id of a claim/), ' exp01ab ');
  await userEvent.click(screen.getByRole('button', { name: 'Hold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Legal hold' }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'A dispute');
  await userEvent.click(dialog.getByRole('button', { name: 'Hold' }));
  expect(await screen.findByText('Nothing of this is erased until the hold is lifted.')).toBeVisible();
  expect(asked.find(({ name }) => name === 'setHold')?.path).toBe('/api/v1/holds/exp01ab');
});

describe('RET-8 erasing somebody who left', () => {
  const show = () => showRoutes('/x', [{ path: '/x', Screen: () => <ErasePerson personId="PRS1" name="Asha Nair" /> }]);
  const erasure = (more: Partial<PersonErasure> = {}): PersonErasure => ({
    refusal: null,
    goes: [{ kind: 'DEVICES', rows: 2 }],
    stays: ['3 claims and travel requests with bills: kept until 01-04-2035.'],
    seen: 'seen-2',
    ...more,
  });

  it('shows what goes and what stays and until when, asks, and erases what was shown', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      planErasure: ok(erasure()),
      erasePerson: ok(erasure({ goes: [] })),
    });
    await show();
    expect(await screen.findByText('Sessions with their pushes: 2')).toBeVisible();
    expect(screen.getByText(/kept until 01-04-2035/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Erase' }));
    const question = within(await screen.findByRole('dialog', { name: 'Erase this of Asha Nair?' }));
    await userEvent.click(question.getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('What may go of Asha Nair is erased.')).toBeVisible();
    expect(asked.find(({ name }) => name === 'erasePerson')?.body).toEqual({ seen: 'seen-2' });
  });

  it('says why nothing may go now, and what the server refuses', async () => {
    await signInAnswered(ORG_ADMIN, {
      planErasure: ok(erasure()),
      erasePerson: refusal(409, 'CONFLICT', 'What would be erased has changed. Please look at it again.'),
    });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Erase' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Erase' }));
    expect(await screen.findByText('What would be erased has changed. Please look at it again.')).toBeVisible();
  });
});
