import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { Api } from './support/api.ts';
import { drawnBill } from './support/bills.ts';
import { Device } from './support/browser.ts';
import { Proxy } from './support/proxy.ts';
import { freshData, ROOT, RunningServer } from './support/server.ts';
import globalSetup from './support/globalSetup.ts';
import { card, closeToasts, fileExpense, LISTS, signIn, untilKept } from './support/steps.ts';

/** Takes the pictures that the manifest shows, from the real app: `npm run build && npx tsx e2e/screenshots.ts`. */

const FOLDER = join(ROOT, 'public', 'screenshots');
const here = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  geolocation: { latitude: 12.97, longitude: 77.59 },
  permissions: ['geolocation'],
  colorScheme: 'light' as const,
};
mkdirSync(FOLDER, { recursive: true });

const small = async (png: Buffer, name: string): Promise<void> =>
  void (await sharp(png).png({ palette: true, quality: 90, compressionLevel: 9 }).toFile(join(FOLDER, name)));

await globalSetup();
const server = await new RunningServer({ dataDir: freshData() }).start();
const network = await Proxy.start(server.port);
const phone = new Device({
  ...here,
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
});
const desk = new Device({ ...here, viewport: { width: 1280, height: 800 } });
try {
  const narrow = (await phone.open()).pages()[0]!;
  await signIn(narrow, network.url, 'employee@example.com');
  await untilKept(narrow);
  await narrow.goto(`${network.url}${LISTS.mine}`);
  await card(narrow, '₹').waitFor();
  await network.down();
  await fileExpense(narrow, {
    amount: '799',
    remarks: 'November recharge',
    bills: [await drawnBill('City Telecom\nMobile no. 98450 xxxxx\nPlan 84 days\nTotal  799.00')],
  });
  await card(narrow, '₹799.00').waitFor();
  await closeToasts(narrow);
  await narrow.waitForTimeout(1_500);
  await small(await narrow.screenshot(), 'narrow.png');

  await network.up();
  const employee = await Api.signIn(server.url, 'employee2@example.com');
  const bill = await drawnBill(
    'BALAJI STATIONERS\nBengaluru 560038\n\nA4 paper    2   480.00\nPens       10   150.00\n' +
      'Folders     6   270.00\n\nTotal         900.00',
    900,
    760,
  );
  const claim = await employee.file({
    remarks: 'Stationery for the client workshop',
    amount: 900,
    day: Date.now() - 2 * 86_400_000,
    bill: bill.buffer,
  });
  const wide = (await desk.open()).pages()[0]!;
  await signIn(wide, network.url, 'manager@example.com');
  await wide.goto(`${network.url}${LISTS.queue}`);
  await card(wide, claim.expenseId).click();
  await wide.getByRole('dialog').getByRole('img').first().waitFor();
  await wide.waitForTimeout(1_000);
  await small(await wide.screenshot(), 'wide.png');
} finally {
  await phone.discard();
  await desk.discard();
  await network.down();
  await server.discard();
  rmSync(join(ROOT, 'test-results', 'screenshots'), { recursive: true, force: true });
}
