import { expect, it } from 'vitest';
import { mapInBatches } from '#server/platform/base/concurrency.ts';
import { writeVouchers, debitAndCredit, type Voucher } from '#server/modules/tally/xml.ts';

/** How often somebody else had a turn while this ran. */
async function turnsDuring(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const other = (): void => {
    turns += 1;
    if (running) setImmediate(other);
  };
  setImmediate(other);
  await run();
  running = false;
  return turns;
}

const NUMBERS = Array.from({ length: 5_000 }, (_, n) => n);
const SIDE = { ledger: 'Food', costCentre: 'Sales' };
const voucher = (n: number): Voucher => ({
  remoteId: `kharcha-${n}`,
  type: 'Payment',
  day: '2026-07-15',
  number: String(n),
  reference: 'UTR1',
  narration: 'Dinner',
  entries: debitAndCredit(n + 1, SIDE, SIDE),
});

it('S1: thousands of items are mapped in their order, with turns for others between', async () => {
  let made: number[] = [];
  expect(await turnsDuring(async () => (made = await mapInBatches(NUMBERS, (n) => n + 1)))).toBeGreaterThanOrEqual(49);
  expect(made).toEqual(NUMBERS.map((n) => n + 1));
});

it('S1 TALLY-6: so is a file of thousands of vouchers, which is the same as one written at once', async () => {
  async function* all(): AsyncGenerator<Voucher[]> {
    yield NUMBERS.map(voucher);
  }
  let file = '';
  const turns = await turnsDuring(async () => {
    for await (const part of writeVouchers('', all())) file += part;
  });
  expect(turns).toBeGreaterThanOrEqual(49);
  expect([...file.matchAll(/REMOTEID="kharcha-(\d+)"/g)].map(([, n]) => Number(n))).toEqual(NUMBERS);
});
