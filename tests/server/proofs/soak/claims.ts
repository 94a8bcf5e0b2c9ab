import { createHash } from 'node:crypto';
import { uploadFile } from '#contract/calls/files.ts';
import { createLocalExpense, updateLocalExpense, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { getRecord } from '#contract/calls/records.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { HEADERS } from '#contract/headers.ts';
import type { SeenRecord } from '#contract/record.ts';
import { pdf, picture } from '#tests/support/files.ts';
import type { Ledger } from './ledger.ts';
import type { Phone } from './phone.ts';

/** What owners do with their local claims. */

const DAY = 86_400_000;
const BOUNDARY = 'soak-boundary';
/** Claims that a phone still looks at. */
const REMEMBERED = 20;

const photo = await picture('jpeg', 600, 800);

/** A bill of its own, most of them a page of PDF. */
function newBill(phone: Phone, text: string): { name: string; bytes: Buffer } {
  if (phone.random.chance(0.7)) return { name: 'bill.pdf', bytes: pdf(text, phone.random.between(1_000, 60_000)) };
  // A comment behind the mark that a JPEG begins with.
  const words = Buffer.from(text);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words]);
  return { name: 'bill.jpg', bytes: Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]) };
}

async function upload(phone: Phone, text: string): Promise<string> {
  const { name, bytes } = newBill(phone, text);
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const content = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  await phone.call(uploadFile, { bytes: { type: `multipart/form-data; boundary=${BOUNDARY}`, content } });
  return createHash('sha256').update(bytes).digest('hex');
}

const bodyOf = (phone: Phone, remarks: string, bills: readonly string[]): object => ({
  localExpenseType: 'OTHERS',
  expenseDate: Date.now() - DAY,
  claimAmount: phone.random.between(50, 5_000),
  remarks,
  billUrl: bills,
});

/**
 * A new bill or two, seven times of ten, else one that is there. Two come at once: so both threads that read files are
 * always there, and how many of them are is no part of what memory is compared.
 */
async function bills(phone: Phone, key: string): Promise<readonly string[]> {
  if (phone.filed.length > 0 && phone.random.chance(0.3)) return [phone.random.pick(phone.filed).bill];
  const names = phone.random.chance(0.4) ? [key, `${key} back`] : [key];
  return Promise.all(names.map((name) => upload(phone, name)));
}

export async function fileClaim(phone: Phone, ledger: Ledger): Promise<void> {
  const key = phone.newKey();
  const billUrl = await bills(phone, key);
  const { body } = await phone.call<LocalExpense>(createLocalExpense, {
    json: bodyOf(phone, key, billUrl),
    headers: { [HEADERS.idempotencyKey]: key },
  });
  const { expenseId: id } = body!.data!;
  ledger.acknowledged(id, { remarks: key, withdrawn: false });
  phone.filed.push({ id, bill: billUrl[0]! });
  if (phone.filed.length > REMEMBERED) phone.filed.shift();
}

/** Changes one as it is now; whoever decided it meanwhile was first. */
export async function changeClaim(phone: Phone, ledger: Ledger): Promise<void> {
  if (phone.filed.length === 0) return fileClaim(phone, ledger);
  const { id, bill } = phone.random.pick(phone.filed);
  const { body } = await phone.call<SeenRecord>(getRecord, { parts: { id } });
  const { record } = body!.data!.record;
  const remarks = `${(record.remarks ?? '').split(' ')[0]} changed ${phone.random.between(1, 1_000_000)}`;
  const answer = await phone.call(updateLocalExpense, {
    query: { id },
    json: bodyOf(phone, remarks, [bill]),
    headers: { [HEADERS.idempotencyKey]: phone.newKey(), [HEADERS.ifMatch]: String(record.version) },
    may: [409],
  });
  if (answer.status === 200) ledger.acknowledged(id, { remarks });
}

export async function withdrawClaim(phone: Phone, ledger: Ledger): Promise<void> {
  if (phone.filed.length === 0) return fileClaim(phone, ledger);
  const { id } = phone.random.pick(phone.filed);
  const headers = { [HEADERS.idempotencyKey]: phone.newKey() };
  const answer = await phone.call(withdrawLocalExpense, { query: { id }, headers, may: [409] });
  if (answer.status === 200) ledger.acknowledged(id, { withdrawn: true });
}
