import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { afterFirstRows, afterPieces, holdForRows } from '#app/firstRows.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page whose first screen asks for something; tells whether the rest of its frame has been loaded. */
function aPage({ drawn = true } = {}) {
  const client = new QueryClient();
  const draw = holdForRows(client);
  if (drawn) draw();
  let answer = (_rows: string[]): void => undefined;
  const asked = client.fetchQuery({
    queryKey: ['rows'],
    queryFn: () => new Promise<string[]>((done) => (answer = done)),
  });
  let loaded = false;
  void afterFirstRows(async () => (loaded = true))();
  return { client, draw, answer: (rows: string[]) => (answer(rows), asked), loaded: () => loaded };
}

it('loads the rest of the frame once the rows have come and the page is idle', async () => {
  const page = aPage();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(page.loaded()).toBe(false);
  await page.answer(['one']);
  await vi.advanceTimersByTimeAsync(600);
  expect(page.loaded()).toBe(true);
});

it('waits for the first frame, though the rows are there before and the page is idle', async () => {
  const page = aPage({ drawn: false });
  await page.answer(['one']);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(page.loaded()).toBe(false);
  page.draw();
  await vi.advanceTimersByTimeAsync(600);
  expect(page.loaded()).toBe(true);
});

it('waits for what is asked for next, too', async () => {
  const page = aPage();
  await page.answer(['one']);
  void page.client.fetchQuery({ queryKey: ['more'], queryFn: () => new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(page.loaded()).toBe(false);
});

it('does not wait for ever where no answer comes', async () => {
  const page = aPage();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(page.loaded()).toBe(true);
});

it('loads what is built on the outbox and the calls after those, and nothing else waits for them', async () => {
  vi.useRealTimers();
  const loaded: string[] = [];
  await Promise.all([
    afterPieces(async () => loaded.push('built on them'))(),
    afterFirstRows(async () => loaded.push('by itself'))(),
  ]);
  expect(loaded).toEqual(['by itself', 'built on them']);
});
