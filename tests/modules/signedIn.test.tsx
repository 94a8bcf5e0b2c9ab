import { hashKey } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listUserSessions } from '#contract/calls/sessions.ts';
import type { LivingSession } from '#contract/session.ts';
import { online } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { keepAnswer } from '#data/readCache.ts';
import { SignedInPage } from '#modules/session/screens/SignedInPage.tsx';
import { MANAGER } from '#tests/support/approvals.tsx';
import { showRoutes, signInOffline } from '#tests/support/screen.tsx';
import { answerChanges } from '#tests/support/sentHeaders.ts';

const HERE: LivingSession = {
  sessionId: 'SES1',
  device: 'Firefox on Windows',
  way: 'Google',
  signedInAt: Date.parse('2026-07-15T10:00:00+05:30'),
  lastUsedAt: Date.parse('2026-07-15T12:05:00+05:30'),
  current: true,
};
const PHONE: LivingSession = { ...HERE, sessionId: 'SES2', device: 'Chrome on Android', way: null, current: false };
const keep = (data: LivingSession[], more = {}) =>
  keepAnswer(hashKey(readOptions(listUserSessions).queryKey), { success: true, data, ...more }, Date.now());
const open = () => showRoutes('/signed-in', [{ path: '/signed-in', Screen: SignedInPage }]);
const card = async (name: RegExp) => within(await screen.findByRole('listitem', { name }));

beforeEach(() => signInOffline(MANAGER));

describe('SES-43 where I am signed in', () => {
  it('shows each device with its times, and which one this is', async () => {
    await keep([HERE, PHONE], { more: true });
    await open();
    const here = await card(/^Firefox on Windows/);
    expect(here.getByText('This device')).toBeVisible();
    expect(here.getByText('Last used 15-07-2026 12:05')).toBeVisible();
    expect(here.getByText('Signed in 15-07-2026 10:00 · Google')).toBeVisible();
    expect(here.queryByRole('button')).toBeNull();
    const phone = await card(/^Chrome on Android/);
    expect(phone.getByText('Signed in 15-07-2026 10:00')).toBeVisible();
    expect(phone.queryByText('This device')).toBeNull();
    expect(screen.getByText('There are more than are shown here.')).toBeVisible();
  });

  it('without a network shows what was last known, and ends nothing', async () => {
    await keep([HERE, PHONE]);
    await open();
    for (const name of ['Sign out there: Chrome on Android', 'Sign out everywhere else']) {
      const button = await screen.findByRole('button', { name });
      expect(button).toHaveAccessibleDescription('This needs a connection.');
      await userEvent.click(button);
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(/^As of /)).toBeVisible();
  });

  it('with one session alone there is nothing else to end', async () => {
    await keep([HERE]);
    await open();
    await card(/^Firefox on Windows/);
    expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull();
  });

  it('says why it could not be loaded, with a way to try again', async () => {
    await signInOffline({ ...MANAGER, email: 'manager9@example.com' });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded. No network.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it.each([
    ['Sign out there: Chrome on Android', 'Sign out there'],
    ['Sign out everywhere else', 'Sign out everywhere else'],
  ])('OB-3 %s: after a question, and again under the same key when the answer is lost', async (name, yes) => {
    await keep([HERE, PHONE]);
    await open();
    await screen.findByRole('button', { name });
    const sent = answerChanges([null, { success: true, data: { ended: 1 } }]);
    for (const times of [1, 2]) {
      online.sawAnswer();
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
      await userEvent.click(screen.getByRole('button', { name }));
      const question = within(await screen.findByRole('dialog', { name: `${yes}?` }));
      await userEvent.click(question.getByRole('button', { name: yes }));
      await waitFor(() => expect(sent).toHaveLength(times));
    }
    expect(sent[0]?.key).toMatch(/^[\w-]{16,}$/);
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe('PDA-1 PDA-3 what is held on me', () => {
  it('is saved as a file, with who corrects it and what is not erased', async () => {
    const asked: Request[] = [];
    await keep([HERE]);
    globalThis.fetch = async (input, init) => {
      const request = new Request(new URL(String(input), 'http://localhost'), init);
      if (!request.url.includes('/held')) throw new TypeError('No network.');
      asked.push(request);
      const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="held.zip"' };
      return new Response('PK', { headers });
    };
    online.sawAnswer();
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    await open();
    const section = within(await screen.findByRole('region', { name: 'What is held on you' }));
    expect(section.getByText(/not erased on request/)).toBeVisible();
    expect(section.getByText(/Ask an organisation admin to correct your account/)).toBeVisible();
    online.sawAnswer();
    await userEvent.click(section.getByRole('button', { name: 'Download everything' }));
    await waitFor(() => expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/user/held']));
    vi.restoreAllMocks();
  });
});
