import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { freshData, ROOT, RunningServer } from '../support/server.ts';
import { attach, LISTS, openNewExpense, signIn, untilKept } from '../support/steps.ts';

/** Leaves of a sheet that the worker keeps what a cut connection may have left; answers its address. */
const emptied = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const request = (await cache.keys()).find(({ url }) => /\/assets\/charts-[^/]*\.css$/.test(url));
      if (!request) continue;
      await cache.put(request, new Response(''));
      return request.url;
    }
    throw new Error('No such file is kept.');
  });
const keptLength = (page: Page, url: string): Promise<number> =>
  page.evaluate(async (kept) => ((await (await caches.match(kept))?.text()) ?? '').length, url);

test('a new version waits while a form is open, and takes over by consent (SW-1, X37) @phone', async ({ page }) => {
  test.setTimeout(180_000);
  const next = mkdtempSync(join(tmpdir(), 'kharcha-next-'));
  const dataDir = freshData();
  const clientDir = join(next, 'client');
  cpSync(join(ROOT, 'dist', 'client'), clientDir, { recursive: true });
  const server = await new RunningServer({ dataDir, env: { CLIENT_DIR: clientDir } }).start();
  try {
    await signIn(page, server.url, 'employee@example.com');
    await untilKept(page);
    const piece = await emptied(page);
    await page.goto(`${server.url}${LISTS.mine}`);
    const build = () => page.locator('html').getAttribute('data-build');
    const old = await build();
    expect(old).not.toBe('next');
    const form = await openNewExpense(page);
    await form.getByLabel('Remarks', { exact: true }).fill('Half written');
    await attach(form, [await drawnBill('Half written')]);

    execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
        'build',
        '--outDir',
        clientDir,
        '--emptyOutDir',
        '--logLevel',
        'error',
      ],
      { cwd: ROOT, env: { ...process.env, BUILD: 'next', NODE_ENV: 'production' } },
    );
    await server.stop();
    await server.start();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    const offer = page.getByRole('status').filter({ hasText: 'A new version is available' });
    await expect(offer).toBeVisible({ timeout: 60_000 });
    // Nothing was taken from under the person's hands.
    await expect(form.getByLabel('Remarks', { exact: true })).toHaveValue('Half written');
    expect(await build()).toBe(old);
    // The old page goes on working beside the new server: a piece that it has not loaded yet still comes.
    await form.getByRole('button', { name: 'View bill 1' }).click();
    await page.keyboard.press('Escape');

    await offer.getByRole('button', { name: 'Update' }).click();
    await expect.poll(build, { timeout: 30_000 }).toBe('next');
    // What the build before had kept of a file that is the same in this one (SW-2).
    expect(await keptLength(page, piece)).toBeGreaterThan(0);
    // The draft outlives the update (DR-1).
    await page.goto(`${server.url}${LISTS.mine}`);
    const again = await openNewExpense(page);
    await expect(again.getByLabel('Remarks', { exact: true })).toHaveValue('Half written');
    await expect(again.getByRole('button', { name: 'View bill 1' })).toBeVisible();
  } finally {
    await server.discard();
    rmSync(next, { recursive: true, force: true });
  }
});
