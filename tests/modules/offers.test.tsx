import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { outbox } from '#data/entries.ts';
import { Offers } from '#modules/home/Offers.tsx';
import { signInAnswered } from '#tests/support/answers.ts';
import { PERSON, show } from '#tests/support/screen.tsx';

const SAID = 'kharcha.said';
const answer = ({ headers }: { headers: Headers }): Response =>
  Response.json(
    { success: true, data: { id: 'EXP1', version: 1 } },
    { headers: { [HEADERS.idempotencyKey]: headers.get(HEADERS.idempotencyKey) ?? '' } },
  );

beforeEach(() => {
  localStorage.removeItem(SAID);
  vi.stubGlobal('PushManager', class {});
  const notification = {
    permission: 'default',
    requestPermission: () => Promise.resolve((notification.permission = 'denied')),
  };
  vi.stubGlobal('Notification', notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(undefined), ready: new Promise(() => undefined) },
  });
});
afterEach(() => {
  window.kharchaInstall = undefined;
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.removeItem(SAID);
});

/** Sends a claim, and waits until the server has it. */
async function sendOne(): Promise<void> {
  const box = await outbox();
  await box.enqueue(
    {
      endpoint: 'createLocalExpense',
      url: '/api/v1/allExpense/create?primaryExpenseType=0',
      method: 'POST',
      body: {},
      record: { kind: 'localExpense' },
      face: { title: 'Taxi' },
    },
    [],
  );
  await act(() => box.drain());
  await waitFor(async () => expect((await box.list()).map(({ state }) => state)).toEqual(['done']));
}

/** The browser's offer to install, as the start keeps it. */
function installable() {
  const asked = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt: asked });
  window.kharchaInstall = event;
  act(() => void window.dispatchEvent(event));
  return asked;
}

const button = (name: string) => screen.queryByRole('button', { name });

it('ST-6: who has sent something is offered the app, then notifications; what is declined, never again', async () => {
  await signInAnswered(PERSON, { createLocalExpense: answer });
  const { unmount } = show(<Offers />);
  installable();
  expect(screen.queryByRole('complementary')).toBeNull();
  await sendOne();
  expect(await screen.findByRole('button', { name: 'Install' })).toBeVisible();
  expect(button('Tell me on this device')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
  expect(await screen.findByRole('button', { name: 'Tell me on this device' })).toBeVisible();
  expect(button('Install')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  unmount();
  show(<Offers />);
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('ST-6: each is taken with one tap, and goes', async () => {
  await signInAnswered(PERSON, { createLocalExpense: answer });
  show(<Offers />);
  const asked = installable();
  await sendOne();
  await userEvent.click(await screen.findByRole('button', { name: 'Install' }));
  expect(asked).toHaveBeenCalledOnce();
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me on this device' }));
  // The person tells the browser 'no': it would not ask again.
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});
