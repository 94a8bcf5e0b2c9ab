import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeOver } from '#app/takeOver.ts';
import { KEYS, SENT_CODE } from '#start/local.ts';

/** An app that says that it was begun. Each is another module: a module runs once. */
let apps = 0;
const newApp = (): string =>
  `data:text/javascript,globalThis.kharchaBegun=(globalThis.kharchaBegun??0)+1//${(apps += 1)}`;
const begun = (): unknown => (globalThis as { kharchaBegun?: number }).kharchaBegun ?? 0;
const page = document.documentElement;
const FORM =
  '<main><form><label for="e">Work e-mail</label><input id="e" type="email"><button>Send code</button></form>' +
  '<ul><li data-key="asha"><button type="button"><b>Asha</b></button></li></ul></main>';

/** Runs the script as the browser does in the document that the server has drawn. */
async function open(address = '/login', attributes: Record<string, string> = {}, signedOut = true): Promise<void> {
  window.history.replaceState(null, '', address);
  document.body.innerHTML = `<div id="root">${FORM}</div>`;
  for (const [name, value] of Object.entries({ 'data-app': newApp(), ...attributes })) page.setAttribute(name, value);
  vi.resetModules();
  await import('#start/signIn.ts');
  if (signedOut) await vi.waitFor(() => expect(window.kharchaSnapshot).toBeDefined());
}
/** Longer than the script takes to begin the app. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  delete (globalThis as { kharchaBegun?: number }).kharchaBegun;
  // What waits for a sign of an earlier page hears it.
  window.dispatchEvent(new Event('keydown'));
  window.kharchaSnapshot?.taps.hand(() => undefined);
  delete window.kharchaSnapshot;
  for (const name of page.getAttributeNames()) page.removeAttribute(name);
  document.body.replaceChildren();
  sessionStorage.clear();
  document.cookie = 'admin-auth-token=; Path=/; Max-Age=0';
});

describe('on the sign-in page that the server has drawn', () => {
  it.each(['pointermove', 'pointerdown', 'keydown', 'storage', 'offline', 'hashchange'])(
    'the app begins at the first %s, and once',
    async (sign) => {
      await open();
      await soon();
      expect(begun()).toBe(0);
      window.dispatchEvent(new Event(sign));
      document.querySelector('input')?.focus();
      await vi.waitFor(() => expect(begun()).toBe(1));
      await soon();
      expect(begun()).toBe(1);
    },
  );

  it.each<[string, () => Promise<void>]>([
    ['after a provider', () => open('/login#ticket=abc')],
    ['with Google', () => open('/login', { 'data-begin': '' })],
    [
      'with a code on its way',
      () => {
        sessionStorage.setItem(SENT_CODE, '{}');
        return open();
      },
    ],
    [
      'without a network',
      () => {
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
        return open();
      },
    ],
  ])('the app begins at once %s', async (_when, act) => {
    await act();
    await vi.waitFor(() => expect(begun()).toBe(1));
  });

  it.each<[string, () => Promise<unknown>, (worker: EventTarget) => void]>([
    ['its script', () => Promise.reject(new Error('no script')), () => undefined],
    [
      'a file of its installation',
      () => Promise.resolve({}),
      (worker) => {
        Object.assign(worker, { state: 'redundant' });
        worker.dispatchEvent(new Event('statechange'));
      },
    ],
  ])('SW-4: the app begins, and goes on, where of the worker %s did not come', async (_what, register, fail) => {
    const installing = new EventTarget();
    vi.stubGlobal('navigator', {
      onLine: true,
      serviceWorker: { controller: null, register: async () => ({ ...((await register()) as object), installing }) },
    });
    await open();
    await soon();
    fail(installing);
    await vi.waitFor(() => expect(begun()).toBe(1));
  });

  it('with a session the app begins at once, and nothing on the page is kept', async () => {
    document.cookie = 'admin-auth-token=secret; Path=/';
    await open('/login', {}, false);
    await vi.waitFor(() => expect(begun()).toBe(1));
    expect(window.kharchaSnapshot).toBeUndefined();
  });

  it('shows the chosen colours', async () => {
    localStorage.setItem(KEYS.scheme, 'dark');
    await open();
    expect(page.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  it('follows the device’s colours while it waits', async () => {
    const device = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal('matchMedia', () => device);
    await open();
    expect(page.getAttribute('data-mantine-color-scheme')).toBe('light');
    device.matches = true;
    device.dispatchEvent(new Event('change'));
    expect(page.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(begun()).toBe(0);
  });

  it('what was typed, where, and what was tapped is the app’s', async () => {
    await open();
    const root = document.getElementById('root');
    const [before] = document.querySelectorAll('input');
    before?.focus();
    if (before) before.value = 'asha@';
    root?.querySelector('li button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    if (root) root.innerHTML = FORM;
    const tapped = vi.fn<() => void>();
    const heard = vi.fn<() => void>();
    root?.querySelector('li button')?.addEventListener('click', tapped);
    root?.querySelector('input')?.addEventListener('input', heard);
    if (root) takeOver(root);
    const [after] = document.querySelectorAll('input');
    expect(after).not.toBe(before);
    expect([after?.value, document.activeElement === after, heard.mock.calls.length]).toEqual(['asha@', true, 1]);
    await vi.waitFor(() => expect(tapped).toHaveBeenCalledTimes(1));
  });
});
