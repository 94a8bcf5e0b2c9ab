import { SELLER } from '#tests/support/gstCodes.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  attach,
  card,
  closeToasts,
  dialog,
  expectToast,
  fillExpense,
  LISTS,
  openNewExpense,
  signIn,
  signOut,
  today,
} from '../support/steps.ts';

/** A PDF of these lines, each an amount beside its name. */
function pdfOf(lines: readonly (readonly [string, string])[]): Buffer {
  const content = lines
    .map(([left, right], row) => `BT /F 12 Tf 40 ${780 - row * 24} Td (${left}) Tj 260 0 Td (${right}) Tj ET`)
    .join('\n');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 820]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const parts = ['%PDF-1.4\n', ...objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`)];
  const starts = parts.map((_, index) => parts.slice(0, index).join('').length);
  const table = starts.slice(1).map((start) => `${String(start).padStart(10, '0')} 00000 n \n`);
  const xref = `xref\n0 6\n0000000000 65535 f \n${table.join('')}`;
  const trailer = `trailer<</Root 1 0 R/Size 6>>\nstartxref\n${parts.join('').length}\n%%EOF`;
  return Buffer.from(parts.join('') + xref + trailer);
}

test('READ-1: a PDF fills in the amount that it confirms, and offers the merchant @phone', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const form = await openNewExpense(page);
  const buffer = pdfOf([
    ['Hotel Annapoorna Pvt Ltd', ' '],
    ['Room', '1,800.00'],
    ['Sub Total', '1,800.00'],
    ['CGST 6%', '108.00'],
    ['SGST 6%', '108.00'],
    ['Grand Total', 'Rs. 2,016.00'],
  ]);
  await attach(form, [{ name: 'hotel.pdf', mimeType: 'application/pdf', buffer }]);
  await expect(form.getByText('filled in from “hotel.pdf”')).toBeVisible();
  await expect(form.getByLabel('Claim amount')).toHaveValue('2,016');
  await expect(form.getByRole('img', { name: 'Where the bill says ₹2,016.00' })).toBeVisible();
  await form.getByRole('button', { name: 'Use remarks' }).click();
  await expect(form.getByLabel('Remarks')).toHaveValue('Hotel Annapoorna Pvt Ltd');
  await form.getByRole('button', { name: 'Take amount back' }).click();
  await expect(form.getByLabel('Claim amount')).toHaveValue('');
});

test('DOC-21 DOC-22 DOC-26: the same bill in another file is told on the form and in the queue @phone @long', async ({
  site,
  page,
}) => {
  const bill = (name: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: pdfOf([
      ['Hotel Annapoorna Pvt Ltd', name],
      [`GSTIN: ${SELLER}`, ' '],
      ['Invoice No: HA/26-0117', ' '],
      ['Grand Total', 'Rs. 2,016.00'],
    ]),
  });
  const fileBill = async (name: string, told: string | null): Promise<void> => {
    const form = await openNewExpense(page);
    await fillExpense(form, { type: 'Others', amount: '2016', remarks: 'Stay', bills: [bill(name)] });
    // It was read.
    await expect(form.getByRole('button', { name: 'Use remarks' })).toBeVisible();
    await expect(form.getByText(/was used/)).toHaveText(told === null ? [] : [told]);
    await form.getByRole('button', { name: 'Submit' }).click();
    await expect(form).toBeHidden();
    await expectToast(page, 'Local Expense request submit successfully');
    await closeToasts(page);
  };
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await fileBill('scan.pdf', null);
  const first = (await card(page, '₹2,016.00').getAttribute('aria-label'))?.split(',')[0] ?? '';
  expect(first).toMatch(/^EXP/);
  const told = `The bill number in “copy.pdf” was used with the same seller on ${today()}, in ${first}.`;
  await fileBill('copy.pdf', `${told} You may still file it; whoever decides is told.`);

  // A colleague is told that it was used, and never by whom.
  await signOut(page);
  await signIn(page, site.url, 'employee2@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  await fileBill(
    'shared.pdf',
    `The bill number in “shared.pdf” was used with the same seller on ${today()}, in another claim of your ` +
      'organisation. You may still file it; whoever decides is told.',
  );

  await signOut(page);
  await signIn(page, site.url, 'manager@example.com');
  await page.goto(`${site.url}${LISTS.queue}`);
  await expect(card(page, '₹2,016.00').getByText('Same bill number used before')).toBeVisible();
  await card(page, '₹2,016.00')
    .getByRole('button', { name: /₹2,016\.00/ })
    .click();
  const decision = dialog(page, 'Approve/Reject Local Expenses');
  await expect(decision.getByText(/^Same bill number of the same seller used before: Asha Nair, /)).toBeVisible();
});
