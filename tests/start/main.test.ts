import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetStart, rememberStart, takeStart } from '#data/boot.ts';
import { setSession } from '#data/sessionStore.ts';
import { keepSnapshot } from '#data/snapshot.ts';
import { startAddress } from '#start/pages.ts';
import { KEYS, writeLocal } from '#start/local.ts';
import { PERSON } from '#tests/support/screen.tsx';

const URL_OF_LIST = '/api/v1/allExpense/search?pageSize=25';
const asked: { url: string; headers: Record<string, string> }[] = [];

/** Runs the start script as the browser does, at an address. */
async function boot(address: string): Promise<void> {
  window.history.replaceState(null, '', address);
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string> }) => {
    asked.push({ url, headers: init.headers });
    return Promise.resolve(new Response('{}'));
  });
  vi.resetModules();
  await import('#start/main.ts');
  vi.unstubAllGlobals();
}

afterEach(() => {
  asked.length = 0;
  delete window.kharchaStart;
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  document.head.innerHTML = '';
});

describe('the start script asks for the first list beside the code', () => {
  it('only when somebody is signed in and the address is known', async () => {
    rememberStart('/raise-local/expense', URL_OF_LIST);
    await boot('/raise-local/expense');
    expect(asked).toEqual([]);
    expect(document.documentElement.hasAttribute('data-signed-out')).toBe(true);
    document.cookie = 'admin-auth-token=secret; Path=/';
    await boot('/raise-local/expense?page=3');
    expect(asked).toEqual([]);
    await boot('/raise-local/expense/?page=0');
    expect(asked.map(({ url, headers }) => [url, headers['token'], headers['platform']])).toEqual([
      [URL_OF_LIST, 'secret', 'WEB_SITE'],
    ]);
  });

  it('its answer is taken once, by the same call of the same person', async () => {
    document.cookie = 'admin-auth-token=secret; Path=/';
    rememberStart('/raise-local/expense', URL_OF_LIST);
    await boot('/raise-local/expense');
    expect(takeStart(URL_OF_LIST, 'another')).toBeNull();
    expect(takeStart('/api/other', 'secret')).toBeNull();
    expect(await takeStart(URL_OF_LIST, 'secret')).toBeInstanceOf(Response);
    expect(takeStart(URL_OF_LIST, 'secret')).toBeNull();
  });

  it('Z16: never sends the token to an address that is no call of ours', async () => {
    document.cookie = 'admin-auth-token=secret; Path=/';
    for (const bad of ['//evil.test/x', 'javascript:alert(1)', 'evil.test', 5]) {
      writeLocal(KEYS.starts, { '/home': bad });
      await boot('/home');
    }
    expect(asked).toEqual([]);
  });

  it('fetches the screen’s own files and takes over the chosen colours', async () => {
    document.cookie = 'admin-auth-token=secret; Path=/';
    document.documentElement.setAttribute('data-first', JSON.stringify({ '/home': ['/assets/a.js', '/assets/a.css'] }));
    localStorage.setItem(KEYS.scheme, 'dark');
    await boot('/home');
    expect([...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')])).toEqual([
      ['modulepreload', '/assets/a.js'],
      ['stylesheet', '/assets/a.css'],
    ]);
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  });

  it.each([true, false])(
    'draws what it showed last after the page’s own first frame (seen already: %s)',
    async (seen) => {
      document.cookie = 'admin-auth-token=secret; Path=/';
      document.documentElement.setAttribute('data-build', __BUILD__);
      document.body.innerHTML = '<div id="root"><div class="k-static">…</div></div>';
      setSession(PERSON);
      await keepSnapshot('/home', { nodes: ['Last seen'], waiting: false, styles: [] }, innerWidth);
      const frames: FrameRequestCallback[] = [];
      vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
      vi.spyOn(performance, 'getEntriesByName').mockReturnValue(seen ? [{} as PerformanceEntry] : []);
      const picture = (): string | undefined => document.querySelector('.k-snapshot')?.textContent;
      await boot('/home');
      if (!seen) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(picture()).toBeUndefined();
        for (const frame of frames.splice(0)) frame(0);
      }
      await vi.waitFor(() => expect(picture()).toBe('Last seen'));
      vi.restoreAllMocks();
      document.body.replaceChildren();
      delete window.kharchaSnapshot;
    },
  );

  it('ST-4: keeps the browser’s offer to install until the app is installed', async () => {
    await boot('/login');
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    window.dispatchEvent(offer);
    expect([offer.defaultPrevented, window.kharchaInstall]).toEqual([true, offer]);
    window.dispatchEvent(new Event('appinstalled'));
    expect(window.kharchaInstall).toBeUndefined();
  });

  it('does not ask again for what the server refused', async () => {
    document.cookie = 'admin-auth-token=secret; Path=/';
    rememberStart('/raise-local/expense?EMPLOYEE_NAME=x', '/api/refused');
    rememberStart('/raise-local/expense', URL_OF_LIST);
    forgetStart('/raise-local/expense?EMPLOYEE_NAME=x');
    await boot('/raise-local/expense?EMPLOYEE_NAME=x');
    expect(asked).toEqual([]);
    await boot('/raise-local/expense');
    expect(asked).toHaveLength(1);
  });

  it('remembers the newest few addresses; a guess does not replace what a screen asked', () => {
    for (let i = 0; i < 12; i += 1) rememberStart(`/list-${i}`, `/api/${i}`);
    const kept = JSON.parse(localStorage.getItem(KEYS.starts) ?? '{}') as Record<string, string>;
    expect(Object.keys(kept)).toHaveLength(8);
    expect(kept['/list-11']).toBe('/api/11');
    rememberStart('/list-11', '/api/guess', false);
    expect((JSON.parse(localStorage.getItem(KEYS.starts) ?? '{}') as Record<string, string>)['/list-11']).toBe(
      '/api/11',
    );
    expect(startAddress({ pathname: '/a/', search: '?page=0' })).toBe('/a');
    expect(startAddress({ pathname: '/a', search: '?page=1' })).toBe('/a?page=1');
  });
});
