import { act, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { BillButtons } from '#files/BillButtons.tsx';
import type { BillSource } from '#files/source.ts';

const watched = new Set<Element>();
let tell: IntersectionObserverCallback = () => undefined;
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(seen: IntersectionObserverCallback) {
      tell = seen;
    }
    observe(element: Element): void {
      watched.add(element);
    }
    unobserve(element: Element): void {
      watched.delete(element);
    }
  },
);
const show = (element: Element): void =>
  tell([{ target: element, isIntersecting: true } as IntersectionObserverEntry], null as never);

const pdf = (id: string): BillSource => ({
  id,
  name: `${id}.pdf`,
  type: 'application/pdf',
  kind: 'server',
  fingerPrint: id,
});

it('DOC-16: a bill’s picture is made once its button is seen, and its sign stands there until then', async () => {
  render(<BillButtons of="EXP1" sources={[pdf('a'), pdf('b')]} />);
  const [first, second] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  await vi.waitFor(() => expect(watched).toHaveProperty('size', 2), { timeout: 10_000 });
  const sign = second.querySelector('svg');
  expect(within(first).queryByText('PDF')).toBeNull();

  act(() => show([...watched].find((element) => first.contains(element)) as Element));
  expect(await within(first).findByText('PDF')).toBeInTheDocument();
  expect(second.querySelector('svg')).toBe(sign);
  expect(within(second).queryByText('PDF')).toBeNull();
});

it('what has gone from the screen is watched no more', async () => {
  watched.clear();
  const { unmount } = render(<BillButtons of="EXP1" sources={[pdf('a')]} />);
  await vi.waitFor(() => expect(watched).toHaveProperty('size', 1));
  unmount();
  expect(watched).toHaveProperty('size', 0);
});
