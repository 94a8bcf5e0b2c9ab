import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KEYS } from '#start/local.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { readLines } from '#tests/support/fixtures.ts';

const SESSION = {
  email: 'asha@example.com',
  name: 'Asha Nair',
  employeeCode: 'E1',
  roles: NO_ROLES,
  rolesKnown: true,
  timeZone: 'Asia/Kolkata',
};

/** The data layer of a page that has just been opened. */
async function page() {
  vi.resetModules();
  const [store, cookies] = [await import('#data/sessionStore.ts'), await import('#data/cookies.ts')];
  return { ...store, ...cookies };
}
const written = () => vi.waitFor(() => expect(localStorage.getItem(KEYS.facts)).toContain(SESSION.email));

/** A page of somebody who is signed in, which watches what other tabs do. */
async function watched() {
  const here = await page();
  here.writeToken('token');
  here.setSession(SESSION);
  await written();
  const reload = vi.fn();
  return { here, reload, stop: here.watchOtherTabs(reload) };
}

describe('what the first frame knows (SW-2)', () => {
  beforeEach(() => localStorage.clear());

  it('is who is signed in, at once and without asking anybody', async () => {
    const first = await page();
    first.writeToken('token');
    first.setSession(SESSION);
    await written();
    const second = await page();
    expect(second.currentSession()).toEqual(SESSION);
  });

  it('OB-11 is who was signed in with the build before, whose localStorage tests/fixtures recorded', async () => {
    const kept = readLines<Record<string, string>>('facts.jsonl')[0] ?? {};
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    const first = await page();
    first.writeToken('token');
    expect(first.currentSession()).toEqual(SESSION);
    first.setSession({ ...SESSION, name: 'Asha' });
    await vi.waitFor(() => expect(localStorage.getItem(KEYS.facts)).not.toContain(SESSION.name));
  });

  it('is nobody without the cookie, and nobody after signing out', async () => {
    const first = await page();
    first.writeToken('token');
    first.setSession(SESSION);
    await written();
    first.clearToken();
    expect((await page()).currentSession()).toBeNull();
    first.dropSession();
    await vi.waitFor(() => expect(localStorage.getItem(KEYS.facts)).not.toContain(SESSION.email));
    first.writeToken('token');
    expect((await page()).currentSession()).toBeNull();
  });

  it.each([
    '',
    '{',
    '{"clientState":5}',
    '{"clientState":{"queries":[{"queryKey":["session"],"queryHash":"[\\"session\\"]","state":{"data":{"email":5}}}]}}',
    '[]',
  ])('is nobody where the device holds %s', async (junk) => {
    localStorage.setItem(KEYS.facts, junk);
    const first = await page();
    first.writeToken('token');
    expect(first.currentSession()).toBeNull();
    first.setSession(SESSION);
    await written();
  });

  it('goes with a sign-in in another tab: the page is reloaded', async () => {
    const { reload, stop } = await watched();
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.facts }));
    expect(reload).not.toHaveBeenCalled();
    localStorage.setItem(
      KEYS.facts,
      (localStorage.getItem(KEYS.facts) ?? '').replaceAll(SESSION.email, 'other@example.com'),
    );
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.facts }));
    expect(reload).toHaveBeenCalledOnce();
    stop();
  });

  it.each([
    ['nobody else', 'other@example.com', true],
    ['the same person', SESSION.email, false],
  ])('ID-1: after the end of its session its address is for %s', async (_, email, anew) => {
    const { here, reload, stop } = await watched();
    const facts = localStorage.getItem(KEYS.facts) ?? '';
    here.dropSession();
    localStorage.setItem(KEYS.facts, facts.replaceAll(SESSION.email, email));
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.facts }));
    expect(reload).toHaveBeenLastCalledWith(anew);
    stop();
  });

  it.each([
    ['a sign-out', null, true],
    ['the end of a session', '[]', false],
  ])('ID-1: what %s in another tab leaves of its address', async (_, starts, anew) => {
    const { reload, stop } = await watched();
    if (starts !== null) localStorage.setItem(KEYS.starts, starts);
    localStorage.removeItem(KEYS.facts);
    window.dispatchEvent(new StorageEvent('storage', { key: KEYS.facts }));
    expect(reload).toHaveBeenLastCalledWith(anew);
    stop();
  });

  it('ID-1: a page restored from the browser’s memory is reloaded when its person has left meanwhile', async () => {
    const { reload, stop } = await watched();
    const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    comeBack(true);
    expect(reload).not.toHaveBeenCalled();
    // Nobody tells a page in that memory what other tabs do.
    localStorage.setItem(
      KEYS.facts,
      (localStorage.getItem(KEYS.facts) ?? '').replaceAll(SESSION.email, 'other@example.com'),
    );
    comeBack(false);
    expect(reload).not.toHaveBeenCalled();
    comeBack(true);
    expect(reload).toHaveBeenCalledOnce();
    stop();
    comeBack(true);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('ID-1: it comes back empty, and shows nobody who has left on this very page', async () => {
    const { here, reload, stop } = await watched();
    const move = (type: string) => window.dispatchEvent(Object.assign(new Event(type), { persisted: true }));
    const { style } = document.documentElement;
    move('pagehide');
    expect(style.visibility).toBe('hidden');
    move('pageshow');
    expect([style.visibility, reload.mock.calls.length]).toEqual(['', 0]);
    // As it does before it leaves for a provider's sign-out.
    here.dropSession();
    await written();
    move('pagehide');
    move('pageshow');
    expect([style.visibility, reload.mock.calls.length]).toEqual(['hidden', 1]);
    stop();
    style.visibility = '';
  });
});
