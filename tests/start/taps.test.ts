import { afterEach, describe, expect, it, vi } from 'vitest';
import { controlOf, tapOn, watchTaps, type Tap } from '#start/taps.ts';
import { fc } from '#tests/support/property.ts';

/** A list of claims, each with a button over it and two of its own. */
function list(ids: readonly string[], amount: (id: string) => string = () => '₹500.00'): HTMLElement {
  const root = document.createElement('div');
  const rows = document.createElement('ul');
  for (const id of ids) {
    const row = document.createElement('li');
    row.setAttribute('aria-label', id);
    const facts = document.createElement('p');
    facts.textContent = amount(id);
    const typed = document.createElement('input');
    typed.value = '500';
    row.append(facts, typed);
    for (const name of ['Open', 'Edit', 'Withdraw']) {
      const button = document.createElement('button');
      button.textContent = name;
      button.dataset['of'] = `${id} ${name}`;
      row.append(button);
    }
    rows.append(row);
  }
  const create = document.createElement('button');
  create.textContent = 'File New Expense';
  create.dataset['of'] = 'create';
  root.append(create, rows);
  return root;
}
const control = (root: HTMLElement, of: string): HTMLElement =>
  root.querySelector<HTMLElement>(`[data-of="${of}"]`) ?? expect.fail(of);
const pointer = (type: string, target: EventTarget, x = 5, y = 5): boolean =>
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y }));

afterEach(() => document.body.replaceChildren());

