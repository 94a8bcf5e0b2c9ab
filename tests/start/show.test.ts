import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '#contract/session.ts';
import { clearToken, writeToken } from '#data/cookies.ts';
import { signOut } from '#data/session.ts';
import { enter } from '#data/signIn.ts';
import { keepSnapshot } from '#data/snapshot.ts';
import { showSnapshot } from '#start/show.ts';
import { snapshotKey } from '#start/snapshot.ts';
import type { TreeNode } from '#start/tree.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

const PATH = '/raise-local/expense';
const ASHA = { ...PERSON, id: 'p1' };
const RAVI = {
  token: 'token 2',
  accountDetails: { email: 'ravi@example.com', personId: 'p2', name: 'Ravi Iyer', employeeCode: 'K2' },
  orgDetails: [],
} as unknown as LoginAnswer;
const NODES: TreeNode[] = [['ul', {}, [['li', { 'aria-label': 'EXP0001' }, ['₹ 480']]]]];
const shown = { nodes: NODES, waiting: false, styles: [] as string[] };
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
    await keepSnapshot(PATH, shown, innerWidth);
    expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(true);
    expect(text()).toBe('₹ 480');
    expect(document.querySelector('.k-snapshot')).toHaveAttribute('aria-hidden', 'true');
    expect(document.querySelector('.k-static')).toBeNull();
  });

  it.each<[string, () => Promise<boolean>]>([
    ['another page', () => showSnapshot('/home', 'token', __BUILD__)],
    ['another build', () => showSnapshot(PATH, 'token', 'b2')],
    ['another session, whosever it is', () => showSnapshot(PATH, 'token 2', __BUILD__)],
    [
      'somebody who has signed out',
      async () => {
        await signOut('keep');
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
    [
      'a page of another width',
      async () => {
        await keepSnapshot(PATH, shown, innerWidth + 1);
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
    [
      'a page whose place another one’s was put into',
      () => {
        localStorage.setItem(snapshotKey('/home'), localStorage.getItem(snapshotKey(PATH)) ?? '');
        return showSnapshot('/home', 'token', __BUILD__);
      },
    ],
    [
      'a page whose place something else was put into',
      () => {
        localStorage.setItem(snapshotKey(PATH), '"no base64 %"');
        return showSnapshot(PATH, 'token', __BUILD__);
      },
    ],
  ])('is not drawn for %s', async (_for, show) => {
    await keepSnapshot(PATH, shown, innerWidth);
    expect(await show()).toBe(false);
    expect(text()).toBeUndefined();
  });

  it('lies sealed: neither what it shows nor the token can be read', async () => {
    await keepSnapshot(PATH, shown, innerWidth);
    const kept = localStorage.getItem(snapshotKey(PATH)) ?? expect.fail('nothing was kept');
    for (const secret of ['480', 'EXP0001', 'token']) {
      expect(kept).not.toContain(secret);
      expect(atob(JSON.parse(kept) as string)).not.toContain(secret);
    }
  });

  it('is kept by nobody whose session ended meanwhile', async () => {
    const keeping = keepSnapshot(PATH, shown, innerWidth);
    writeToken('token 2');
    await keeping;
    expect(localStorage.getItem(snapshotKey(PATH))).toBeNull();
  });

  it('goes when the session ends and when another begins', async () => {
    for (const end of [() => enter(RAVI), () => signOut('keep'), clearToken]) {
      await signInOffline(ASHA);
      await keepSnapshot(PATH, shown, innerWidth);
      await end();
      expect(Object.keys(localStorage)).not.toContain(snapshotKey(PATH));
    }
  });

  it('comes with the sheets it was shown with, and with those of the build alone', async () => {
    const styles = ['/assets/list-1.css', 'https://evil.test/x.css', '//evil.test/assets/x.css', '/assets/../x.css'];
    await keepSnapshot(PATH, { ...shown, styles }, innerWidth);
    const loaded = (): HTMLLinkElement[] => [...document.head.querySelectorAll('link')];
    const drawn = showSnapshot(PATH, 'token', __BUILD__);
    await vi.waitFor(() => expect(loaded()).toHaveLength(1));
    expect(text()).toBeUndefined();
    loaded()[0]?.dispatchEvent(new Event('load'));
    expect(await drawn).toBe(true);
    expect(loaded().map((sheet) => sheet.getAttribute('href'))).toEqual(['/assets/list-1.css']);
    document.head.replaceChildren();
  });

  it('waits for no database', async () => {
    await keepSnapshot(PATH, shown, innerWidth);
    const opened = vi.spyOn(IDBFactory.prototype, 'open');
    expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(true);
    expect(opened).not.toHaveBeenCalled();
  });
});
