import { createHash } from 'node:crypto';
import type { FileType } from '#contract/enums.ts';
import { invoicePdf } from './bills/pdf.ts';
import type { PrintedBill } from './bills/printedBill.ts';
import { receiptPng } from './bills/receipt.ts';
import type { Random } from './random.ts';
import type { Story } from './stories.ts';

/** A receipt as a phone sees it: a little askew, on a table, in the light of the room. */
async function photographed(receipt: Buffer, tilt: number): Promise<Buffer> {
  // Read only by the one start that draws: it is as large as all the rest.
  const { default: sharp } = await import('sharp');
  const table = { r: 122, g: 98, b: 74 };
  const turned = await sharp(receipt)
    .toColourspace('srgb')
    .resize({ width: 520 })
    .blur(0.5)
    .rotate(tilt, { background: table })
    .toBuffer();
  return sharp(turned)
    .extend({ top: 40, bottom: 56, left: 48, right: 40, background: table })
    .modulate({ brightness: 0.97 })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** A bill's bytes under the hash that names them. */
export interface BillFile {
  hash: string;
  bytes: Buffer;
  type: FileType;
  name: string;
}

const fileOf = (bytes: Buffer, type: FileType, name: string): BillFile => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  bytes,
  type,
  name,
});

const PAID_BY = ['UPI', 'Card', 'Cash', 'UPI', 'UPI'];
/** One in this many receipts is a photograph instead of a clean scan: those are slow to make. */
const PHOTO_EVERY = 60;

function printedBillOf(story: Story, random: Random, serial: number): PrintedBill {
  const { purchase } = story;
  const state = random.pick(['29', '33', '27']);
  return {
    merchant: purchase.merchant,
    address: purchase.address,
    number: `${random.pick(['A', 'B', 'INV', 'R'])}${10_000 + serial}`,
    taxNumber:
      `${state}AA${random.pick(['BCD', 'FGH', 'KLM'])}${random.between(1000, 9999)}` +
      `${random.pick(['A', 'K', 'R'])}1Z${random.between(1, 9)}`,
    day: story.day,
    minute: random.between(9 * 60, 20 * 60),
    customer: story.owner.name.replaceAll('’', "'"),
    lines: [{ text: purchase.item, paise: purchase.paise }],
    total: purchase.paise,
    paidBy: random.pick(PAID_BY),
  };
}

/**
 * Draws the papers of a claim: merchant, date and amount are the claim's own, and the bill number is unlike any other,
 * so that no two claims carry the same bytes by chance (the same bytes twice is a warning to approvers).
 */
export async function billsOf(story: Story, random: Random, serial: number): Promise<BillFile[]> {
  const printed = printedBillOf(story, random, serial);
  const { purchase } = story;
  const stem = `${purchase.file}-${printed.number}`;
  const bills: BillFile[] = [];
  if (purchase.paper === 'invoice')
    bills.push(fileOf(invoicePdf(printed, purchase.title, purchase.colour), 'application/pdf', `${stem}.pdf`));
  else if (serial % PHOTO_EVERY === 7)
    bills.push(
      fileOf(
        await photographed(receiptPng(printed), (serial % 7) - 3),
        'image/jpeg',
        `IMG_${story.day.replaceAll('-', '')}_${serial}.jpg`,
      ),
    );
  else bills.push(fileOf(receiptPng(printed), 'image/png', `${stem}.png`));
  if (story.withSlip) {
    const slip: PrintedBill = {
      ...printed,
      merchant: 'Card payment',
      address: `At ${printed.merchant}`,
      number: `T${700_000 + serial}`,
      lines: [{ text: 'Sale', paise: printed.total }],
      paidBy: 'Card',
    };
    bills.push(fileOf(receiptPng(slip), 'image/png', `payment-slip-${serial}.png`));
  }
  return bills;
}
