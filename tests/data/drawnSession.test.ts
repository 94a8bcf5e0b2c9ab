import { expect, it, vi } from 'vitest';
import { writeToken } from '#data/cookies.ts';
import {
  changeSession,
  currentSession,
  dropSession,
  lastSession,
  setSession,
  subscribeSession,
} from '#data/sessionStore.ts';
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

it('a session that the server tells again unchanged is the same object, so that nothing is drawn anew', async () => {
  await signInOffline();
  const before = lastSession();
  if (!before) throw new Error('Nobody is signed in.');
  const told = vi.fn();
  const stop = subscribeSession(told);
  // The order in which an answer names things is not that of what was kept.
  const { id, timeZone, ...rest } = structuredClone(before);
  setSession({ timeZone, ...rest, ...(id !== undefined && { id }) });
  expect(lastSession()).toBe(before);
  expect(currentSession()).toBe(before);
  expect(told).toHaveBeenCalledOnce();

  setSession({ ...before, roles: { ...before.roles, isFinance: !before.roles.isFinance } });
  expect(lastSession()).not.toBe(before);
  expect(lastSession()?.roles.isFinance).toBe(!before.roles.isFinance);
  stop();
  setSession(before);
});

it('P14: what has changed of a session is not noted where another tab has put somebody else’s token', async () => {
  await signInOffline();
  const before = lastSession();
  writeToken('another');
  changeSession({ timeZone: 'Asia/Tokyo' });
  expect(lastSession()).toBe(before);
  writeToken('token');
  changeSession({ timeZone: 'Asia/Tokyo' });
  expect(lastSession()?.timeZone).toBe('Asia/Tokyo');
  if (before) setSession(before);
});
