import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { startBackground } from '#app/background.ts';
import { dropSession } from '#data/sessionStore.ts';
import { signInOffline } from '#tests/support/screen.tsx';

it('ID-1: what was shown to somebody goes from the phone however they leave', async () => {
  const close = vi.fn();
  const registration = { getNotifications: () => Promise.resolve([{ close }]) };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  const value = { getRegistration: () => Promise.resolve(registration), addEventListener: () => undefined };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  await signInOffline();
  startBackground(new QueryClient(), document.createElement('div'), () => false, true);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(close).not.toHaveBeenCalled();
  dropSession();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce(), { timeout: 5_000 });
});
