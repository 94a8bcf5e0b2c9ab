import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { openPage } from '../support/browser.ts';
import type { Link } from '../support/link.ts';
import { settle } from './visit.ts';
import { CARD, signIn } from './app.ts';

const QUEUE = '/approve-local/expense';

/** What a practised thumb takes from seeing a claim to the button; the rest of the time is ours. */
const LOOK_MS = 400;

/**
 * Milliseconds per claim, from the moment a pending claim stands in the dialog until the next one does, for this many
 * claims of the demo manager's queue, approved one after the other without a network at 4 x CPU with 'Then show the
 * next one'.
 */
export async function clearQueue(context: BrowserContext, link: Link, claims: number): Promise<number[]> {
  await signIn(context, link.url, 'manager@example.com', QUEUE);
  const opened = await openPage(context, CARD, false);
  const { page } = opened;
  await page.goto(`${link.url}${QUEUE}`);
  await page.locator(CARD).first().waitFor();
  await settle(opened);
  // Previews of the bills are made ahead while nothing else is to do.
  await wait(20_000);
  link.setDown(true);
  await opened.throttle(true);
  await page.locator(`${CARD} button`).first().tap();
  await page.getByLabel('Then show the next one').check();
  const dialog = page.getByRole('dialog');
  const idOpen = (): string | null => new URL(page.url()).searchParams.get('open');
  const taken: number[] = [];
  for (let n = 0; n < claims; n += 1) {
    const from = performance.now();
    const before = idOpen();
    await wait(LOOK_MS);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).tap();
    await page.waitForFunction((id) => new URL(location.href).searchParams.get('open') !== id, before);
    await dialog.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    taken.push(performance.now() - from);
  }
  await page.close();
  link.setDown(false);
  return taken;
}
