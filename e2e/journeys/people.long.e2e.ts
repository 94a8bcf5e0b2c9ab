import { expect, test } from '../support/fixtures.ts';
import { closeToasts, dialog, expectToast, signIn } from '../support/steps.ts';

test('ORG-10, ORG-12: an organisation admin adds, changes and lets go of people @desktop', async ({
  site,
  page,
  browser,
  complaints,
}) => {
  complaints.forgive(/status of (?:401|422)/);
  const context = await browser.newContext();
  const ravi = await context.newPage();
  await signIn(ravi, site.url, 'manager@example.com');

  await signIn(page, site.url, 'org-admin@example.com');
  await page.getByRole('link', { name: 'People' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.getByRole('button', { name: 'Add person' }).click();
  const add = dialog(page, 'Add person');
  await add.getByLabel('Name').fill('Zubin Irani');
  await add.getByLabel('E-mail').fill('zubin@example.com');
  await add.getByLabel('Employee code').fill('kh1001');
  await add.getByRole('textbox', { name: 'Manager' }).fill('ravi');
  await add.getByRole('button', { name: /^Ravi Menon/ }).click();
  await add.getByRole('checkbox', { name: 'Finance', exact: true }).check();
  await add.getByRole('button', { name: 'Submit' }).click();
  await expect(add.getByText('Asha Nair has this employee code')).toBeVisible();
  await add.getByLabel('Employee code').fill('KH9001');
  await add.getByRole('button', { name: 'Submit' }).click();
  await expectToast(page, 'Zubin Irani is in the directory.');
  await closeToasts(page);

  await page.getByRole('searchbox', { name: 'Search' }).fill('zubin');
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Zubin Irani' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zubin Irani' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit person');
  await edit.getByRole('textbox', { name: 'Grade' }).fill('M2');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Zubin Irani is changed.');
  await closeToasts(page);
  await expect(page.getByRole('definition').filter({ hasText: 'M2' }).first()).toBeVisible();
  await expect(page.getByText('Put into the directory')).toBeVisible();

  // Up the line, and a circle is refused with the names in it.
  await page.getByRole('link', { name: 'Ravi Menon' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ravi Menon' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await edit.getByRole('textbox', { name: 'Manager' }).fill('zubin@example.com');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(
    edit.getByText('This would make a circle: Zubin Irani reports to Ravi Menon reports to Zubin Irani'),
  ).toBeVisible();
  await edit.getByRole('button', { name: 'Close', exact: true }).click();

  await page.getByRole('button', { name: 'Leave' }).click();
  const leave = dialog(page, 'Ravi Menon leaves');
  await expect(leave.getByText(/^\d+ people get another manager\.$/)).toBeVisible();
  await expect(leave.getByRole('textbox', { name: 'Successor' })).toHaveValue('director@example.com');
  await leave.getByRole('textbox', { name: 'Successor' }).fill('sunita');
  await leave.getByRole('button', { name: /^Sunita Deshpande/ }).click();
  await leave.getByRole('button', { name: 'Leave', exact: true }).click();
  await expectToast(page, 'Ravi Menon left.');
  await closeToasts(page);
  await expect(page.getByText('Nobody reports to them.')).toBeVisible();

  // The page that he had open is signed out with its next call.
  await ravi.reload();
  await expect(ravi.getByRole('button', { name: /(?:^|\s)employee@example\.com$/ })).toBeVisible();
  await context.close();

  // His people, and her, are in the successor's line.
  await page.goto(`${site.url}/people/lines`);
  await page
    .getByRole('treeitem', { name: /^Vikram Rao/ })
    .first()
    .focus();
  await page.keyboard.press('ArrowRight');
  const sunita = page.getByRole('treeitem', { name: /^Sunita Deshpande/ });
  await sunita.focus();
  await page.keyboard.press('ArrowRight');
  await expect(sunita.getByRole('treeitem', { name: /^Zubin Irani/ })).toBeVisible();
  await expect(sunita.getByRole('treeitem', { name: /^Asha Nair/ })).toBeVisible();
});
