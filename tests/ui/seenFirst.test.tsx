import { act, render } from '@testing-library/react';
import { lazy, Suspense, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let frames: FrameRequestCallback[] = [];

/** The hook as a page has it that was just opened, or came in this other way. */
async function listOf(type: NavigationTimingType): Promise<(props: { items: number[] }) => ReactElement> {
  vi.resetModules();
  vi.stubGlobal('performance', { now: () => Date.now(), getEntriesByType: () => [{ type }] });
  const { useSeenFirst } = await import('#ui/useSeenFirst.ts');
  return function List({ items }) {
    return <output>{useSeenFirst(items).length}</output>;
  };
}
const items = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const nextFrame = (): void =>
  act(() => {
    const now = frames;
    frames = [];
    for (const frame of now) frame(0);
    vi.runAllTimers();
  });

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('of a page that was opened, what is below the edge comes a few at a time, a frame apart', async () => {
  const List = await listOf('navigate');
  const { container, rerender } = render(<List items={items(25)} />);
  const shown: string[] = [];
  for (let frame = 0; frame < 9; frame++) {
    shown.push(container.textContent);
    nextFrame();
  }
  expect(shown).toEqual(['6', '9', '12', '15', '18', '21', '24', '25', '25']);
  // What comes later, such as a longer page, stands there at once.
  rerender(<List items={items(60)} />);
  expect(container.textContent).toBe('60');
});

it('what is longer than a page has the rest at once after that', async () => {
  const List = await listOf('navigate');
  const { container } = render(<List items={items(100)} />);
  const shown: string[] = [];
  for (let frame = 0; frame < 8; frame++) {
    shown.push(container.textContent);
    nextFrame();
  }
  expect(shown).toEqual(['6', '9', '12', '15', '18', '21', '24', '100']);
});

it('so it does where React drew the list in vain before, for something beside it was not there yet', async () => {
  const List = await listOf('navigate');
  let come: (piece: { default: () => null }) => void = vi.fn();
  const Beside = lazy(() => new Promise<{ default: () => null }>((done) => (come = done)));
  const { container } = render(
    <Suspense fallback="…">
      <List items={items(25)} />
      <Beside />
    </Suspense>,
  );
  expect(container.textContent).toBe('…');
  vi.useRealTimers();
  await act(async () => come({ default: () => null }));
  await vi.waitFor(() => expect(container.textContent).toBe('6'));
  // Another list of the same page, later, stands there at once.
  expect(render(<List items={items(25)} />).container.textContent).toBe('25');
});

it('an opened page that is not shown, and so draws no frames, has all of it too', async () => {
  const List = await listOf('navigate');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { container } = render(<List items={items(8)} />);
  act(() => void vi.runAllTimers());
  expect(frames).toEqual([]);
  expect(container.textContent).toBe('8');
  hidden.mockRestore();
});

it.each(['reload', 'back_forward'] as const)('a page after %s has its whole height at once', async (type) => {
  const List = await listOf(type);
  const { container } = render(<List items={items(25)} />);
  expect(container.textContent).toBe('25');
});
