import type { Page } from '@playwright/test';
import { drawnBill } from '../support/bills.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually, fileExpense, LISTS, signIn, untilKept } from '../support/steps.ts';

/** How many kills of each kind; KILLS=50 for a long run. */
const ROUNDS = Number(process.env['KILLS'] ?? 6);
const SEED = Number(process.env['SEED'] ?? 20_260);

/** A small generator with a seed, so that a bad run can be repeated. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function toMyClaims(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${LISTS.mine}`);
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeVisible();
}

test(`OB-3, X43: ${ROUNDS} kills of the server while claims are sent: none lost, none doubled @phone`, async ({
  site,
  device,
}) => {
  test.setTimeout(180_000 + ROUNDS * 20_000);
  const random = chance(SEED);
  const context = await device.open();
  const page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, site.url, 'employee@example.com');
  await toMyClaims(page, site.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bill = await drawnBill(`Server kill ${round}\nTotal ${100 + round}.00`);
    await fileExpense(page, { amount: String(100 + round), remarks: `Server kill ${SEED}-${round}`, bills: [bill] });
    await pause(random() * 400);
    await site.server.stop('SIGKILL');
    await pause(random() * 300);
    await site.server.start();
  }
  // The person looks at the phone again: the pauses between tries end.
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  const employee = await site.api('employee@example.com');
  const mine = await eventually(
    async () => (await employee.mine()).filter((claim) => claim.remarks?.startsWith(`Server kill ${SEED}-`)),
    (claims) => new Set(claims.map((claim) => claim.remarks)).size === ROUNDS,
    `${ROUNDS} claims on the server (SEED=${SEED})`,
    120_000,
  );
  expect(mine, `SEED=${SEED}`).toHaveLength(ROUNDS);
});

test(`OB-2, X4: ${ROUNDS} kills of the browser while claims are saved and sent: none lost or doubled @phone`, async ({
  site,
  device,
}) => {
  test.setTimeout(180_000 + ROUNDS * 30_000);
  const random = chance(SEED + 1);
  // Closed politely once: a browser writes cookies down seconds after they are set, so a kill right after sign-in signs
  // out.
  const first = await device.open();
  const start = first.pages()[0] ?? (await first.newPage());
  await signIn(start, site.url, 'employee@example.com');
  await untilKept(start);
  await device.close();

  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await device.openMortal();
    const page = context.pages()[0] ?? (await context.newPage());
    await toMyClaims(page, site.url);
    // `fileExpense` returns when the form has closed: the device has said that the claim is safe (OB-1).
    await fileExpense(page, {
      amount: String(200 + round),
      remarks: `Browser kill ${SEED}-${round}`,
      bills: [await drawnBill(`Browser kill ${round}\nTotal ${200 + round}.00`)],
    });
    await pause(random() * 250);
    await device.kill();
  }

  const context = await device.openMortal();
  await toMyClaims(context.pages()[0] ?? (await context.newPage()), site.url);
  const employee = await site.api('employee@example.com');
  const mine = await eventually(
    async () => (await employee.mine()).filter((claim) => claim.remarks?.startsWith(`Browser kill ${SEED}-`)),
    (claims) => new Set(claims.map((claim) => claim.remarks)).size === ROUNDS,
    `${ROUNDS} claims on the server (SEED=${SEED})`,
    120_000,
  );
  expect(mine, `SEED=${SEED}`).toHaveLength(ROUNDS);
});
