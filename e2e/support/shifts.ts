import type { Page } from '@playwright/test';
import { GAVE_UP } from '#data/inTime.ts';

/** What may move on an opening in all, as the browser scores it. */
const MOST = 0.01;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
type Watching = Window & { shifts?: [number, string][] };

/** Notes, from the next document on, what moves without anybody having touched the page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted: [number, string][] = ((window as Watching).shifts = []);
    const places = ({ y, height }: DOMRectReadOnly): string => `${Math.round(y)}+${Math.round(height)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const text = (node?.textContent ?? '').trim().slice(0, 40);
          return `${node?.nodeName ?? 'gone'} '${text}' ${places(previousRect)} to ${places(currentRect)}`;
        });
        noted.push([value, moved.join('; ')]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * What has moved, when that is more than a person would not see; nothing otherwise. A page that stopped waiting, on a
 * machine that is too busy, may move.
 */
export async function shiftsOf(page: Page): Promise<string[]> {
  const noted = await page.evaluate(
    (mark) => (performance.getEntriesByName(mark).length > 0 ? [] : ((window as Watching).shifts ?? [])),
    GAVE_UP,
  );
  const total = noted.reduce((sum, [value]) => sum + value, 0);
  return total <= MOST ? [] : noted.map(([value, what]) => `${value.toFixed(4)} ${what}`);
}
