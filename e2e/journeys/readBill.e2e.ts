import { expect, test } from '../support/fixtures.ts';
import { attach, LISTS, openNewExpense, signIn } from '../support/steps.ts';

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
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 6>>\n%%EOF`);
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
