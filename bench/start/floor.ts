import type { BrowserContext } from '@playwright/test';
import type { ServedFolder } from '../support/serveFolder.ts';
import type { Opening } from './app.ts';
import { interaction, settle, stopWorkers, visit } from './visit.ts';

/** One run of the floor page with a fresh profile, opened in the same three ways. */
export async function openFloor(context: BrowserContext, folder: ServedFolder): Promise<Opening> {
  const first = await visit(context, folder.url, '.card');
  await settle(first.opened);
  await first.opened.page.close();
  await stopWorkers(context);
  const second = await visit(context, folder.url, '.card');
  const act = await interaction(second.opened, () => second.opened.page.locator('#act').tap());
  await second.opened.page.close();
  await stopWorkers(context);
  folder.setDown(true);
  const third = await visit(context, folder.url, '.card');
  await third.opened.page.close();
  folder.setDown(false);
  return {
    cold: first.visit,
    warm: second.visit,
    offline: third.visit,
    acts: { act },
    stands: {},
    cls: Math.max(first.visit.cls, second.visit.cls, third.visit.cls),
  };
}
