import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually, expectToast, signIn, untilKept } from '../support/steps.ts';

const DAY = 86_400_000;

test('ENQ-9 NAV-6: a manager’s question is answered offline, sent once, and in the history @long', async ({
  site,
  device,
  browser,
}) => {
  const employee = await site.api('employee@example.com');
  const bill = await drawnBill('City Telecom\nTotal 708.00', 400, 500);
  const { expenseId } = await employee.file({
    remarks: 'Recharge for the stall',
    amount: 708,
    day: Date.now() - 2 * DAY,
    bill: bill.buffer,
  });

  const office = await browser.newContext({
    permissions: ['geolocation'],
    geolocation: { latitude: 12.97, longitude: 77.59 },
  });
  const manager = await office.newPage();
  await signIn(manager, site.url, 'manager@example.com');
  await manager.goto(`${site.url}/detail/${expenseId}/details`);
  await expect(manager.getByRole('heading', { level: 1, name: /₹708\.00$/ })).toBeVisible();
  await expect(manager).toHaveTitle(/₹708\.00$/);
  await manager.getByRole('button', { name: 'Ask', exact: true }).click();
  await manager.getByLabel('Question').fill('Which stall was it?');
  await manager.getByRole('button', { name: 'Send question' }).click();
  await expectToast(manager, 'Question sent.');
  await expect(manager.getByRole('listitem', { name: /Which stall was it/ })).toContainText('Waits for Asha Nair');

  const phone = (await device.open()).pages()[0]!;
  await signIn(phone, site.url, 'employee@example.com');
  await untilKept(phone);
  await phone.goto(`${site.url}/enquiries`);
  const card = phone.getByRole('listitem', { name: /Which stall was it/ });
  await expect(card).toContainText('Waits for your answer');
  await card.getByRole('link').click();
  await expect(phone.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute('aria-selected', 'true');
  await expect(phone.getByRole('listitem', { name: /Which stall was it/ })).toBeVisible();

  await site.network.down();
  await phone.goto(`${site.url}/enquiries/open`);
  await card.getByRole('button', { name: 'Answer' }).click();
  await phone.getByLabel('Answer').fill('The one at the dealer meet.');
  await phone.getByRole('button', { name: 'Send answer' }).click();
  await expect(card).toContainText('Your answer: Waiting');
  // What was seen before opens without a network too.
  await phone.goto(`${site.url}/detail/${expenseId}/details`);
  await expect(phone.getByText('Recharge for the stall')).toBeVisible();

  await site.network.up();
  await expect(phone.getByText('All sent')).toBeVisible({ timeout: 60_000 });
  const asked = await eventually(
    () => site.api('manager@example.com').then((api) => api.enquiries(expenseId)),
    ([first]) => first?.answer !== null,
    'the answer',
  );
  expect(asked).toMatchObject([{ answer: 'The one at the dealer meet.', version: 2 }]);

  await manager.goto(`${site.url}/detail/${expenseId}/enquiries`);
  await expect(manager.getByText('The one at the dealer meet.')).toBeVisible();
  await manager.getByRole('button', { name: 'Close enquiry' }).click();
  await expectToast(manager, 'Enquiry closed.');
  await manager.getByRole('tab', { name: 'History' }).click();
  await expect(manager.getByRole('tabpanel').getByRole('listitem')).toContainText([
    'Closed an enquiry',
    'Answered a question',
    'Asked a question',
    'Raised',
  ]);
  await office.close();
});

test('NAV-4: everything one raised is found by words, and Back returns to it @phone-long', async ({
  company,
  page,
}) => {
  await signIn(page, company.url, 'employee@example.com');
  await page.goto(`${company.url}/list`);
  await expect(page.getByRole('heading', { level: 1, name: 'All Requests' })).toBeVisible();
  const cards = page.getByRole('main').getByRole('listitem', { name: /^(EXP|TRP|CNV)/ });
  await expect(cards).toHaveCount(25);
  await page.getByRole('searchbox', { name: 'Search' }).fill('broadband');
  await expect(page.getByText('Search: broadband')).toBeVisible();
  await expect(cards.first()).toContainText(/broadband/i);
  await expect(page).toHaveURL(/SEARCH=broadband/);
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('broadband');
});

test('NAV-6: a record that is not for one’s eyes says so @phone', async ({ company, page, complaints }) => {
  complaints.forgive(/status of 404/);
  const { expenseId } = (await (await company.api('employee@example.com')).mine())[0]!;
  await signIn(page, company.url, 'employee3@example.com');
  await page.goto(`${company.url}/detail/${expenseId}/details`);
  await expect(page.getByText('Nothing here, or not yours')).toBeVisible();
});
