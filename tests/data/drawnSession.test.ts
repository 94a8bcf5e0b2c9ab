import { expect, it, vi } from 'vitest';
import { currentSession, dropSession, lastSession, setSession } from '#data/sessionStore.ts';
import { signInOffline } from '#tests/support/screen.tsx';

it('what draws asks for no cookie, and who decides whether somebody is signed in asks each time', async () => {
  await signInOffline();
  const session = currentSession();
  expect(session).not.toBeNull();
  const asked = vi.spyOn(document, 'cookie', 'get');
  expect(lastSession()).toBe(session);
  expect(asked).not.toHaveBeenCalled();
  expect(currentSession()).toBe(session);
  expect(asked).toHaveBeenCalledOnce();
  // Another tab has signed out.
  asked.mockReturnValue('');
  expect(currentSession()).toBeNull();
  expect(lastSession()).toBe(session);
  asked.mockRestore();
  dropSession();
  expect(lastSession()).toBe(session);
  if (session) setSession(session);
});
