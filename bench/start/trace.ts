import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { openPage, withBrowser, type Seen } from '../support/browser.ts';
import { withDemo } from '../support/demo.ts';
import type { Link } from '../support/link.ts';
import { say } from '../support/say.ts';
import { CARD, LIST, signIn } from './app.ts';
import { settle, stopWorkers } from './visit.ts';

/** One event of the browser's own trace. Times are microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { data?: { url?: string; functionName?: string; lineNumber?: number; type?: string }; name?: string };
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'v8', 'blink.user_timing', '__metadata'];
const AFTER_MS = 5_000;
/** Shorter tasks hold nobody up. */
const LONG_US = 30_000;
const MOST_PARTS = 8;

async function traceOf(cdp: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((done) => cdp.once('Tracing.tracingComplete', () => done()));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, recordMode: 'recordAsMuchAsPossible' },
  });
  await work();
  await cdp.send('Tracing.end');
  await complete;
  return events;
}

const labelOf = ({ name, args }: TraceEvent): string => {
  const { url, functionName, lineNumber, type } = args?.data ?? {};
  const file = url?.split('/').pop();
  return [name, type, functionName, file && `${file}${lineNumber === undefined ? '' : `:${lineNumber}`}`]
    .filter(Boolean)
    .join(' ');
};

/** What a task was made of, by the time of each kind of part without what lies within it. */
function partsOf(task: TraceEvent, inside: readonly TraceEvent[]): [string, number][] {
  const sums = new Map<string, number>();
  const open: { end: number; label: string }[] = [];
  const add = (label: string, us: number): void => void sums.set(label, (sums.get(label) ?? 0) + us);
  for (const event of [...inside].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    while ((open.at(-1)?.end ?? Infinity) <= event.ts) open.pop();
    const label = labelOf(event);
    const around = open.at(-1);
    add(label, event.dur ?? 0);
    if (around) add(around.label, -(event.dur ?? 0));
    open.push({ end: event.ts + (event.dur ?? 0), label });
  }
  return [...sums].sort((a, b) => b[1] - a[1]).filter(([label]) => label !== labelOf(task));
}

/** Says the long tasks of the page's main thread from `from` on, with what each was made of. */
function tell(events: readonly TraceEvent[], origin: number, shown: number): void {
  const main = events.find((event) => event.name === 'FirstContentfulPaint' || event.name === 'firstContentfulPaint');
  const thread = events.filter(
    (event) => event.ph === 'X' && (!main || (event.pid === main.pid && event.tid === main.tid)),
  );
  const tasks = thread.filter((event) => /RunTask$/.test(event.name) && (event.dur ?? 0) >= LONG_US);
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0);
    const at = (task.ts - origin) / 1000;
    if (at + (task.dur ?? 0) / 1000 < shown || at > shown + AFTER_MS) continue;
    say(`${(at - shown).toFixed()} ms after the rows: ${((task.dur ?? 0) / 1000).toFixed()} ms`);
    const inside = thread.filter((event) => event !== task && event.ts >= task.ts && event.ts < end);
    for (const [label, us] of partsOf(task, inside).slice(0, MOST_PARTS))
      say(`    ${(us / 1000).toFixed(1).padStart(6)}  ${label}`);
  }
}

async function traceOpening(context: BrowserContext, link: Link): Promise<void> {
  const opened = await openPage(context, CARD);
  const events = await traceOf(opened.cdp, async () => {
    await opened.page.goto(`${link.url}${LIST}`, { waitUntil: 'commit' });
    await opened.page.locator(CARD).first().waitFor();
    await wait(AFTER_MS + 500);
  });
  const { shownAt } = await opened.page.evaluate(() => (window as unknown as { __perf: Seen }).__perf);
  const start = events.find(({ name, args }) => name === 'navigationStart' && args?.data?.type !== 'about:blank');
  const last = events.filter(({ name }) => name === 'navigationStart').at(-1) ?? start;
  tell(events, last?.ts ?? 0, shownAt ?? 0);
  await opened.page.close();
}

/** Where the main thread's time goes after the rows, on the field phone: warm, then without a network. */
export const traceStart = (): Promise<void> =>
  withDemo(({ browser, link }) =>
    withBrowser(browser, link.url, async (context) => {
      await signIn(context, link.url);
      const first = await openPage(context, CARD);
      await first.page.goto(`${link.url}${LIST}`);
      await settle(first);
      await first.page.close();
      for (const network of ['warm', 'offline']) {
        await stopWorkers(context);
        link.setDown(network === 'offline');
        say(`\n${network}`);
        await traceOpening(context, link);
      }
    }),
  );
