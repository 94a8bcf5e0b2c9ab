import { expect, test } from '../support/fixtures.ts';
import { comesBack, dialog, eventually, signIn, untilKept } from '../support/steps.ts';

const PHONE = { width: 360, height: 740 };

test('NAV-5 MGR-26: a manager opens all that waits, decides there, and goes on offline @desktop-long', async ({
  site,
  page,
}) => {
  await page.setViewportSize(PHONE);
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting For You' })).toBeVisible();

  const cards = page.getByRole('main').getByRole('listitem', { name: /^(?:TRP|EXP|CNV)/ });
  await expect(cards.first()).toBeVisible();
  // By address, which can be shared: local expenses alone.
  await page.goto(`${site.url}/list-auth?RECORD_KIND=1`);
  await expect(cards.first().getByText(/^Local expense · /)).toBeVisible();
  const ids = await cards.evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
  const [first, second] = ids as [string, string];
  const team = async (id: string) => (await (await site.api('manager@example.com')).anyClaim(id)).managerApprovalStatus;
  const form = dialog(page, 'Approve/Reject Local Expenses');
  const open = (id: string) =>
    page
      .getByRole('listitem', { name: id })
      .getByRole('button', { name: new RegExp(`^${id}`) })
      .click({ position: { x: 60, y: 12 } });

  await open(first);
  await form.getByRole('button', { name: 'Approve', exact: true }).click();
  await eventually(
    () => team(first),
    (status) => status === 'MANAGER_APPROVED',
    'the first approved',
  );
  await page.goto(`${site.url}/list-auth?RECORD_KIND=1`);
  await expect(page.getByRole('listitem', { name: second })).toBeVisible();
  await expect(page.getByRole('listitem', { name: first })).toHaveCount(0);

  await site.network.down();
  await open(second);
  await form.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('listitem', { name: second }).getByText(/^Your decision:/)).toBeAttached();
  await comesBack(site.network, page);
  await eventually(
    () => team(second),
    (status) => status === 'MANAGER_APPROVED',
    'the second approved once there was a network',
  );
});
