import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSnapshots } from '#app/keepSnapshots.ts';
import { takeOver } from '#app/takeOver.ts';
import { writeToken } from '#data/cookies.ts';
import { showSnapshot } from '#start/show.ts';
import { tapOn, type Tap } from '#start/taps.ts';
import { snapshotKey } from '#start/snapshot.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

const PATH = '/raise-local/expense';
const kept = (): string | null => localStorage.getItem(snapshotKey(PATH));
let root: HTMLElement;
let stop = (): void => undefined;

function leave(): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
}
const card = (id: string): HTMLElement => {
  const row = document.createElement('li');
  row.setAttribute('aria-label', id);
  const button = document.createElement('button');
  button.textContent = 'Open';
  row.append(button);
  return row;
};

beforeEach(async () => {
  await signInOffline({ ...PERSON, id: 'p1' });
  document.body.innerHTML = '<div id="root"><ul></ul></div>';
  root = document.querySelector<HTMLElement>('#root') ?? expect.fail('no root');
  window.history.replaceState(null, '', PATH);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('P22: what a start page shows is kept', () => {
  it('once it has changed and when the page is left, and drawn at the next start with what came last', async () => {
    stop = keepSnapshots(root, () => true);
    root.querySelector('ul')?.append(card('EXP0001'));
    await vi.waitFor(() => expect(kept()).not.toBeNull(), 5_000);
    root.querySelector('ul')?.append(card('EXP0002'));
    await Promise.resolve();
    leave();
    await vi.waitFor(async () => {
      document.body.innerHTML = '<div id="root"><div class="k-static"></div></div>';
      await showSnapshot(PATH, 'token', __BUILD__);
      expect([...document.querySelectorAll('li')].map((row) => row.getAttribute('aria-label'))).toEqual([
        'EXP0001',
        'EXP0002',
      ]);
    }, 5_000);
  });

  it('with the paths of its style sheets, which the bundler’s loader names by their whole addresses', async () => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `${window.location.origin}/assets/list-1.css`;
    document.head.append(sheet);
    stop = keepSnapshots(root, () => true);
    root.append('row');
    await Promise.resolve();
    leave();
    sheet.remove();
    await vi.waitFor(async () => {
      document.body.innerHTML = '<div id="root"><div class="k-static"></div></div>';
      void showSnapshot(PATH, 'token', __BUILD__);
      await vi.waitFor(() => expect(document.head.querySelector('link[href="/assets/list-1.css"]')).not.toBeNull());
    }, 5_000);
    document.head.querySelector('link[href="/assets/list-1.css"]')?.remove();
  });

  it.each([
    ['a list with filters', '?EMPLOYEE_NAME=x', ''],
    ['a list while it loads', '', '<div role="status" aria-label="Loading"></div>'],
    ['a list that failed', '', '<p role="alert">This list could not be loaded.</p>'],
    ['a page under a dialog', '', '<dialog open>Edit</dialog>'],
    ['a list with something selected', '', '<ul><li data-selected="">EXP1</li></ul>'],
  ])('but not of %s', async (_what, search, html) => {
    localStorage.removeItem(snapshotKey(PATH));
    window.history.replaceState(null, '', PATH + search);
    stop = keepSnapshots(root, () => true);
    root.insertAdjacentHTML('beforeend', `${html}<p>row</p>`);
    await Promise.resolve();
    leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept()).toBeNull();
  });

  it('but not of the page before, which stands while the one that the address names still loads', async () => {
    localStorage.removeItem(snapshotKey(PATH));
    let isShown = false;
    stop = keepSnapshots(root, () => isShown);
    const list = root.querySelector('ul');
    list?.append(card('TRIP0001'));
    await Promise.resolve();
    leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept()).toBeNull();
    isShown = true;
    // Nothing is drawn again where both read the same.
    await vi.waitFor(() => expect(kept()).not.toBeNull(), 5_000);
  });

  it('anew when a row is of another version of its record and reads the same', async () => {
    stop = keepSnapshots(root, () => true);
    const row = card('EXP0001');
    root.querySelector('ul')?.append(row);
    const drawn = async (): Promise<string | null | undefined> => {
      const picture = document.createElement('div');
      picture.innerHTML = '<div id="root"><div class="k-static"></div></div>';
      root.hidden = true;
      root.id = '';
      document.body.append(picture);
      await showSnapshot(PATH, 'token', __BUILD__);
      const version = picture.querySelector('li')?.getAttribute('data-version');
      picture.remove();
      root.id = 'root';
      root.hidden = false;
      return version;
    };
    for (const version of ['1', '2']) {
      row.setAttribute('data-version', version);
      await Promise.resolve();
      leave();
      await vi.waitFor(async () => expect(await drawn()).toBe(version), 20_000);
    }
  });

  it('not for who has signed in in another tab meanwhile: the cookie is theirs, the page is not', async () => {
    localStorage.removeItem(snapshotKey(PATH));
    stop = keepSnapshots(root, () => true);
    root.querySelector('ul')?.append(card('EXP0001'));
    await Promise.resolve();
    writeToken('another');
    leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(kept()).toBeNull();
    writeToken('token');
  });

  it('nor of a screen that may show a secret', async () => {
    window.history.replaceState(null, '', '/integrations');
    stop = keepSnapshots(root, () => true);
    root.append('whsec_123');
    await Promise.resolve();
    leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Object.keys(localStorage).filter((key) => key.endsWith('/integrations'))).toEqual([]);
  });
});

