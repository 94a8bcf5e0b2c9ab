import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AskedAgain } from '#app/AskedAgain.tsx';
import { importPeople } from '#contract/calls/people.ts';
import { downloadAudit } from '#contract/calls/audit.ts';
import { rememberConfig } from '#data/config.ts';
import { readToken } from '#start/cookies.ts';
import { saveFile } from '#data/saveFile.ts';
import { uploadFile } from '#data/upload.ts';
import { deviceStore } from '#data/person.ts';
import { currentSession, NO_ROLES } from '#data/sessionStore.ts';
import { OrganisationPage } from '#modules/organisation/screens/OrganisationPage.tsx';
import { page } from '#ui/page.ts';
import { ok, refusal, signInAnswered, type AskedCall } from '#tests/support/answers.ts';
import { ORG_ADMIN } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

vi.setConfig({ testTimeout: 60_000 });

const WHY = 'Please sign in again: for this, a sign-in may not be older than an hour.';
const NEW = 'N'.repeat(43);
const STATE = {
  name: 'Acme',
  logo: null,
  signIn: { google: false, codes: true, providers: 0 },
  people: 20,
  publicUrl: null,
  timeZone: 'Asia/Kolkata',
  timeZoneSet: false,
  timeZoneStays: true,
  version: 2,
};
const CONFIG = {
  success: true as const,
  googleClientId: null,
  demo: true,
  codeSignIn: false,
  identityProviders: [{ id: 'idp', name: 'Acme ID' }],
  locationRequired: false,
  baseUrls: { expense: '', auth: '', file: '' },
  analyticsUrl: null,
  pushPublicKey: null,
  orgTimeZone: 'Asia/Kolkata',
  version: 'test',
};
const leave = vi.spyOn(page, 'leave').mockReturnValue();

/** Refuses what was asked with the session before. */
const ifRecent =
  (answer: object) =>
  ({ headers }: AskedCall): object =>
    headers.get('token') === NEW ? answer : refusal(403, 'SIGN_IN_AGAIN', WHY);
const signedInAs = (email: string, name: string): object => ({
  success: true,
  token: NEW,
  accountDetails: { email, name, employeeCode: 'KH1' },
  orgDetails: [{ organisationId: '1', name: 'Acme' }],
  deviceSecret: 'A'.repeat(43),
});

async function open(who = signedInAs(ORG_ADMIN.email, ORG_ADMIN.name)): Promise<AskedCall[]> {
  rememberConfig(CONFIG);
  const asked = await signInAnswered(ORG_ADMIN, {
    getConfig: CONFIG,
    getOrganisation: ok(STATE),
    listIdentityProviders: ok({ providers: [], redirectUri: 'https://k/c', signOutUri: 'https://k/l' }),
    renameOrganisation: ifRecent(ok({ ...STATE, name: 'Acme India', version: 3 })),
    importPeople: ifRecent(refusal(422, 'INVALID', 'No rows.')),
    downloadAudit: ifRecent(refusal(404, 'NOT_FOUND', 'Nothing here')),
    demoCredential: ok({ credential: 'demo' }),
    googleLogin: who,
    userRole: ok(NO_ROLES),
    logout: { success: true },
  });
  const Screen = () => (
    <>
      <OrganisationPage />
      <AskedAgain />
    </>
  );
  await showRoutes('/organisation', [{ path: '/organisation', Screen }]);
  return asked;
}
const question = async () => within(await screen.findByRole('dialog', { name: 'Sign in again' }));
const form = () => within(screen.getByRole('dialog', { name: 'Organisation' }));
async function rename(): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit the organisation' }));
  await screen.findByRole('dialog', { name: 'Organisation' });
  await userEvent.type(form().getByLabelText('Name'), ' India');
  await userEvent.click(form().getByRole('button', { name: 'Save' }));
}
const sentOf = (asked: readonly AskedCall[], name: AskedCall['name']) => asked.filter((each) => each.name === name);

