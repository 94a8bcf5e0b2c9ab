import { cleanup, render } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, describe, expect, it } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { CardList } from '#list/CardList.tsx';
import { raiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { draw, treeOf } from '#start/tree.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { fc } from '#tests/support/property.ts';
import { Providers } from '#app/providers.tsx';
import { createQueryClient } from '#data/queryClient.ts';
import { PERSON } from '#tests/support/screen.tsx';

const nothing = (): void => undefined;

/** React's first frame of a list with these rows. */
async function frameOf(rows: readonly LocalExpense[]): Promise<HTMLElement> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <CardList
          def={raiseLocalExpense}
          items={rows.map((row) => ({ key: row.expenseId, row, real: true }))}
          page="1"
          whose={PERSON.email}
          viewer={PERSON}
          readOnly={false}
          unfolded={[]}
          busy={false}
          selection={null}
          onOpen={nothing}
          openDialog={nothing}
          onEditEntry={nothing}
          onAction={nothing}
        />
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  return render(
    <Providers client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </Providers>,
  ).container;
}

/** What of an element decides how it looks, and what it is when it is tapped. */
const lookOf = (element: Element): unknown[] => [
  element.localName,
  element.namespaceURI,
  element.getAttribute('class'),
  element.getAttribute('style'),
  element.getAttribute('aria-label'),
  element.getAttribute('href'),
  element.getAttribute('d'),
  element.children.length,
  element.textContent,
];
const looksOf = (root: ParentNode): unknown[] => [...root.querySelectorAll('*')].map(lookOf);

const words = fc.string({ unit: 'grapheme', maxLength: 30 });
const someRow = fc.record({
  expenseId: fc.integer({ min: 1, max: 9_999 }).map((n) => `EXP${String(n).padStart(4, '0')}`),
  claimAmount: fc.integer({ min: 1, max: 9_999_999 }),
  remarks: words,
  status: fc.constantFrom('PENDING', 'APPROVED_BY_MANAGER', 'REJECTED_BY_MANAGER', 'WITHDRAWN'),
  managerRemark: words,
});

afterEach(cleanup);

describe('P22: a snapshot of a page', () => {
  it('is what React draws in its first frame, over random rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(someRow, { maxLength: 6, selector: (row) => row.expenseId }), async (some) => {
        const rows = some.map((row) => aLocalExpense(row as Partial<LocalExpense>));
        const taken = JSON.parse(JSON.stringify(treeOf(await frameOf(rows)))) as ReturnType<typeof treeOf>;
        cleanup();
        const next = await frameOf(rows);
        const drawn = document.createElement('div');
        drawn.append(draw(taken, document));
        expect(looksOf(drawn)).toEqual(looksOf(next));
        cleanup();
      }),
      { numRuns: 25 },
    );
  });

  const of = (html: string): string => {
    const root = document.createElement('div');
    root.innerHTML = html;
    const drawn = document.createElement('div');
    drawn.append(draw(treeOf(root), document));
    return drawn.innerHTML;
  };

  it.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<script>x()</script><p>a</p>', '<p>a</p>'],
    ['<img src="blob:x" alt="Bill">', '<img>'],
    ['<a href="javascript:x()">a</a>', '<a tabindex="-1">a</a>'],
    ['<a href="//evil.test/">a</a>', '<a tabindex="-1">a</a>'],
    ['<input type="password" value="secret">', '<input type="password" tabindex="-1">'],
    ['<dialog open>a</dialog><div popover="">b</div>', ''],
    ['<iframe srcdoc="x"></iframe>', ''],
    ['<form action="https://evil.test/" id="x">a</form>', '<form>a</form>'],
  ])('keeps nothing that loads, runs or tells: %s', (html, drawn) => expect(of(html)).toBe(drawn));

  it('leaves out counts that come later, and keeps the place of what is true now alone', () => {
    expect(of('<b>Inbox<i data-transient="">3</i></b>')).toBe('<b>Inbox</b>');
    expect(of('<b data-live="" class="c"><i>All sent</i></b>')).toBe(
      '<b data-live="" class="c" data-blank=""><i></i></b>',
    );
  });

  it('keeps what was typed or ticked as it stood', () => {
    const root = document.createElement('div');
    root.innerHTML =
      '<input type="checkbox"><input><textarea></textarea><select><option>a</option><option>b</option></select>';
    const [tick, text] = root.querySelectorAll('input');
    if (tick) tick.checked = true;
    if (text) text.value = 'Pune';
    const area = root.querySelector('textarea');
    if (area) area.value = 'by train';
    const select = root.querySelector('select');
    if (select) select.selectedIndex = 1;
    const drawn = document.createElement('div');
    drawn.append(draw(treeOf(root), document));
    expect(drawn.querySelector('input')?.checked).toBe(true);
    expect(drawn.querySelectorAll('input')[1]?.value).toBe('Pune');
    expect(drawn.querySelector('textarea')?.value).toBe('by train');
    expect(drawn.querySelector('select')?.value).toBe('b');
  });

  it('keeps the rows of the first screenful alone', () => {
    const root = document.createElement('ul');
    for (let n = 0; n < 30; n += 1) {
      const row = document.createElement('li');
      row.append(`row ${n}`);
      row.getBoundingClientRect = () => ({ top: n * 100 }) as DOMRect;
      root.append(row);
    }
    expect(treeOf(root, 740)).toHaveLength(8);
  });
});
