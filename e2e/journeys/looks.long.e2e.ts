import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test as alone } from '../support/fixtures.ts';
import { dialog, LISTS, openNewExpense, signIn } from '../support/steps.ts';
import { test } from '../support/visitors.ts';

/** Trips that have begun and that the manager has approved. */
const PAST_TRIPS = `${LISTS.travel}?MANAGER_APPROVAL_STATUS=0&DATE_RANGE=LAST_90_DAYS`;

/** Every screen there is, as the person who sees most on it, and how to get to it. */
const SCREENS: readonly { name: string; as: string | null; path: string; open?: (page: Page) => Promise<void> }[] = [
  { name: 'sign-in', as: null, path: '/' },
  { name: 'home', as: 'manager@example.com', path: '/home' },
  { name: 'home of a newcomer', as: 'newcomer@example.com', path: '/home' },
  {
    name: 'home with its table',
    as: 'employee@example.com',
    path: '/home',
    open: async (page) => {
      await page.getByText('Show as a table').click();
      await expect(page.getByRole('table', { name: 'What I am owed' })).toBeVisible();
    },
  },
  { name: 'somebody else’s claims', as: 'manager@example.com', path: `${LISTS.mine}?findByEmail=employee@example.com` },
  { name: 'own claims', as: 'employee@example.com', path: LISTS.mine },
  { name: 'no claims yet', as: 'newcomer@example.com', path: LISTS.mine },
  {
    name: 'new expense',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => void (await openNewExpense(page)),
  },
  {
    name: 'new expense with its complaints',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      const form = await openNewExpense(page);
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please enter claim amount').first()).toBeVisible();
    },
  },
  {
    name: 'one claim',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page.getByRole('listitem', { name: /^EXP/ }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'conveyance', as: 'employee@example.com', path: LISTS.conveyance },
  { name: 'no conveyance yet', as: 'newcomer@example.com', path: LISTS.conveyance },
  {
    name: 'a conveyance claim to complete',
    as: 'employee@example.com',
    path: LISTS.conveyance,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Edit CNV/ })
        .first()
        .click();
      await expect(dialog(page, 'Edit Local Conveyance')).toBeVisible();
    },
  },
  {
    name: 'a conveyance claim to look at',
    as: 'employee@example.com',
    path: LISTS.conveyance,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^CNV.*Self Car/ })
        .first()
        .click({ position: { x: 30, y: 12 } });
      await expect(dialog(page, 'Local Conveyance')).toBeVisible();
    },
  },
  {
    name: 'a withdrawal',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Withdraw EXP/ })
        .first()
        .click();
      await expect(dialog(page, 'Withdraw this claim?')).toBeVisible();
    },
  },
  {
    name: 'filters',
    as: 'employee@example.com',
    path: LISTS.mine,
    open: async (page) => {
      await page.getByRole('button', { name: /^Filter/ }).click();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    },
  },
  { name: 'a manager’s queue', as: 'manager@example.com', path: LISTS.queue },
  {
    name: 'a decision',
    as: 'manager@example.com',
    path: LISTS.queue,
    open: async (page) => {
      await page.getByRole('listitem', { name: /^EXP/ }).first().click();
      await expect(dialog(page, /Local Expenses|View/)).toBeVisible();
    },
  },
  ...(
    [
      ['trips', LISTS.tripQueue, 'Approve/Reject Travel Request'],
      ['travel claims', LISTS.travelQueue, 'Approve/Reject Travel Expense'],
      ['conveyance', LISTS.conveyanceQueue, 'Local Conveyance'],
    ] as const
  ).flatMap(([what, path, title]) => [
    { name: `a manager’s queue of ${what}`, as: 'manager@example.com', path },
    {
      name: `a decision on ${what}, with its complaint`,
      as: 'manager@example.com',
      path,
      open: async (page: Page) => {
        await page
          .getByRole('main')
          .getByRole('listitem', { name: /^(?:TRP|EXP|CNV)/ })
          .first()
          .getByRole('button')
          .first()
          .click({ position: { x: 60, y: 12 } });
        await dialog(page, title).getByRole('button', { name: 'Reject', exact: true }).click();
        await expect(
          dialog(page, title)
            .getByText(/^Please (?:add|enter)/)
            .first(),
        ).toBeVisible();
      },
    },
  ]),
  { name: 'all requests', as: 'employee@example.com', path: '/list' },
  { name: 'no requests yet', as: 'newcomer@example.com', path: '/list' },
  { name: 'all that waits for a manager', as: 'manager@example.com', path: '/list-auth' },
  { name: 'all that waits for an admin', as: 'admin@example.com', path: '/list-auth' },
  { name: 'all that waits for finance', as: 'finance@example.com', path: '/list-auth' },
  { name: 'nothing that waits', as: 'newcomer@example.com', path: '/list-auth' },
  {
    name: 'a decision with its warnings',
    as: 'manager@example.com',
    path: '/list-auth',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: 'Weekend' })
        .first()
        .getByRole('button')
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(page.getByRole('dialog').getByText(/is a weekend\./)).toBeVisible();
    },
  },
  ...(['details', 'bills', 'history', 'enquiries'] as const).map((tab) => ({
    name: `a record: ${tab}`,
    as: 'employee@example.com',
    path: '/enquiries',
    open: async (page: Page) => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
      await page.getByRole('tab', { name: tab, exact: false }).click();
      await expect(page.getByRole('tab', { name: tab, exact: false })).toHaveAttribute('aria-selected', 'true');
    },
  })),
  { name: 'enquiries', as: 'manager@example.com', path: '/enquiries/open' },
  {
    name: 'an answer being written',
    as: 'employee@example.com',
    path: '/enquiries/open',
    open: async (page) => {
      await page.getByRole('button', { name: 'Answer', exact: true }).first().click();
      await page.getByRole('button', { name: 'Send answer' }).click();
      await expect(page.getByText('Please enter an answer')).toBeVisible();
    },
  },
  { name: 'no enquiries yet', as: 'newcomer@example.com', path: '/enquiries/closed' },
  { name: 'travel requests', as: 'employee@example.com', path: LISTS.trips },
  { name: 'no travel requests yet', as: 'newcomer@example.com', path: LISTS.trips },
  {
    name: 'a new travel request with its complaints',
    as: 'employee@example.com',
    path: LISTS.trips,
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Trip' }).click();
      const form = dialog(page, 'Raise Travel Request');
      await form.getByRole('radio', { name: 'Candidate' }).check();
      await form.getByRole('radio', { name: 'Yes' }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please enter Traveller Name')).toBeVisible();
      await form.getByRole('button', { name: 'Open times of Preferred time' }).click();
      await expect(form.getByRole('button', { name: '09 hours' })).toBeVisible();
    },
  },
  ...(
    [
      ['Edit', 'View/Edit Travel Request'],
      ['Cancel Request', 'Cancel Request'],
      ['Candidate Migration', 'Update Candidate Information'],
    ] as const
  ).map(([button, title]) => ({
    name: `a travel request: ${button}`,
    as: 'employee@example.com',
    path: LISTS.trips,
    open: async (page: Page) => {
      await page
        .getByRole('button', { name: new RegExp(`^${button} TRP`) })
        .first()
        .click();
      await expect(dialog(page, title)).toBeVisible();
    },
  })),
  { name: 'trips to claim on', as: 'employee@example.com', path: LISTS.travel },
  { name: 'no trips to claim on', as: 'newcomer@example.com', path: LISTS.travel },
  {
    name: 'the days of a trip',
    as: 'employee@example.com',
    path: PAST_TRIPS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP.*Admin: Approved/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: 'Create Travel Expense' }).first()).toBeVisible();
    },
  },
  {
    name: 'a new travel claim with its complaints',
    as: 'employee@example.com',
    path: PAST_TRIPS,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP.*Admin: Approved/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Create Travel Expense' }).first().click();
      const form = dialog(page, 'Raise Travel Expense');
      await form.getByRole('radio', { name: 'Food' }).check();
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Please upload bills').first()).toBeVisible();
    },
  },
  { name: 'an admin’s travel requests', as: 'admin@example.com', path: LISTS.admin },
  {
    name: 'cancellations that were asked for',
    as: 'admin@example.com',
    path: `${LISTS.admin}?ADMIN_APPROVAL_STATUS=0|1&CANCELLATION_STATUS=1`,
  },
  { name: 'travel requests that nobody has', as: 'admin@example.com', path: `${LISTS.admin}?DESTINATION=Nowhere` },
  {
    name: 'a travel request to look at',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^TRP/ })
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(dialog(page, 'Travel Request Information')).toBeVisible();
    },
  },
  {
    name: 'an admin’s decision, with its complaint',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Approve \/ Reject TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Approve/Reject Travel Request');
      await form.getByRole('button', { name: 'Reject', exact: true }).click();
      await expect(form.getByText('Please add admin remark')).toBeVisible();
    },
  },
  {
    name: 'tickets to add, with their complaints',
    as: 'admin@example.com',
    path: LISTS.admin,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Add Ticket Details TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Add Ticket Details');
      await form.getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(form.getByText('Please upload bill')).toBeVisible();
    },
  },
  {
    name: 'a cancellation to settle, with its complaints',
    as: 'admin@example.com',
    path: `${LISTS.admin}?ADMIN_APPROVAL_STATUS=0|1&CANCELLATION_STATUS=1`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Ticket Cancellation Details TRP/, disabled: false })
        .first()
        .click();
      const form = dialog(page, 'Add Ticket Cancellation Details');
      await form.getByRole('button', { name: 'Update', exact: true }).click();
      await expect(form.getByText('Please enter Salary Deduct amount')).toBeVisible();
    },
  },
  { name: 'exceptional dates', as: 'admin@example.com', path: '/home/exceptional-dates' },
  {
    name: 'an exceptional date',
    as: 'admin@example.com',
    path: '/home/exceptional-dates',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Change the date of/ })
        .first()
        .click();
      await expect(dialog(page, 'Exceptional Date').getByRole('heading', { name: 'History' })).toBeVisible();
    },
  },
  ...(
    [
      ['travel claims', LISTS.travelReview],
      ['local claims', LISTS.review],
      ['conveyance', LISTS.conveyanceReview],
    ] as const
  ).flatMap(([what, path]) => [
    {
      name: `finance’s table of ${what}, decided and not`,
      as: 'finance@example.com',
      path: `${path}?FINANCE_APPROVAL_STATUS=0|1|2&MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
    },
    {
      name: `finance’s decision on ${what}`,
      as: 'finance@example.com',
      path: `${path}?MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
      open: async (page: Page) => {
        await page
          .getByRole('button', { name: /^Reject (?:EXP|CNV)/ })
          .first()
          .click();
        await expect(page.getByRole('main').getByText('Please add remark').first()).toBeVisible();
        await page
          .getByRole('checkbox', { name: /^Select (?:EXP|CNV)/, disabled: false })
          .first()
          .check();
      },
    },
  ]),
  { name: 'nothing for finance', as: 'finance@example.com', path: `${LISTS.review}?EMPLOYEE_NAME=Nobody` },
  {
    name: 'a claim that finance looks at',
    as: 'finance@example.com',
    path: `${LISTS.travelReview}?MANAGER_APPROVAL_DATE=LAST_90_DAYS`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^EXP/ })
        .first()
        .click({ position: { x: 60, y: 12 } });
      await expect(dialog(page, 'Approve/Reject Travel Expense')).toBeVisible();
    },
  },
  { name: 'campaigns', as: 'campaign-manager@example.com', path: '/campaignManagement' },
  {
    name: 'a campaign to be deleted',
    as: 'campaign-manager@example.com',
    path: '/campaignManagement',
    open: async (page) => {
      await page
        .locator('button:not([aria-disabled])')
        .and(page.getByRole('button', { name: /^Delete CMP/ }))
        .first()
        .click();
      await expect(dialog(page, 'Delete this campaign?')).toBeVisible();
    },
  },
  {
    name: 'a new campaign with its complaints',
    as: 'campaign-manager@example.com',
    path: '/createCampaign',
    open: async (page) => {
      for (const section of ['Contact Level Filters', 'Bidding activity', 'UTMs'])
        await page.getByRole('button', { name: section }).click();
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page.getByText("Turnover can't be empty")).toBeVisible();
      await page.getByRole('combobox', { name: 'Industry Type', exact: true }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  ...(['View', 'Edit', 'Rerun'] as const).map((action) => ({
    name: `a campaign: ${action}`,
    as: 'campaign-manager@example.com',
    path: '/campaignManagement',
    open: async (page: Page) => {
      const edits = page
        .getByRole('button', { name: /^Edit CMP/ })
        .and(page.locator('button:not([aria-disabled])'))
        .first();
      const id = ((await edits.getAttribute('aria-label')) ?? '').slice('Edit '.length);
      await page.getByRole('button', { name: `${action} ${id}` }).click();
      await page
        .getByRole('button', {
          name: action === 'View' ? 'Download' : action === 'Edit' ? 'Search' : 'Rerun',
          exact: true,
        })
        .click();
      await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
    },
  })),
  {
    name: 'a dashboard',
    as: 'campaign-manager@example.com',
    path: '/campaign-overall-analytics',
    open: async (page) => {
      await expect(page.frameLocator('iframe').getByRole('heading', { name: 'By mode' })).toBeVisible();
    },
  },
  { name: 'Tally batches', as: 'tally@example.com', path: '/view-tally-service' },
  {
    name: 'no Tally batches',
    as: 'finance-docs@example.com',
    path: '/view-tally-service?DATE_RANGE=2020-01-01|2020-01-02',
  },
  {
    name: 'claims in no Tally batch, all of a page chosen',
    as: 'tally@example.com',
    path: '/tally-data',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).first().check();
      await expect(page.getByText('25 claims selected')).toBeVisible();
    },
  },
  {
    name: 'a Tally batch, with a complaint',
    as: 'tally@example.com',
    path: '/view-tally-service?TALLY_STATUS=1',
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: /^TLY/ }).first().click();
      await page
        .getByRole('checkbox', { name: /^Select (?:EXP|CNV)/ })
        .first()
        .check();
      await page.getByRole('button', { name: 'Mark failed' }).click();
      await dialog(page, 'Mark failed?').getByRole('button', { name: 'Mark failed' }).click();
      await expect(page.getByText('Please enter why it failed')).toBeVisible();
    },
  },
  {
    name: 'a Tally batch to look at',
    as: 'finance-docs@example.com',
    path: '/view-tally-service?TALLY_STATUS=3',
    open: async (page) => {
      await page.getByRole('main').getByRole('link', { name: /^TLY/ }).first().click();
      await expect(page.getByText('Tally admins download its file and mark its vouchers.')).toBeVisible();
    },
  },
  {
    name: 'ledgers, with a complaint',
    as: 'tally@example.com',
    path: '/home/tally-ledgers',
    open: async (page) => {
      await page.getByLabel('Food').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Please enter the ledger')).toBeVisible();
    },
  },
  {
    name: 'finance’s documents',
    as: 'finance-docs@example.com',
    path: '/home/upload-document',
    open: async (page) => expect(dialog(page, 'Upload Document')).toBeVisible(),
  },
  {
    name: 'reports of finance, with its pictures as tables',
    as: 'finance@example.com',
    path: '/downloadReport',
    open: async (page) => {
      await page.getByRole('heading', { name: 'Pictures' }).scrollIntoViewIfNeeded();
      // They are drawn when they are seen, all at once.
      await expect(page.getByText('Show as a table').first()).toBeVisible();
      for (const table of await page.getByText('Show as a table').all()) await table.click();
      await expect(page.getByRole('table', { name: 'Cost centres' })).toBeVisible();
    },
  },
  {
    name: 'reports of finance, their filters',
    as: 'finance@example.com',
    path: '/downloadReport',
    open: async (page) => {
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
    },
  },
  { name: 'outbox', as: 'employee@example.com', path: '/outbox' },
  { name: 'nothing here', as: 'employee@example.com', path: '/no-such-page' },
  { name: 'not allowed', as: 'employee@example.com', path: '/not-found' },
];

