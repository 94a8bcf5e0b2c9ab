import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { currentSession } from '#data/sessionStore.ts';
import type { IdentityProvider } from '#contract/identityProvider.ts';
import { parseGroupLines, parseProviderValues, EMPTY_PROVIDER } from '#modules/organisation/providerValues.ts';
import { OrganisationPage } from '#modules/organisation/screens/OrganisationPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const STATE = {
  name: 'Acme',
  logo: null,
  signIn: { google: false, codes: true, providers: 0 },
  people: 2_000,
  publicUrl: null,
  timeZone: 'Asia/Kolkata',
  timeZoneSet: false,
  timeZoneStays: false,
  version: 2,
};
const acme: IdentityProvider = {
  providerId: 'IDP1',
  name: 'Acme ID',
  issuer: 'https://id.acme.example',
  clientId: 'kharcha',
  domains: ['acme.example'],
  trustsEmail: false,
  groupsClaim: 'groups',
  groupRoles: { accounts: ['finance', 'manager'] },
  enabled: true,
  position: 3,
  hasSecret: true,
  version: 4,
  createdAt: 0,
  updatedAt: 0,
};
const listed = (...providers: IdentityProvider[]) =>
  ok({ providers, redirectUri: 'https://k.example/callback', signOutUri: 'https://k.example/logout' });
const open = () => showRoutes('/organisation', [{ path: '/organisation', Screen: OrganisationPage }]);
const dialog = (name: string) => screen.findByRole('dialog', { name });

describe('ORG-30 the organisation', () => {
  it('says what it is called, how people sign in and how many they are; the name is changed', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(),
      renameOrganisation: ok({ ...STATE, name: 'Acme India', version: 3 }),
    });
    await open();
    expect(await screen.findByText('Acme')).toBeVisible();
    expect(screen.getByText('2,000 at work.')).toBeVisible();
    expect(screen.getByText(/^Days are those of Asia\/Kolkata\. From the first claim/)).toBeVisible();
    expect(screen.getByText(/The financial year starts in April/)).toBeVisible();
    expect(screen.getByText('Set GOOGLE_CLIENT_ID to switch it on.')).toBeVisible();
    expect(screen.queryByText('Set SMTP_URL to switch them on.')).toBeNull();
    expect(await screen.findByText('https://k.example/callback')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Edit the organisation' }));
    const form = within(await dialog('Organisation'));
    await userEvent.clear(await form.findByLabelText('Name'));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Please enter the organisation')).toBeVisible();
    await userEvent.type(form.getByLabelText('Name'), 'Acme India');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.find(({ name }) => name === 'renameOrganisation');
    expect([sent?.body, sent?.headers.get('If-Match')]).toEqual([{ name: 'Acme India' }, '"2"']);
  });
});

describe('ORG-36 the time zone on screen', () => {
  it('is chosen while it can be, and the page goes on by it', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(),
      renameOrganisation: ok({ ...STATE, timeZone: 'Asia/Dubai', version: 3 }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the organisation' }));
    const form = within(await dialog('Organisation'));
    await userEvent.type(await form.findByRole('combobox', { name: /Time zone/ }), 'dubai{Enter}');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.find(({ name }) => name === 'renameOrganisation')?.body;
    expect(sent).toEqual({ name: 'Acme', timeZone: 'Asia/Dubai' });
    expect(currentSession()?.timeZone).toBe('Asia/Dubai');
  });

  it.each([
    [{ timeZoneSet: true }, /^Days are those of Asia\/Kolkata, as ORG_TIME_ZONE of the server says\. From/],
    [{ timeZoneStays: true }, /^Days are those of Asia\/Kolkata, and stay so/],
  ])('cannot be chosen where it is fixed: %o', async (fixed, said) => {
    await signInAnswered(ORG_ADMIN, { getOrganisation: ok({ ...STATE, ...fixed }), listIdentityProviders: listed() });
    await open();
    expect(await screen.findByText(said)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Edit the organisation' }));
    const form = within(await dialog('Organisation'));
    await form.findByLabelText('Name');
    expect(form.queryByRole('combobox')).toBeNull();
  });
});

describe('ORG-37 the logo on screen', () => {
  const picture = (type: string, size = 3) => new File([new Uint8Array(size)], 'logo', { type });

  it('is chosen and sent; what is no picture, or too large, is said at once', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(),
      renameOrganisation: ok({ ...STATE, logo: 'data:image/webp;base64,AAAA', version: 3 }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the organisation' }));
    const form = within(await dialog('Organisation'));
    const input = await form.findByLabelText('Logo');
    for (const wrong of [picture('image/svg+xml'), picture('image/png', 500_001)]) {
      await userEvent.upload(input, wrong, { applyAccept: false });
      expect(await form.findByText('Please choose a PNG, JPEG or WebP picture of at most 500 kB')).toBeVisible();
    }
    await userEvent.upload(input, picture('image/png'));
    expect(await form.findByRole('img', { name: 'Logo' })).toHaveAttribute('src', 'data:image/png;base64,AAAA');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ name }) => name === 'renameOrganisation')?.body).toEqual({ name: 'Acme', logo: 'AAAA' });
  });

  it('is taken away', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok({ ...STATE, logo: 'data:image/webp;base64,AAAA' }),
      listIdentityProviders: listed(),
      renameOrganisation: ok(STATE),
    });
    await open();
    expect(await screen.findByRole('img', { name: 'Logo' })).toHaveAttribute('src', 'data:image/webp;base64,AAAA');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit the organisation' }));
    const form = within(await dialog('Organisation'));
    await userEvent.click(await form.findByRole('button', { name: 'Take the logo away' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ name }) => name === 'renameOrganisation')?.body).toEqual({ name: 'Acme', logo: null });
  });
});

