import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeBootValue } from '#data/bootCache.ts';
import { deviceStore, dropKey } from '#data/person.ts';
import { keepSnapshot } from '#data/snapshot.ts';
import { KEYS } from '#start/local.ts';
import { showSnapshot } from '#start/show.ts';
import { sessionHash, snapshotKey, type Snapshot } from '#start/snapshot.ts';
import type { TreeNode } from '#start/tree.ts';
import { cipherOf, seal } from '#storage/vault.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

const PATH = '/raise-local/expense';
const ASHA = { ...PERSON, id: 'p1' };
const RAVI = { ...PERSON, id: 'p2', email: 'ravi@example.com', name: 'Ravi Iyer' };
const NODES: TreeNode[] = [['ul', {}, [['li', { 'aria-label': 'EXP0001' }, ['₹ 480']]]]];
const shown = { nodes: NODES, waiting: false, width: window.innerWidth, styles: [] as string[] };
const text = (): string | undefined => document.querySelector('.k-snapshot')?.textContent;

/** The page as index.html has it. */
function openPage(): void {
  document.body.innerHTML = '<div id="root"><div class="k-static">…</div></div>';
  delete window.kharchaSnapshot;
}

beforeEach(async () => {
  openPage();
  await signInOffline(ASHA);
});
afterEach(() => document.body.replaceChildren());

describe('P22: what a start page showed last', () => {
  it('is drawn in its frame’s place, for no screen reader, by the build and in the session that took it', async () => {
    await keepSnapshot(PATH, shown);
    expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(true);
    expect(text()).toBe('₹ 480');
    expect(document.querySelector('.k-snapshot')).toHaveAttribute('aria-hidden', 'true');
    expect(document.querySelector('.k-static')).toBeNull();
  });

  it.each<[string, () => Promise<boolean>]>([
    ['another page', () => showSnapshot('/home', 'token', __BUILD__)],
    ['another build', () => showSnapshot(PATH, 'token', 'b2')],
    ['another session of the same person', () => showSnapshot(PATH, 'token 2', __BUILD__)],
    [
      'another person, who signed in in another tab a moment ago',
      async () => {
        writeBootValue('session', RAVI);
        await vi.waitFor(() => expect(localStorage.getItem(KEYS.facts)).toContain('"p2"'));
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
    [
      'a person whom the page does not know yet',
      () => {
        localStorage.clear();
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
    [
      'somebody who has signed out',
      async () => {
        await dropKey(ASHA);
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
    [
      'a page of another width',
      async () => {
        await keepSnapshot(PATH, { ...shown, width: shown.width + 1 });
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
    [
      'an app that stands already',
      () => {
        document.body.innerHTML = '<div id="root"><main>the app</main></div>';
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
  ])('is not drawn for %s', async (_for, show) => {
    await keepSnapshot(PATH, shown);
    expect(await show()).toBe(false);
    expect(text()).toBeUndefined();
  });

  it('of one person does not open with the keys of another', async () => {
    await keepSnapshot(PATH, shown);
    const device = await deviceStore();
    const sealed = await device.get(snapshotKey(PATH));
    await signInOffline(RAVI);
    await device.set(snapshotKey(PATH), sealed);
    expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(false);
  });

  it('goes with the keys at sign-out, and is not brought back by another path', async () => {
    await keepSnapshot(PATH, shown);
    await dropKey(ASHA);
    expect(await (await deviceStore()).get(snapshotKey(PATH))).toBeUndefined();
  });

  it('moved to another page’s place does not open', async () => {
    await keepSnapshot(PATH, shown);
    const device = await deviceStore();
    await device.set(snapshotKey('/home'), await device.get(snapshotKey(PATH)));
    expect(await showSnapshot('/home', 'token', __BUILD__)).toBe(false);
  });

  it('tells no token: the hash in it is not the token’s own', async () => {
    expect(await sessionHash('token')).not.toContain('token');
    const { ring } = await (await deviceStore()).opening(ASHA);
    const snapshot: Snapshot = { ...shown, build: __BUILD__, session: 'token' };
    await (await deviceStore()).set(snapshotKey(PATH), await seal(cipherOf(ring!), snapshot, snapshotKey(PATH)));
    expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(false);
  });

  it('comes with the sheets it was shown with, and with those of the build alone', async () => {
    const styles = ['/assets/list-1.css', 'https://evil.test/x.css', '//evil.test/assets/x.css', '/assets/../x.css'];
    await keepSnapshot(PATH, { ...shown, styles });
    const loaded = (): HTMLLinkElement[] => [...document.head.querySelectorAll('link')];
    const drawn = showSnapshot(PATH, 'token', __BUILD__);
    await vi.waitFor(() => expect(loaded()).toHaveLength(1));
    expect(text()).toBeUndefined();
    loaded()[0]?.dispatchEvent(new Event('load'));
    expect(await drawn).toBe(true);
    expect(loaded().map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/list-1.css']);
    document.head.replaceChildren();
  });

  it('makes no store where there is none', async () => {
    const before = globalThis.indexedDB;
    const factory = new IDBFactory();
    globalThis.indexedDB = factory;
    try {
      expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(false);
      expect(await factory.databases()).toEqual([]);
    } finally {
      globalThis.indexedDB = before;
    }
  });
});
