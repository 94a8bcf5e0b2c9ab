import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ProvisionedGroup, Provisioning, ProvisioningToken } from '#contract/provisioning.ts';
import { online } from '#data/online.ts';
import { ProvisioningPage } from '#modules/provisioning/screens/ProvisioningPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const token = (more: Partial<ProvisioningToken> = {}): ProvisioningToken => ({
  tokenId: 'a1',
  name: 'Entra ID',
  createdAt: Date.parse('2026-07-01T10:00:00+05:30'),
  lastUsedAt: Date.parse('2026-07-15T11:00:00+05:30'),
  expiresAt: null,
  endedAt: null,
  ...more,
});
const group = (more: Partial<ProvisionedGroup> = {}): ProvisionedGroup => ({
  groupId: 'GRP1',
  name: 'Finance team',
  members: 12_345,
  roles: [],
  version: 3,
  ...more,
});
const page = (more: Partial<Provisioning> = {}): object =>
  ok({ address: 'https://kharcha.example/scim/v2', tokens: [token()], groups: [group()], ...more });

const open = () => showRoutes('/people/provisioning', [{ path: '/people/provisioning', Screen: ProvisioningPage }]);
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('SCIM-10 the page Provisioning', () => {
  it('shows the address, the tokens with their use, and what groups give', async () => {
    const over = token({ tokenId: 'a2', name: 'Okta', endedAt: Date.parse('2026-07-02T10:00:00+05:30') });
    const unused = token({ tokenId: 'a3', name: 'Next', lastUsedAt: null, expiresAt: Date.parse('2030-01-01') });
    await signInAnswered(ORG_ADMIN, {
      getProvisioning: page({ tokens: [token(), over, unused], groups: [group({ roles: ['finance'] })] }),
    });
    await open();
    expect(await screen.findByText('https://kharcha.example/scim/v2')).toBeVisible();
    expect((await row('Entra ID')).getByText(/Last used 15-07-2026 11:00 · Good until it is ended$/)).toBeVisible();
    const ended = await row('Okta');
    expect(ended.getByText(/Ended 02-07-2026 10:00$/)).toBeVisible();
    expect(ended.queryByRole('button')).toBeNull();
    expect((await row('Next')).getByText(/Not used yet · Good until 01-01-2030/)).toBeVisible();
    expect((await row('Finance team')).getByText('12,345 people · Gives Finance')).toBeVisible();
  });

  it('makes a token and shows it this once', async () => {
    const made = { ...token({ name: 'Okta' }), token: 'kharcha_scim_secret' };
    const asked = await signInAnswered(ORG_ADMIN, {
      getProvisioning: page({ tokens: [] }),
      createProvisioningToken: ok(made),
    });
    await open();
    expect(await screen.findByText('There is no token yet, so no provider can come in.')).toBeVisible();
    const make = screen.getByRole('button', { name: 'Make a token' });
    await userEvent.click(make);
    expect(await screen.findByText('Please enter the name')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Name'), 'Okta');
    await userEvent.type(screen.getByLabelText('Good for, in days'), '0');
    await userEvent.click(make);
    expect(await screen.findByText('Please enter a whole number from 1 to 3650')).toBeVisible();
    expect(asked.some(({ name }) => name === 'createProvisioningToken')).toBe(false);
    await userEvent.clear(screen.getByLabelText('Good for, in days'));
    await userEvent.type(screen.getByLabelText('Good for, in days'), '90');
    await userEvent.click(make);
    expect(await screen.findByText('kharcha_scim_secret')).toBeVisible();
    expect(asked.filter(({ name }) => name === 'createProvisioningToken').at(-1)?.body).toEqual({
      name: 'Okta',
      days: 90,
    });
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('kharcha_scim_secret');
  });

  it('ends a token after a question', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getProvisioning: page(),
      endProvisioningToken: ok({ tokenId: 'a1' }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'End Entra ID' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End Entra ID?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    expect(await screen.findByText('The token has ended.')).toBeVisible();
    expect(asked.map(({ path }) => path)).toContain('/api/v1/organisation/provisioning/tokens/a1/end');
  });

  it('SCIM-9 says what a group gives, on the version that was looked at, and why not', async () => {
    let refused = true;
    const message = 'This is the last organisation admin. Please name another one first.';
    const asked = await signInAnswered(ORG_ADMIN, {
      getProvisioning: page({ groups: [group({ roles: ['orgAdmin'] })] }),
      updateProvisionedGroup: () =>
        refused ? refusal(409, 'CONFLICT', message) : ok(group({ roles: ['finance'], version: 4 })),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change the roles of Finance team' }));
    const choices = within(screen.getByRole('group', { name: 'Roles of Finance team' }));
    await userEvent.click(choices.getByRole('checkbox', { name: 'Organisation admin' }));
    await userEvent.click(choices.getByRole('checkbox', { name: 'Finance' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(choices.getByRole('checkbox', { name: 'Finance' })).toBeChecked();
    refused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Finance team: gives finance from now on.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    const last = asked.filter(({ name }) => name === 'updateProvisionedGroup').at(-1);
    expect([last?.body, last?.headers.get('if-match')]).toEqual([{ roles: ['finance'] }, '"3"']);
  });

  it('finds one of many groups, and without a network changes nothing', async () => {
    const groups = Array.from({ length: 12 }, (_, n) => group({ groupId: `GRP${n}`, name: `Team ${n}` }));
    await signInAnswered(ORG_ADMIN, { getProvisioning: page({ groups }) });
    await open();
    await userEvent.type(await screen.findByLabelText('Find a group'), 'team 11');
    expect(screen.getAllByRole('listitem', { name: /^Team/ })).toHaveLength(1);
    act(() => {
      for (let n = 0; n < 3; n += 1) online.sawFailure();
    });
    const make = await screen.findByRole('button', { name: 'Make a token' });
    await waitFor(() => expect(make).toHaveAccessibleDescription('This needs a connection.'));
    await userEvent.click(make);
    expect(screen.queryByText(/shown this once/)).toBeNull();
  });
});
