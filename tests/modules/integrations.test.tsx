import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from '#contract/webhook.ts';
import { online } from '#data/online.ts';
import { IntegrationsPage } from '#modules/integrations/screens/IntegrationsPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const URL_ = 'https://hooks.example.com/kharcha';
const NOON = Date.parse('2026-07-15T12:00:00+05:30');
const receiver = (more: Partial<Webhook> = {}): Webhook => ({
  webhookId: 'WHK1',
  url: URL_,
  events: [...WEBHOOK_EVENTS],
  off: null,
  waiting: 0,
  failed: 0,
  lastSuccessAt: NOON,
  lastFailureAt: null,
  lastFailure: null,
  version: 3,
  createdAt: NOON,
  updatedAt: NOON,
  ...more,
});
const delivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId: 'evt_1',
  type: 'claim.decided',
  createdAt: NOON,
  state: 'FAILED',
  attempts: 12,
  reason: 'It answered with status 500.',
  dueAt: null,
  ...more,
});

const open = () => showRoutes('/integrations', [{ path: '/integrations', Screen: IntegrationsPage }]);
const row = async () => within(await screen.findByRole('listitem', { name: URL_ }));
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const none = { listApiKeys: ok([]) };

describe('HOOK-8 the page Integrations', () => {
  it('says how each receiver is doing', async () => {
    const failing = receiver({
      webhookId: 'WHK2',
      url: `${URL_}/2`,
      events: ['claim.paid', 'person.changed'],
      lastSuccessAt: null,
      lastFailureAt: NOON,
      lastFailure: 'It could not be reached.',
      waiting: 3,
      failed: 1,
    });
    const gone = receiver({ webhookId: 'WHK3', url: `${URL_}/3`, off: 'GONE', lastFailure: 'It answered with 410.' });
    await signInAnswered(ORG_ADMIN, { ...none, listWebhooks: ok([receiver(), failing, gone]) });
    await open();
    expect((await row()).getByText('On')).toBeVisible();
    expect((await row()).getByText('All events')).toBeVisible();
    expect((await row()).getByText('Last taken 15-07-2026 12:00')).toBeVisible();
    const second = within(screen.getByRole('listitem', { name: `${URL_}/2` }));
    for (const said of ['Failing', 'Claim paid, Person changed', 'Nothing taken yet · 3 wait · 1 failed'])
      expect(second.getByText(said)).toBeVisible();
    expect(second.getByText('It could not be reached.')).toBeVisible();
    expect(within(screen.getByRole('listitem', { name: `${URL_}/3` })).getByText('Off: it is gone')).toBeVisible();
  });

  it('adds a receiver, and shows its secret this once', async () => {
    const made = receiver({ version: 1, lastSuccessAt: null });
    let there: Webhook[] = [];
    const asked = await signInAnswered(ORG_ADMIN, {
      ...none,
      listWebhooks: () => ok(there),
      createWebhook: () => {
        there = [made];
        return ok({ ...made, secret: 'whsec_c2VjcmV0' });
      },
    });
    await open();
    expect(await screen.findByText('There is no receiver yet, so nobody is told.')).toBeVisible();
    await press('Add a receiver');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a receiver' }));
    await userEvent.type(await dialog.findByLabelText('Address'), 'http://hooks.example.com');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('The address must begin with https://')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Address'));
    await userEvent.type(dialog.getByLabelText('Address'), URL_);
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Person changed' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
    expect(asked.filter(({ name }) => name === 'createWebhook').map(({ body }) => body)).toEqual([
      { url: URL_, events: WEBHOOK_EVENTS.filter((type) => type !== 'person.changed'), enabled: true },
    ]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('c2VjcmV0');
  });

  it('changes one on the version that was looked at, and says why not', async () => {
    let refused = true;
    const asked = await signInAnswered(ORG_ADMIN, {
      ...none,
      listWebhooks: ok([receiver()]),
      updateWebhook: () =>
        refused
          ? refusal(409, 'VERSION_CONFLICT', 'This was changed in the meantime.')
          : ok(receiver({ off: 'ADMIN' })),
    });
    await open();
    await press(`Edit ${URL_}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Change the receiver' }));
    await userEvent.click(await dialog.findByRole('checkbox', { name: /^It is on/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This was changed in the meantime.')).toBeVisible();
    refused = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The receiver is changed.')).toBeVisible();
    const last = asked.filter(({ name }) => name === 'updateWebhook').at(-1);
    expect([last?.headers.get('if-match'), (last?.body as { enabled: boolean } | undefined)?.enabled]).toEqual([
      '"3"',
      false,
    ]);
  });

  it('sends a test and says how that went, makes a new secret after a question, and ends a receiver', async () => {
    let well = false;
    const asked = await signInAnswered(ORG_ADMIN, {
      ...none,
      listWebhooks: ok([receiver()]),
      tryWebhook: () =>
        ok(well ? { ok: true, message: 'It has taken the test.' } : { ok: false, message: 'No answer.' }),
      rotateWebhookSecret: ok({ ...receiver({ version: 4 }), secret: 'whsec_bmV4dA==' }),
      endWebhook: ok({ webhookId: 'WHK1' }),
    });
    await open();
    await press(`Send a test to ${URL_}`);
    expect(await screen.findByText('No answer.')).toBeVisible();
    well = true;
    await press(`Send a test to ${URL_}`);
    expect(await screen.findByText('It has taken the test.')).toBeVisible();
    await press(`New secret for ${URL_}`);
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Make a new secret?' })).getByRole('button', {
        name: 'Make a new secret',
      }),
    );
    expect(await screen.findByText('whsec_bmV4dA==')).toBeVisible();
    await press(`End ${URL_}`);
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'End this receiver?' })).getByRole('button', { name: 'End' }),
    );
    expect(await screen.findByText('The receiver has ended.')).toBeVisible();
    expect(asked.map(({ path }) => path)).toContain('/api/v1/organisation/webhooks/WHK1/end');
  });

  it('shows what was not taken and why, and sends one or all of it again', async () => {
    const waiting = delivery({
      eventId: 'evt_2',
      state: 'WAITING',
      attempts: 1,
      dueAt: NOON + 60_000,
      reason: 'Slow.',
    });
    const asked = await signInAnswered(ORG_ADMIN, {
      ...none,
      listWebhooks: ok([receiver({ failed: 2, waiting: 1 })]),
      listWebhookDeliveries: ok([delivery(), waiting]),
      sendWebhooksAgain: ({ body }) => ok({ again: (body as { eventIds: unknown }).eventIds === null ? 2 : 1 }),
    });
    await open();
    await press('What was not taken');
    expect(await screen.findByText('It answered with status 500. Failed, tried 12 times.')).toBeVisible();
    expect(screen.getByText('Slow. Next 15-07-2026 12:01, tried once.')).toBeVisible();
    await press('Send Claim decided again');
    expect(await screen.findByText('It is sent again.')).toBeVisible();
    await press('Send all 2 again');
    expect(await screen.findByText('2 are sent again.')).toBeVisible();
    expect(asked.filter(({ name }) => name === 'sendWebhooksAgain').map(({ body }) => body)).toEqual([
      { eventIds: ['evt_1'] },
      { eventIds: null },
    ]);
  });

  it('says what a receiver that is off, and a device without a network, cannot do', async () => {
    await signInAnswered(ORG_ADMIN, {
      ...none,
      listWebhooks: ok([receiver({ off: 'FAILING', failed: 1 })]),
      listWebhookDeliveries: ok([delivery()]),
    });
    await open();
    expect(await screen.findByText('Off: it failed for days')).toBeVisible();
    await press('What was not taken');
    const again = await screen.findByRole('button', { name: 'Send Claim decided again' });
    expect(again).toHaveAccessibleDescription('Switch the receiver on first.');
    await userEvent.click(again);
    act(() => {
      for (let n = 0; n < 3; n += 1) online.sawFailure();
    });
    const add = await screen.findByRole('button', { name: 'Add a receiver' });
    await waitFor(() => expect(add).toHaveAccessibleDescription('This needs a connection.'));
    await userEvent.click(add);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('ORG-35 keys of the sales app', () => {
  const key = { tokenId: 'k1', name: 'Sales app', createdAt: NOON, lastUsedAt: null, expiresAt: null, endedAt: null };

  it('are made, shown once, and ended', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      listWebhooks: ok([]),
      listApiKeys: ok([key]),
      createApiKey: ok({ ...key, name: 'Next', token: 'kharcha_intake_secret' }),
      endApiKey: ok({ tokenId: 'k1' }),
    });
    await open();
    await userEvent.type(await screen.findByLabelText('Name'), 'Next');
    await userEvent.click(screen.getByRole('button', { name: 'Make a key' }));
    expect(await screen.findByText('kharcha_intake_secret')).toBeVisible();
    expect(
      screen.getByText(/^This is the key for Next\. It is shown this once: enter it at the sales app/),
    ).toBeVisible();
    await press('End Sales app');
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'End Sales app?' })).getByRole('button', { name: 'End' }),
    );
    expect(await screen.findByText('The key has ended.')).toBeVisible();
    expect(asked.map(({ path }) => path)).toContain('/api/v1/organisation/keys/k1/end');
  });
});
