import { openMailbox } from '#tests/support/mailbox.ts';
import { Api } from '../support/api.ts';
import { ask } from '../support/ask.ts';
import { drawnBill } from '../support/bills.ts';
import { leave } from '../support/directory.ts';
import { expect, test } from '../support/fixtures.ts';
import { Proxy } from '../support/proxy.ts';
import { freshData, RunningServer } from '../support/server.ts';
import { card, comesBack, eventually, fileExpense, LISTS, signIn, untilKept } from '../support/steps.ts';

const LEAVER = 'employee3@example.com';
const SECRET = /\/leaving#([\w-]{43})/;

/** What else a session could ask. */
const READS = [
  '/api/v2/getLoggedInDetails',
  '/api/v1/user/role',
  '/api/v1/allExpense/search?primaryExpenseType=0',
  '/api/v1/people?pageSize=25&pageNumber=0',
  '/api/v1/notifications?pageSize=25&pageNumber=0',
  '/api/v1/audit?pageSize=25&pageNumber=0',
];

for (const [way, seen] of [
  ['after they saw that they are signed out', true],
  ['as the first that their phone shows', false],
] as const)
  test(`ORG-41, ORG-43: what waits on a leaver’s phone goes out by a mailed link, ${way} @phone`, async ({
    page,
    complaints,
  }) => {
    complaints.forgive(/status of (?:401|403)|ERR_|Failed to/);
    const box = await openMailbox();
    const server = await new RunningServer({ dataDir: freshData(), env: { SMTP_URL: box.url } }).start();
    const network = await Proxy.start(server.port);
    try {
      await signIn(page, network.url, LEAVER);
      await page.goto(`${network.url}${LISTS.mine}`);
      await untilKept(page);
      await network.down();
      await fileExpense(page, { amount: '731', remarks: 'Last taxi', bills: [await drawnBill('Last taxi')] });
      await expect(card(page, '₹731.00')).toContainText('Waiting');

      const admin = await Api.signIn(server.url, 'org-admin@example.com');
      await leave(admin, LEAVER);
      // Their manager leaves too: whoever takes over decides.
      await leave(admin, 'manager2@example.com', 'manager@example.com');
      const mailed = await eventually(
        async () => box.mails.find(({ to }) => to === LEAVER)?.text.replace(/=\r?\n/g, '') ?? '',
        (text) => SECRET.test(text),
        'the mail',
      );

      if (seen) {
        await comesBack(network, page);
        await expect(page).toHaveURL(/\/login\?/);
      } else await network.up();
      const answered = page.waitForResponse(/\/leaver-link$/);
      await page.goto(`${network.url}/leaving#${SECRET.exec(mailed)?.[1] ?? ''}`);
      await expect(page.getByText('1 item waits on this phone.')).toBeVisible();
      expect(new URL(page.url()).hash).toBe('');
      await expect(page.getByRole('navigation')).toHaveCount(0);
      const { token } = (await (await answered).json()) as { token: string };
      for (const path of READS)
        expect((await ask(`${server.url}${path}`, { headers: { token, platform: 'WEB_SITE' } })).status, path).toBe(
          403,
        );

      await page.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('All is sent. You can close this page.')).toBeVisible();
      const queue = await (await Api.signIn(server.url, 'manager@example.com')).queue();
      expect(queue.filter(({ remarks }) => remarks === 'Last taxi')).toHaveLength(1);

      // The session ended with the last claim, and none of it is the app's.
      await eventually(
        async () => (await ask(`${server.url}${READS[0]}`, { headers: { token, platform: 'WEB_SITE' } })).status,
        (status) => status === 401,
        'the end of the session',
      );
      await page.goto(`${network.url}${LISTS.mine}`);
      await expect(page).toHaveURL(/\/login\?/);
      await signIn(page, network.url, 'manager@example.com');
      await page.goto(`${network.url}${LISTS.queue}`);
      await expect(card(page, '₹731.00')).toBeVisible();
    } finally {
      await network.down();
      await server.discard();
      await box.close();
    }
  });