describe('SES-36 providers on screen', () => {
  it('a provider is tried out before it is kept, and what is wrong stands beside its field', async () => {
    let reached = false;
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(),
      tryIdentityProvider: () => {
        const message = 'The provider does not answer';
        return reached
          ? ok({ issuer: acme.issuer, keys: 2, signsOut: true })
          : refusal(422, 'INVALID', message, { errors: { issuer: message } });
      },
      createIdentityProvider: ok(acme),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a provider' }));
    const form = within(await dialog('Add a provider'));
    await userEvent.click(await form.findByRole('button', { name: 'Try out and keep' }));
    expect(await form.findByText('Please enter the name')).toBeVisible();
    expect(asked.some(({ name }) => name === 'tryIdentityProvider')).toBe(false);
    for (const [label, text] of [
      ['Name', 'Acme ID'],
      ['Issuer', acme.issuer],
      ['Client id', 'kharcha'],
      ['Client secret', 'very secret'],
      ['Domains', 'acme.example, acme.in'],
      ['Groups claim', 'groups'],
      ['Roles of groups', 'accounts: Finance, manager'],
    ] as const)
      await userEvent.type(form.getByLabelText(new RegExp(`^${label}`)), text);
    await userEvent.click(form.getByRole('button', { name: 'Try out and keep' }));
    expect(await form.findByText('The provider does not answer')).toBeVisible();
    expect(asked.some(({ name }) => name === 'createIdentityProvider')).toBe(false);
    reached = true;
    await userEvent.click(form.getByRole('button', { name: 'Try out and keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ name }) => name === 'createIdentityProvider')?.body).toEqual({
      name: 'Acme ID',
      issuer: acme.issuer,
      clientId: 'kharcha',
      clientSecret: 'very secret',
      domains: ['acme.example', 'acme.in'],
      trustsEmail: false,
      groupsClaim: 'groups',
      groupRoles: { accounts: ['finance', 'manager'] },
      enabled: true,
      position: 0,
    });
    // A secret is never put aside on the device.
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('very secret');
  });

  it('is changed with its secret kept, and removed after a question', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(acme),
      updateIdentityProvider: ok({ ...acme, enabled: false }),
      removeIdentityProvider: ok({ providerId: 'IDP1' }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Acme ID' }));
    const form = within(await dialog('Sign-in with Acme ID'));
    expect(await form.findByLabelText(/^Roles of groups/)).toHaveValue('accounts: Finance, Manager');
    await userEvent.click(form.getByRole('checkbox', { name: /stands on the sign-in page/ }));
    await userEvent.click(form.getByRole('button', { name: 'Try out and keep' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.find(({ name }) => name === 'updateIdentityProvider');
    expect(sent?.body).toMatchObject({ enabled: false, position: 3, domains: ['acme.example'] });
    expect(sent?.body).not.toHaveProperty('clientSecret');
    expect(sent?.headers.get('If-Match')).toBe('"4"');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Acme ID' }));
    const question = within(await dialog('Remove Acme ID?'));
    await userEvent.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(asked.some(({ name }) => name === 'removeIdentityProvider')).toBe(true));
  });

  it('SES-46 takes everybody over after a question, and only one that is on', async () => {
    const asked = await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(acme, { ...acme, providerId: 'IDP2', name: 'Old', enabled: false }),
      moveToIdentityProvider: ok({ moved: 7 }),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move people to Acme ID' }));
    expect(screen.queryByRole('button', { name: 'Move people to Old' })).toBeNull();
    const question = within(await dialog('Move everybody to Acme ID?'));
    await userEvent.click(question.getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('People sign in with Acme ID from now on.')).toBeInTheDocument();
    expect(asked.find(({ name }) => name === 'moveToIdentityProvider')?.headers.get('If-Match')).toBe('"4"');
  });

  it.each([
    ['', null],
    ['a: Finance\n\nb: manager, Organisation admin', { a: ['finance'], b: ['manager', 'orgAdmin'] }],
    ['https://x/y: Finance', { 'https://x/y': ['finance'] }],
  ])('reads lines of groups: %j', (text, map) => {
    expect(parseGroupLines(text)).toEqual({ value: map });
  });
  it.each([
    ['accounts', 'Please write a group, a colon and its roles: accounts'],
    ['accounts:', 'Please write a group, a colon and its roles: accounts:'],
    ['accounts: Boss', "There is no role 'Boss'"],
  ])('says what is wrong with a line: %j', (groupRoles, message) => {
    const parsed = parseProviderValues({ ...EMPTY_PROVIDER, groupRoles }, undefined);
    expect(parsed.ok ? null : parsed.errors['groupRoles']).toBe(message);
  });
});

describe('ORG-31 the check on screen', () => {
  it('says of each part what was found, or why nothing was', async () => {
    let fails = true;
    await signInAnswered(ORG_ADMIN, {
      getOrganisation: ok(STATE),
      listIdentityProviders: listed(),
      checkInstallation: () =>
        fails
          ? refusal(429, 'RATE_LIMITED', 'Too many checks. Please wait.')
          : ok([
              { part: 'mail', state: 'OFF', message: 'No mail is sent.' },
              { part: 'backup', state: 'WORKS', message: 'A backup was made.' },
            ]),
    });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('Too many checks. Please wait.')).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Check now' }));
    const found = within(await screen.findByRole('list', { name: 'What was found' })).getAllByRole('listitem');
    expect(found.map(({ textContent }) => textContent)).toEqual([
      'Mail OffNo mail is sent.',
      'Backup WorksA backup was made.',
    ]);
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
  });
});