/** Nothing is on its way any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

for (const screen of SCREENS)
  test.describe(screen.name, () => {
    test.use({ as: screen.as });
    test('looks: no accessibility fault in either scheme, fits 320 px and complains of nothing', async ({
      company,
      page,
      complaints,
    }) => {
      complaints.forgive(/status of (?:401|403|404)/);
      // The inspector reads style sheets anew, which the dashboard lets nobody do.
      complaints.forgive(/Connecting to '[^']*\/dashboard\.css'/);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(`${company.url}${screen.path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled(page);
      await screen.open?.(page);
      await settled(page);
      for (const scheme of ['light', 'dark'] as const) {
        // The page follows the device, without being opened again.
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
        // Only what is wrong is carried out of the page, and in one piece: all the rest takes longer than looking.
        const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
        // The other scheme is the same page in other colours.
        const { violations } = await (
          scheme === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])
        ).analyze();
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${id}: ` +
              nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join('; '),
          ),
          `${screen.name}, ${scheme}`,
        ).toEqual([]);
      }
      const size = page.viewportSize();
      await page.setViewportSize({ width: 320, height: size?.height ?? 740 });
      // A table becomes cards one drawing later.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
          message: 'pixels that stand out at 320 px',
        })
        .toBeLessThanOrEqual(0);
      expect(complaints.list).toEqual([]);
    });
  });

alone('the keyboard alone files and opens a claim @desktop', async ({ site, page }) => {
  await signIn(page, site.url, 'employee@example.com');
  await page.goto(`${site.url}${LISTS.mine}`);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const focusOn = async (name: RegExp, most = 60): Promise<void> => {
    for (let step = 0; step < most; step += 1) {
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element?.matches('a, button, input, textarea, select')
          ? [
              element.getAttribute('aria-label') ?? '',
              element.textContent ?? '',
              ...[...((element as HTMLInputElement).labels ?? [])].map((one) => one.textContent),
            ].join(' ')
          : '';
      });
      if (name.test(label)) return;
      await press('Tab');
    }
    throw new Error(`The keyboard never reached ${String(name)}.`);
  };
  await focusOn(/File New Expense/);
  await press('Enter');
  const form = dialog(page, 'Raise Local Expenses');
  await expect(form).toBeVisible();
  await focusOn(/Submit/);
  await press('Enter');
  await expect(form.getByText('Please enter claim amount').first()).toBeVisible();
  // The focus never leaves the dialog, and Escape closes it and gives the focus back.
  for (let step = 0; step < 40; step += 1) {
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  }
  await press('Escape');
  await expect(form).toBeHidden();
  await expect(page.getByRole('button', { name: 'File New Expense' })).toBeFocused();
});