describe('P22: a tap on a snapshot', () => {
  it('is for the same control of the same record, or for nothing, whatever the rows have become', () => {
    const ids = fc.uniqueArray(
      fc.integer({ min: 1, max: 12 }).map((n) => `EXP${n}`),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(ids, ids, fc.nat(), (before, after, pick) => {
        const old = list(before);
        const all = [...old.querySelectorAll<HTMLElement>('button')];
        const tapped = all[pick % all.length] ?? expect.fail('none');
        const tap = tapOn(tapped) ?? expect.fail('no tap');
        const fresh = list(after);
        const of = tapped.dataset['of'] ?? '';
        expect(controlOf(tap, fresh)).toBe(fresh.querySelector(`[data-of="${of}"]`));
      }),
    );
  });

  it('is for nothing while the record reads otherwise: nobody decides what they have not seen', () => {
    const some = fc.uniqueArray(
      fc.integer({ min: 1, max: 12 }).map((n) => `EXP${n}`),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(some, fc.nat(), fc.constantFrom('₹500.00', '₹5,000.00'), (ids, pick, amount) => {
        const id = ids[pick % ids.length] ?? expect.fail('none');
        const tap = tapOn(control(list(ids), `${id} Edit`)) ?? expect.fail('no tap');
        const fresh = list(ids, (each) => (each === id ? amount : '₹1.00'));
        expect(controlOf(tap, fresh)).toBe(amount === '₹500.00' ? control(fresh, `${id} Edit`) : null);
      }),
    );
  });

  it('is for nothing where an amount was typed that does not stand there any more', () => {
    const old = list(['EXP1']);
    const typed = old.querySelector('input');
    if (typed) typed.value = '400';
    expect(controlOf(tapOn(control(old, 'EXP1 Edit')) as Tap, list(['EXP1']))).toBeNull();
  });

  it.each<[string, (row: Element) => void]>([
    ['another version', (row) => row.setAttribute('data-version', '4')],
    [
      'a warning, which is a picture',
      (row) => row.insertAdjacentHTML('beforeend', '<i role="img" aria-label="Late"></i>'),
    ],
    [
      'another whole amount, which is a placeholder',
      (row) => row.querySelector('input')?.setAttribute('placeholder', '₹5'),
    ],
    ['another bill', (row) => row.insertAdjacentHTML('beforeend', '<button aria-label="View bill 2"></button>')],
  ])('is for nothing where the record has %s', (_what, change) => {
    const rowOf = (root: HTMLElement): HTMLElement => {
      const row = root.querySelector('li') ?? expect.fail('no row');
      row.setAttribute('data-version', '3');
      return row;
    };
    const old = list(['EXP1']);
    rowOf(old);
    const tap = tapOn(control(old, 'EXP1 Edit')) as Tap;
    const fresh = list(['EXP1']);
    const row = rowOf(fresh);
    expect(controlOf(tap, fresh)).toBe(control(fresh, 'EXP1 Edit'));
    change(row);
    expect(controlOf(tap, fresh)).toBeNull();
  });

  it('counts once, however often the same is tapped while nothing happens', () => {
    const picture = list(['EXP1', 'EXP2']);
    document.body.append(picture);
    const taps = watchTaps(picture);
    for (const of of ['EXP1 Edit', 'EXP1 Edit', 'EXP2 Edit', 'EXP1 Edit']) pointer('click', control(picture, of));
    const taken: (string | null)[] = [];
    taps.hand(({ row }) => taken.push(row));
    expect(taken).toEqual(['EXP1', 'EXP2']);
  });

  it('is dropped where two could be meant, and in a row without a name', () => {
    const twice = list(['EXP1', 'EXP1']);
    expect(controlOf(tapOn(control(list(['EXP1']), 'EXP1 Edit')) as Tap, twice)).toBeNull();
    const row = document.createElement('li');
    row.innerHTML = '<button>Approve</button>';
    expect(tapOn(row.firstElementChild as Element)).toBeNull();
    expect(tapOn(document.createElement('p'))).toBeNull();
  });

  it('of a link goes by where it leads', () => {
    const nav = document.createElement('ul');
    nav.innerHTML = '<li><a href="/home">Home</a></li><li><a href="/outbox">Outbox 3</a></li>';
    const later = document.createElement('ul');
    later.innerHTML = '<li><a href="/outbox">Outbox</a></li><li><a href="/home">Home</a></li>';
    expect(controlOf(tapOn(nav.querySelector('[href="/outbox"]') as Element) as Tap, later)?.textContent).toBe(
      'Outbox',
    );
  });

  it('does nothing by itself, and is handed over once, in order', () => {
    const picture = list(['EXP1', 'EXP2']);
    document.body.append(picture);
    const acted = vi.fn();
    picture.addEventListener('click', acted);
    const taps = watchTaps(picture);
    expect(pointer('click', control(picture, 'EXP2 Open'))).toBe(false);
    pointer('click', control(picture, 'create'));
    expect(acted).not.toHaveBeenCalled();
    const taken: Tap[] = [];
    taps.hand((tap) => taken.push(tap));
    expect(taken).toEqual([
      { row: 'EXP2', facts: expect.stringContaining('₹500.00') as string, control: 'button Open' },
      { row: null, facts: '', control: 'button File New Expense' },
    ]);
    // The app stands: what is tapped from now on is its own.
    expect(pointer('click', control(picture, 'EXP1 Open'))).toBe(true);
    expect(acted).toHaveBeenCalledOnce();
  });

  it('that is lifted after the app has come counts for what it went down on', () => {
    const picture = list(['EXP1']);
    document.body.append(picture);
    const taps = watchTaps(picture);
    pointer('pointerdown', control(picture, 'EXP1 Edit'));
    const app = list(['EXP9']);
    picture.replaceWith(app);
    const taken: Tap[] = [];
    taps.hand((tap) => taken.push(tap));
    pointer('pointerup', control(app, 'EXP9 Edit'), 8, 9);
    expect(taken).toMatchObject([{ row: 'EXP1', control: 'button Edit' }]);
  });

  it.each([
    ['pointerup', 60],
    ['pointercancel', 5],
  ])('that became a scroll is none (%s at %i px)', (end, y) => {
    const picture = list(['EXP1']);
    document.body.append(picture);
    const taps = watchTaps(picture);
    pointer('pointerdown', control(picture, 'EXP1 Edit'));
    const app = list(['EXP1']);
    picture.replaceWith(app);
    const taken: Tap[] = [];
    taps.hand((tap) => taken.push(tap));
    pointer(end, control(app, 'EXP1 Edit'), 5, y);
    expect(taken).toEqual([]);
  });
});