beforeEach(() => leave.mockClear());

describe('SES-45 a call that wants a more recent sign-in', () => {
  it('asks why in the server’s words, signs in over the form, and is made again under its key', async () => {
    const asked = await open();
    await rename();
    const dialog = await question();
    expect(dialog.getByText(WHY)).toBeVisible();
    expect(dialog.getByText(/This page stays as it is/)).toBeVisible();
    expect(readToken()).toBe('token');
    await userEvent.click(dialog.getByRole('button', { name: `Sign in as ${ORG_ADMIN.name}` }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = sentOf(asked, 'renameOrganisation');
    expect(sent.map(({ headers, body }) => [headers.get('token'), body])).toEqual([
      ['token', { name: 'Acme India' }],
      [NEW, { name: 'Acme India' }],
    ]);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(currentSession()?.email).toBe(ORG_ADMIN.email);
    expect(leave).not.toHaveBeenCalled();
    // The session before it ends, and no other.
    await waitFor(() => expect(sentOf(asked, 'logout').map(({ headers }) => headers.get('token'))).toEqual(['token']));
  });

  it('Cancel leaves everything as it was: signed in, the form with its words, nothing changed', async () => {
    const asked = await open();
    await rename();
    await userEvent.click((await question()).getByRole('button', { name: 'Cancel' }));
    expect(await form().findByText(WHY)).toBeVisible();
    expect(form().getByLabelText('Name')).toHaveValue('Acme India');
    expect(sentOf(asked, 'renameOrganisation')).toHaveLength(1);
    expect(readToken()).toBe('token');
  });

  it('somebody else gets a page of their own, and nothing of the first person’s', async () => {
    const asked = await open(signedInAs('other@example.com', 'Somebody Else'));
    await rename();
    await userEvent.click((await question()).getByRole('button', { name: `Sign in as ${ORG_ADMIN.name}` }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/home'));
    expect(sentOf(asked, 'renameOrganisation')).toHaveLength(1);
    expect(currentSession()).toBeNull();
    expect(readToken()).toBe(NEW);
    expect((await (await deviceStore()).opening({ email: ORG_ADMIN.email })).ring).toBeNull();
    await waitFor(() => expect(sentOf(asked, 'logout').map(({ headers }) => headers.get('token'))).toEqual(['token']));
  });

  it('a provider is told to ask who it is, and it is said that the page is left', async () => {
    await open();
    await rename();
    const dialog = await question();
    expect(dialog.getByText(/what is typed here and not saved is gone then/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Sign in with Acme ID' }));
    // With the dialog that is open: the way back leads into it.
    await waitFor(() =>
      expect(leave.mock.lastCall?.[0]).toMatch(/^\/api\/v1\/auth\/oidc\/idp\/start\?rd=%2Forganisation.*&again=1$/),
    );
  });

  it('a file and an upload ask in the same way, both at once in one dialog', async () => {
    const asked = await open();
    await screen.findByRole('button', { name: 'Edit the organisation' });
    const results = Promise.allSettled([
      saveFile(downloadAudit, { name: 'audit.csv' }),
      uploadFile(importPeople, new File(['x'], 'people.csv')),
    ]);
    const dialog = await question();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await userEvent.click(dialog.getByRole('button', { name: `Sign in as ${ORG_ADMIN.name}` }));
    expect((await results).map((each) => each.status === 'rejected' && (each.reason as Error).message)).toEqual([
      'Nothing here',
      'No rows.',
    ]);
    for (const name of ['downloadAudit', 'importPeople'] as const)
      expect(sentOf(asked, name).map(({ headers }) => headers.get('token'))).toEqual(['token', NEW]);
  });

  it('a session that ends meanwhile takes the question with it', async () => {
    await open();
    await rename();
    await question();
    const { dropSession } = await import('#data/sessionStore.ts');
    dropSession();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  });
});