describe('P22: a tap on a snapshot', () => {
  const opened: string[] = [];
  function app(ids: readonly string[]): void {
    const list = document.createElement('ul');
    for (const id of ids) {
      const row = card(id);
      row.querySelector('button')?.addEventListener('click', () => opened.push(id));
      list.append(row);
    }
    root.replaceChildren(list);
  }
  const tapped = (...taps: Tap[]): void => {
    window.kharchaSnapshot = { waiting: false, taps: { hand: (act) => taps.forEach(act) } };
  };
  const tapOnCard = (id: string): Tap => tapOn(card(id).querySelector('button') as Element) as Tap;
  const frames = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 120));
  beforeEach(() => opened.splice(0));

  it('is made on the row it was meant for, also when that comes a moment later', async () => {
    app(['EXP0009']);
    tapped(tapOnCard('EXP0001'));
    takeOver(root);
    await frames();
    expect(opened).toEqual([]);
    app(['EXP0009', 'EXP0001']);
    await vi.waitFor(() => expect(opened).toEqual(['EXP0001']));
  });

  it('is dropped when the person has gone on before its row came', async () => {
    app(['EXP0009']);
    tapped(tapOnCard('EXP0001'));
    takeOver(root);
    await frames();
    window.dispatchEvent(new Event('pointerdown'));
    app(['EXP0001']);
    await frames();
    expect(opened).toEqual([]);
  });

  it('is dropped behind a dialog that the tap before it has opened', async () => {
    app(['EXP0001', 'EXP0002']);
    root.querySelector('button')?.addEventListener('click', () => {
      root.insertAdjacentHTML('beforeend', '<div role="dialog">EXP0001</div>');
    });
    tapped(tapOnCard('EXP0001'), tapOnCard('EXP0002'));
    takeOver(root);
    await frames();
    expect(opened).toEqual(['EXP0001']);
  });

  it('is made once', async () => {
    app(['EXP0001']);
    tapped(tapOnCard('EXP0001'));
    takeOver(root);
    takeOver(root);
    await frames();
    expect(opened).toEqual(['EXP0001']);
  });
});

describe('P22: what is typed on a snapshot', () => {
  const field = (version: number): string =>
    `<ul><li aria-label="EXP1" data-version="${version}">₹500<input aria-label="Amount EXP1"></li></ul>`;
  const picture = async (): Promise<void> => {
    localStorage.removeItem(snapshotKey(PATH));
    root.innerHTML = field(3);
    stop = keepSnapshots(root, () => true);
    root.querySelector('li')?.append(' ');
    await Promise.resolve();
    leave();
    await vi.waitFor(async () => {
      document.body.innerHTML = '<div id="root"><div class="k-static"></div></div>';
      expect(await showSnapshot(PATH, 'token', __BUILD__)).toBe(true);
    }, 5_000);
    root = document.querySelector<HTMLElement>('#root') ?? expect.fail('no root');
    const input = root.querySelector('input') ?? expect.fail('no field');
    input.focus();
    input.value = '400';
  };

  it('goes into the same field of the same claim, where the person goes on typing', async () => {
    await picture();
    root.innerHTML = field(3).replace('</li>', ' </li>');
    takeOver(root);
    const after = root.querySelector('input');
    expect([after?.value, document.activeElement === after]).toEqual(['400', true]);
  });

  it('goes on where the browser says that the field loses the focus as the picture is taken away', async () => {
    await picture();
    root.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    root.innerHTML = field(3).replace('</li>', ' </li>');
    takeOver(root);
    const after = root.querySelector('input');
    expect([after?.value, document.activeElement === after]).toEqual(['400', true]);
  });

  it('gets no focus back that the person took from it', async () => {
    await picture();
    root.querySelector('input')?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    await Promise.resolve();
    root.innerHTML = field(3).replace('</li>', ' </li>');
    takeOver(root);
    expect(document.activeElement).toBe(document.body);
  });

  it('goes nowhere where the claim is another version by now', async () => {
    await picture();
    root.innerHTML = field(4).replace('</li>', ' </li>');
    takeOver(root);
    expect(root.querySelector('input')?.value).toBe('');
  });
});
