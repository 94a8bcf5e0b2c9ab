import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually, signIn, untilKept } from '../support/steps.ts';

const DAY = 86_400_000;
const COUNT = 25;

test('MGR-34 OB-14: 25 decisions offline, one undone, the browser closed within eight seconds @phone', async ({
  site,
  device,
}) => {
  test.setTimeout(300_000);
  const employee = await site.api('employee@example.com');
  for (let index = 0; index < COUNT; index += 1) {
    const bill = await drawnBill(`Deck ${index}\nTotal ${200 + index}.00`, 400, 500);
    await employee.file({
      remarks: `Deck ${index}`,
      amount: 200 + index,
      day: Date.now() - 2 * DAY,
      bill: bill.buffer,
    });
  }
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, site.url, 'manager@example.com');
  await untilKept(page);
  await page.goto(`${site.url}/deck`);
  const title = page.getByRole('heading', { level: 2 });
  await expect(title).toBeVisible();
  await site.network.down();

  const card = page.getByRole('article');
  const next = async (press: () => Promise<void>): Promise<void> => {
    // The second tap of a double tap decides nothing.
    await page.waitForTimeout(450);
    const before = await card.textContent();
    await press();
    await expect.poll(() => card.textContent()).not.toBe(before);
  };
  const approve = (): Promise<void> => next(() => page.getByRole('button', { name: 'Approve', exact: true }).click());
  const shown = async (): Promise<string> =>
    (await card
      .getByText(/^(?:EXP|TRP|CNV)\S+$/)
      .first()
      .textContent()) ?? '';
  const decided: string[] = [];
  for (let n = 0; n < COUNT - 2; n += 1) {
    decided.push(await shown());
    await approve();
  }
  const undone = await shown();
  await approve();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(shown).toBe(undone);
  await next(() => page.getByRole('button', { name: 'Skip', exact: true }).click());
  decided.push(await shown());
  await page.waitForTimeout(450);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('1 skipped')).toBeVisible();
  await device.close();

  await site.network.up();
  const again = await device.open();
  const later = again.pages()[0] ?? (await again.newPage());
  await later.goto(`${site.url}/outbox`);
  const manager = await site.api('manager@example.com');
  type Waiting = { record: { expenseId?: string; tripId?: string } };
  const waiting = async (): Promise<string[]> => {
    const { data } = await manager.get<{ data: Waiting[] }>('/api/v1/list-auth?pageSize=100&pageNumber=0');
    return data.map(({ record }) => record.expenseId ?? record.tripId ?? '');
  };
  const left = await eventually(waiting, (ids) => !ids.some((id) => decided.includes(id)), 'every decision');
  expect(left).toContain(undone);
  await expect(later.getByRole('link', { name: 'All sent' })).toBeVisible();
});
