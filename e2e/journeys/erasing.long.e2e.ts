import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { freshData, ROOT, RunningServer } from '../support/server.ts';
import { closeToasts, dialog, expectToast, signIn } from '../support/steps.ts';

test('RET-4 RET-6 RET-8: who left is held, then erased as the dry run said; the log still holds @desktop', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const dataDir = freshData();
  const server = await new RunningServer({ dataDir }).start();
  try {
    await signIn(page, server.url, 'org-admin@example.com');
    await page.goto(`${server.url}/people?SEARCH=employee2@example.com`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Imran Qureshi/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await dialog(page, 'Imran Qureshi leaves').getByRole('button', { name: 'Leave', exact: true }).click();
    await expectToast(page, 'Imran Qureshi left.');
    await closeToasts(page);

    const erasing = page.getByRole('region', { name: 'Erasing' });
    await expect(erasing.getByRole('list', { name: 'What goes now' })).toContainText('Notifications');
    await expect(erasing.getByRole('list', { name: 'What stays' })).toContainText('claims and travel requests');

    const holds = page.getByRole('region', { name: 'Legal hold' });
    await holds.getByRole('button', { name: 'Hold' }).click();
    await dialog(page, 'Legal hold').getByLabel('Reason').fill('A dispute about a claim');
    await dialog(page, 'Legal hold').getByRole('button', { name: 'Hold' }).click();
    await expectToast(page, 'Nothing of this is erased until the hold is lifted.');
    await page.reload();
    await expect(erasing.getByText('There is a legal hold on Imran Qureshi')).toBeVisible();
    await expect(erasing.getByRole('button', { name: 'Erase' })).toHaveCount(0);
    await holds.getByRole('button', { name: 'Lift' }).click();
    await dialog(page, 'Lift the legal hold').getByLabel('Reason').fill('Settled');
    await dialog(page, 'Lift the legal hold').getByRole('button', { name: 'Lift' }).click();
    await expectToast(page, 'The hold is lifted.');

    await page.reload();
    await erasing.getByRole('button', { name: 'Erase' }).click();
    await dialog(page, 'Erase this of Imran Qureshi?').getByRole('button', { name: 'Erase' }).click();
    await expectToast(page, 'What may go of Imran Qureshi is erased.');
    await expect(erasing.getByText('Nothing: all that may go is gone.')).toBeVisible();
    await page.goto(`${server.url}/retention`);
    await expect(page.getByRole('region', { name: 'What was erased' })).toContainText('on request');
  } finally {
    await server.stop();
  }
  const said = execFileSync(join(ROOT, 'node_modules', '.bin', 'tsx'), ['server/main/commands/auditVerify.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DEMO: '1' },
    encoding: 'utf8',
  });
  expect(said).toMatch(/^Erased by /m);
  await server.discard();
});
