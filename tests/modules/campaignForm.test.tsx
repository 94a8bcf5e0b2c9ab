import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import { online } from '#data/online.ts';
import {
  aCampaign,
  aCampaignRow,
  counts,
  ok,
  openCampaigns,
  refusal,
  signInOnline,
  type Asked,
} from '#tests/support/campaigns.tsx';

const COUNT = { data: counts(), waterfall: aCampaign().waterfall, difference: null };
const counted = (change: object = {}): object => ({ success: true, ...COUNT, ...change });
const LISTED = ok([aCampaignRow()], { totalElements: 1 });

const field = (name: string) => screen.getByRole('combobox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const section = (name: string) => screen.getByRole('button', { name });
async function choose(user: UserEvent, name: string, ...options: string[]): Promise<void> {
  await user.click(field(name));
  for (const option of options) await user.click(await screen.findByRole('option', { name: option }));
  await user.keyboard('{Escape}');
}
/** What a search needs, in the order of the form. */
async function fill(user: UserEvent): Promise<void> {
  await choose(user, 'Campaign Goals', 'Acquisition');
  await choose(user, 'Campaign Mode', 'Email');
  await choose(user, 'Business Line', 'Nexizo');
  await choose(user, 'Business Line Status', 'Hot');
  await choose(user, 'Company Type', 'PSU');
  await choose(user, 'Turnover Range', 'HV 25-100CR');
  await choose(user, 'Cool Off Period', '7 days');
  await choose(user, 'Contact Person Type', 'Top three');
}
/** The form with all that a search needs, as of a campaign that is edited. */
async function openFilled(): Promise<void> {
  await openCampaigns('/editCampaign/CMP1');
  await screen.findByRole('combobox', { name: 'Turnover Range' });
}
const of = (asked: Asked[], name: Asked['name']) => asked.filter((each) => each.name === name);

describe('Create Campaign', () => {
  it('CAMP-1 CAMP-16: a search names what is missing, leads to the first, and judges from then on', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({ countCampaign: counted() });
    await openCampaigns('/createCampaign');
    expect(screen.queryByText("Turnover can't be empty")).toBeNull();
    await user.click(button('Search'));
    expect(await screen.findByText('Please check form errors!')).toBeInTheDocument();
    for (const name of [
      'Turnover',
      'Company Type',
      'Campaign Goal',
      'Business Line',
      'Business Line Status',
      'Cool Off Period',
      'Contact Person Type',
      'Campaign Mode',
    ])
      expect(screen.getByText(`${name} can't be empty`)).toBeInTheDocument();
    await waitFor(() => expect(field('Turnover Range')).toHaveFocus());
    expect(field('Turnover Range')).toBeInvalid();
    expect(of(asked, 'countCampaign')).toEqual([]);
    await choose(user, 'Turnover Range', 'HV 25-100CR');
    await waitFor(() => expect(screen.queryByText("Turnover can't be empty")).toBeNull());
    await user.click(button('Clear Turnover Range'));
    expect(await screen.findByText("Turnover can't be empty")).toBeInTheDocument();
    await choose(user, 'Turnover Range', 'HV 25-100CR');
    await user.click(button('Search'));
    await waitFor(() => expect(field('Company Type')).toHaveFocus());
  });

  it('CAMP-3 CAMP-11: searched, submitted under a name, created, and back to campaign management', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({
      countCampaign: counted(),
      createCampaign: ok(aCampaign()),
      findAllCampaigns: LISTED,
    });
    const router = await openCampaigns('/createCampaign');
    await fill(user);
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await user.click(button('Search'));
    const results = within(await screen.findByRole('region', { name: 'Search Results' }));
    const data = (title: string) =>
      [...within(results.getByRole('group', { name: title })).getAllByRole('term')].map(
        (term) => `${term.textContent} ${term.nextElementSibling?.textContent}`,
      );
    expect(data('Overall Data')).toEqual([
      'Total Companies 1,000',
      'Total Contacts 2,000',
      'Total Deliverable Mails 3,000',
      'Total Mobile Numbers 4,000',
    ]);
    expect(data('Email Data')).toEqual([
      'Total Deliverable Mails 3,000',
      'Blacklisted 5,000',
      'Undeliverable 6,000',
      'Unknown 7,000',
      'Total Mails Targeted in Last 7 Days 8,000',
    ]);
    expect(data('Mobile Data')).toEqual([
      'Total Deliverable Mobile Numbers 9,000',
      'Blacklisted Mobile Numbers 10,000',
      'Undeliverable Mobile Numbers 11,000',
      'Unknown Mobile Numbers 12,000',
      'Total Mobile Numbers Targeted in Last 7 Days 13,000',
    ]);
    expect(
      within(results.getByRole('table', { name: 'Remaining after each filter' }))
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['FilterCompaniesContacts', 'All companies20,00060,000', 'Turnover Range1,0002,000']);

    await user.click(button('Submit'));
    const modal = within(await screen.findByRole('dialog', { name: 'Enter Campaign Name' }));
    const name = modal.getByPlaceholderText('Campaign Name');
    expect(modal.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await user.type(name, '   ');
    expect(modal.getByRole('button', { name: 'Submit' })).toBeDisabled();
    await user.type(name, 'Hot ones ');
    await user.click(modal.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Campaign Created Successfully.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/campaignManagement');
    const [created] = of(asked, 'createCampaign');
    expect(created?.query.get('email')).toMatch(/^kavya\d+@example\.com$/);
    expect(created?.headers.get('idempotency-key')).toMatch(/^[\w-]{8,}$/);
    expect(created?.body).toMatchObject({
      campaignName: 'Hot ones',
      reportSummaryData: counts(),
      turnoverRange: ['HV'],
      campaignGoals: 'ACQUISITION',
      coolOffPeriod: '7',
      contactPersonType: 'TOP_THREE',
      isGstAvailable: null,
      boqKeywords: null,
      searchActivityDays: null,
    });
  });

  it('CAMP-15: a changed filter stops the running count, and takes Submit away from the present one', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({
      countCampaign: ({ signal }) =>
        new Promise((done, fail) => {
          if (of(asked, 'countCampaign').length > 1) return done(counted());
          signal?.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
        }),
    });
    await openFilled();
    await user.click(button('Search'));
    await waitFor(() => expect(of(asked, 'countCampaign')).toHaveLength(1));
    expect(button('Search')).toBeDisabled();
    await choose(user, 'Campaign Mode', 'WhatsApp');
    expect(of(asked, 'countCampaign')[0]?.signal?.aborted).toBe(true);
    await waitFor(() => expect(button('Search')).toBeEnabled());
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await user.click(button('Search'));
    expect(await screen.findByRole('button', { name: 'Submit' })).toBeInTheDocument();
    await choose(user, 'Campaign Mode', 'SMS');
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    expect(screen.getByText('The filters have changed since. Search again.')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Search Results' })).toHaveAttribute('data-old');
  });

  it('a count or a creation that fails says why, and what was typed stays', async () => {
    const user = userEvent.setup();
    let refuse = true;
    await signInOnline({
      countCampaign: () =>
        refuse ? refusal(503, 'UNAVAILABLE', 'Too many are counting. Try again in a moment.') : counted(),
      updateCampaign: refusal(409, 'CONFLICT', 'That cannot be.'),
    });
    await openFilled();
    await user.click(button('Search'));
    expect(await screen.findByText('Too many are counting. Try again in a moment.')).toBeInTheDocument();
    expect(button('Search')).toBeEnabled();
    refuse = false;
    await user.click(button('Search'));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Enter Campaign Name' }));
    await user.type(modal.getByPlaceholderText('Campaign Name'), '!');
    await user.click(modal.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('That cannot be.')).toBeInTheDocument();
    expect(modal.getByPlaceholderText('Campaign Name')).toHaveValue('Renewals in Kerala!');
    await user.click(modal.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('CAMP-4: the goal offers the statuses; renewing fixes Converted; without a goal there are none', async () => {
    const user = userEvent.setup();
    await signInOnline();
    await openCampaigns('/createCampaign');
    const offered = async (): Promise<(string | null)[]> => {
      await user.click(field('Business Line Status'));
      const texts = screen.queryAllByRole('option').map(({ textContent }) => textContent);
      await user.keyboard('{Escape}');
      return texts;
    };
    await user.click(field('Business Line Status'));
    expect(screen.getByText('Choose a campaign goal first.')).toBeInTheDocument();
    await choose(user, 'Campaign Goals', 'Acquisition');
    expect(await offered()).toEqual(['Hot', 'Warm', 'Cold', 'No status']);
    await choose(user, 'Business Line Status', 'Warm');
    await choose(user, 'Campaign Goals', 'Renewal');
    expect(field('Business Line Status')).toHaveAccessibleDescription('Converted');
    expect(await offered()).toEqual(['Converted']);
    await user.click(button('Clear Campaign Goals'));
    expect(field('Business Line Status')).not.toHaveAccessibleDescription('Converted');
    expect(await offered()).toEqual([]);
  });

  it('CAMP-5: the org status offers the contact statuses, and another one clears them', async () => {
    const user = userEvent.setup();
    await signInOnline();
    await openCampaigns('/createCampaign');
    await user.click(section('Contact Level Filters'));
    await user.click(field('Contact Status'));
    expect(screen.getByText('Choose an org status first.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await choose(user, 'Org Status', 'Do not follow up');
    await user.click(field('Contact Status'));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Do not follow up',
      'Yet to contact',
    ]);
    await user.click(screen.getByRole('option', { name: 'Yet to contact' }));
    await user.keyboard('{Escape}');
    expect(field('Contact Status')).toHaveAccessibleDescription('Yet to contact');
    await choose(user, 'Org Status', 'Follow up');
    expect(field('Contact Status')).not.toHaveAccessibleDescription('Yet to contact');
    await user.click(field('Contact Status'));
    expect(screen.getAllByRole('option')).toHaveLength(3);
  });

  it('CAMP-2 CAMP-16: a search activity shows its bucket and needs it; the folded section opens at it', async () => {
    const user = userEvent.setup();
    await signInOnline({ countCampaign: counted() });
    await openFilled();
    await user.click(section('Contact Level Filters'));
    expect(screen.queryByRole('combobox', { name: 'Search Activity Download Bucket' })).toBeNull();
    await choose(user, 'Search Activity (Type)', 'Download', 'View', 'Search');
    expect(screen.getByText('Please enter Search Activity Days')).toBeInTheDocument();
    for (const name of ['View', 'Download', 'Search']) expect(field(`Search Activity ${name} Bucket`)).toBeRequired();
    await user.click(section('Contact Level Filters'));
    expect(section('Contact Level Filters')).toHaveAttribute('aria-expanded', 'false');
    expect(section('Contact Level Filters')).toHaveAccessibleDescription('1 in use');
    await user.click(button('Search'));
    for (const name of ['Download', 'View', 'Search'])
      expect(await screen.findByText(`Search Activity ${name} Bucket can't be empty`)).toBeInTheDocument();
    await waitFor(() => expect(field('Search Activity Download Bucket')).toHaveFocus());
    expect(section('Contact Level Filters')).toHaveAttribute('aria-expanded', 'true');
  });

  it('CAMP-14: the texts can be typed, their hints block nothing, and a yes-no-all is one of three', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({ countCampaign: counted() });
    await openFilled();
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'GST Available' })).getByRole('radio', { name: 'No' }),
    );
    await user.click(section('Bidding activity'));
    await user.type(screen.getByLabelText('Included BOQ Keyword'), 'pipes, valves');
    expect(screen.getByText('Please enter BOQ Keywords')).toBeInTheDocument();
    expect(screen.queryByText('Please enter Tender Description')).toBeNull();
    await user.click(button('Search'));
    expect(await screen.findByRole('region', { name: 'Search Results' })).toBeInTheDocument();
    expect(of(asked, 'countCampaign')[0]?.body).toMatchObject({ boqKeywords: 'pipes, valves', isGstAvailable: 'NO' });
  });

  it('CAMP-17: what the data offers is asked of the server once, and a failure is said and can be mended', async () => {
    const user = userEvent.setup();
    let refuse = true;
    const asked = await signInOnline({
      campaignOptions: () =>
        refuse ? refusal(500, 'INTERNAL', 'Something went wrong. 42') : ok([{ value: 'KERALA', label: 'Kerala' }]),
    });
    await openCampaigns('/createCampaign');
    expect(await screen.findByText('Something went wrong. 42')).toBeInTheDocument();
    await user.click(field('Address Location'));
    refuse = false;
    await user.click(
      within(screen.getByText(/Something went wrong\. 42/, { selector: 'p[class*="note"]' })).getByRole('button', {
        name: 'Try again',
      }),
    );
    expect(await screen.findByRole('option', { name: 'Kerala' })).toBeInTheDocument();
    expect(of(asked, 'campaignOptions').map(({ query }) => `${query.get('key')} ${query.get('field')}`)).toEqual([
      'all addressLocation',
      'all addressLocation',
    ]);
  });

  it('CAMP-18: without a network it says so and counts nothing; what was chosen is kept and comes back', async () => {
    const user = userEvent.setup();
    await signInOnline();
    await openCampaigns('/createCampaign');
    // What the screen asked for at first may still be answered, which says that there is a network.
    await waitFor(() => {
      for (let n = 0; n < 3; n += 1) online.sawFailure();
      expect(screen.getByText(/^Counting and saving a campaign need a connection\./)).toBeInTheDocument();
      expect(button('Search')).toHaveAccessibleDescription('This needs a connection.');
    });
    await choose(user, 'Turnover Range', 'No Turnover');
    await waitFor(async () => expect(await loadDraft('campaign/create/new')).not.toBeNull());
    cleanup();
    await openCampaigns('/createCampaign');
    expect(await screen.findByText('This is what you had typed.')).toBeInTheDocument();
    expect(field('Turnover Range')).toHaveAccessibleDescription('No Turnover');
    await user.click(button('Start afresh'));
    expect(field('Turnover Range')).not.toHaveAccessibleDescription('No Turnover');
  });
  it('CAMP-4 CAMP-5: a restored form keeps the statuses chosen under its goal, and so does a fresh one', async () => {
    const user = userEvent.setup();
    const filters = {
      campaignGoals: 'ACQUISITION',
      businessLineStatus: ['HOT', 'COLD'],
      orgStatus: ['follow_up'],
      dispositionStatus: ['FOLLOW_UP'],
    };
    await signInOnline({ findCampaign: ok(aCampaign(filters)) });
    await openFilled();
    await choose(user, 'Campaign Goals', 'Renewal');
    await choose(user, 'Org Status', 'Yet to contact');
    await waitFor(async () =>
      expect((await loadDraft('campaign/edit/CMP1'))?.value).toMatchObject({
        campaignGoals: 'RENEWAL',
        orgStatus: ['follow_up', 'yet_to_contact'],
      }),
    );
    await user.click(field('Contact Status'));
    await user.click(await screen.findByRole('option', { name: 'Yet to contact' }));
    await user.keyboard('{Escape}');
    await waitFor(async () =>
      expect((await loadDraft('campaign/edit/CMP1'))?.value).toMatchObject({
        businessLineStatus: ['CONVERTED'],
        dispositionStatus: ['YET_TO_CONTACT'],
      }),
    );
    cleanup();
    await openFilled();
    expect(await screen.findByText('This is what you had typed.')).toBeInTheDocument();
    expect(field('Business Line Status')).toHaveAccessibleDescription('Converted');
    expect(field('Contact Status')).toHaveAccessibleDescription('Yet to contact');
    await user.click(button('Start afresh'));
    expect(field('Campaign Goals')).toHaveAccessibleDescription('Acquisition');
    expect(field('Business Line Status')).toHaveAccessibleDescription('Hot, Cold');
    expect(field('Contact Status')).toHaveAccessibleDescription('Follow up');
    cleanup();
    await openFilled();
    expect(field('Campaign Goals')).toHaveAccessibleDescription('Acquisition');
    expect(await loadDraft('campaign/edit/CMP1')).toBeNull();
  });
});

describe('another campaign’s filters', () => {
  it('CAMP-14: a rerun only looks at them, counts anew, says what changed and creates another', async () => {
    const user = userEvent.setup();
    const difference = {
      campaignId: 'CMP1',
      campaignName: 'Renewals in Kerala',
      countedOn: aCampaign().countedOn,
      before: counts(),
      change: {
        ...counts(),
        ...Object.fromEntries(Object.keys(counts()).map((name) => [name, 0])),
        totalCompanies: -12,
        totalContacts: 1_250,
      },
    };
    const asked = await signInOnline({
      countCampaign: counted({ difference }),
      createCampaign: ok(aCampaign()),
      findAllCampaigns: LISTED,
    });
    await openCampaigns('/rerunCampaign/CMP1');
    await user.click(await screen.findByRole('button', { name: 'Rerun' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    const facts = [...document.querySelectorAll('dt')].map(
      (term) =>
        `${term.textContent}: ` +
        [...(term.nextElementSibling?.childNodes ?? [])].map(({ textContent }) => textContent).join(', '),
    );
    expect(facts).toEqual(
      expect.arrayContaining([
        'Campaign Goals: Renewal',
        'Business Line Status: Converted',
        'Campaign Mode: Email, Call',
        'GST Available: Any',
        'Cool Off Period: 7 days',
        'UTM Source: google',
      ]),
    );
    const overall = within(await screen.findByRole('group', { name: 'Overall Data' }));
    expect(overall.getByText('−12')).toBeInTheDocument();
    expect(overall.getByText('+1,250')).toBeInTheDocument();
    expect(screen.getByText('The small figures are the change since 01\u201107\u20112026.')).toBeInTheDocument();
    expect(of(asked, 'countCampaign')[0]?.query.get('rerunOf')).toBe('CMP1');
    await user.click(button('Submit'));
    const modal = within(await screen.findByRole('dialog', { name: 'Enter Campaign Name' }));
    expect(modal.getByPlaceholderText('Campaign Name')).toHaveValue('');
    await user.type(modal.getByPlaceholderText('Campaign Name'), 'Again{Enter}');
    expect(await screen.findByText('Campaign Created Successfully.')).toBeInTheDocument();
    expect(of(asked, 'createCampaign')[0]?.body).toMatchObject({ campaignName: 'Again', utmSource: ['google'] });
  });

  it('CAMP-14 CAMP-6: what a rerun has counted stays when the report file of the other is made meanwhile', async () => {
    const user = userEvent.setup();
    let made = false;
    const asked = await signInOnline({
      countCampaign: counted(),
      findCampaign: () =>
        ok(aCampaign(made ? { version: 4 } : { status: 'PROCESSING', reportFileUrl: null, updatedAt: Date.now() })),
    });
    await openCampaigns('/rerunCampaign/CMP1');
    await user.click(await screen.findByRole('button', { name: 'Rerun' }));
    await screen.findByRole('group', { name: 'Overall Data' });
    made = true;
    const before = of(asked, 'findCampaign').length;
    await waitFor(() => expect(of(asked, 'findCampaign').length).toBeGreaterThan(before), { timeout: 10_000 });
    await user.click(button('Submit'));
    expect(await screen.findByRole('dialog', { name: 'Enter Campaign Name' })).toBeInTheDocument();
    expect(screen.getByRole('group', { name: 'Overall Data', hidden: true })).toBeInTheDocument();
  });

  it('CAMP-14: an edit changes filters and name, on the version it began with', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({
      countCampaign: counted(),
      updateCampaign: ok(aCampaign({ version: 4 })),
      findAllCampaigns: LISTED,
    });
    const router = await openCampaigns('/editCampaign/CMP1');
    expect(await screen.findByRole('button', { name: 'UTMs' })).toHaveAttribute('aria-expanded', 'true');
    await choose(user, 'Cool Off Period', '30 days');
    await user.click(button('Search'));
    await user.click(await screen.findByRole('button', { name: 'Submit' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Enter Campaign Name' }));
    expect(modal.getByPlaceholderText('Campaign Name')).toHaveValue('Renewals in Kerala');
    await user.click(modal.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaignManagement'));
    const [updated] = of(asked, 'updateCampaign');
    expect([updated?.query.get('campaignId'), updated?.headers.get('if-match')]).toEqual(['CMP1', '"3"']);
    expect(updated?.body).toMatchObject({ campaignName: 'Renewals in Kerala', coolOffPeriod: '30' });
  });

  it('CAMP-7 CAMP-6: somebody else’s, or one whose file is being made, is not edited', async () => {
    await signInOnline({ findCampaign: ok(aCampaign({ mayChange: false, userName: 'Rohan Das' })) });
    await openCampaigns('/editCampaign/CMP1');
    expect(await screen.findByText('Only Rohan Das can change this campaign.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  });
});

describe('Campaign view', () => {
  it('CAMP-14 CAMP-10: the filters to look at, what was counted, and the ways on', async () => {
    const user = userEvent.setup();
    const asked = await signInOnline({ signedReportUrl: ok('') });
    const router = await openCampaigns('/campaign/CMP1');
    expect(await screen.findByRole('region', { name: 'Search Results' })).toBeInTheDocument();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText(/^CMP1 · created 01-07-2026/)).toBeInTheDocument();
    await user.click(button('Download'));
    await waitFor(() => expect(of(asked, 'signedReportUrl')[0]?.query.get('s3url')).toBe('s3://reports/CMP1.csv'));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button('Edit'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/editCampaign/CMP1'));
  });

  it('a campaign that cannot be read says why', async () => {
    await signInOnline({ findCampaign: refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') });
    await openCampaigns('/campaign/CMP9');
    expect(await screen.findAllByText('Nothing here, or not yours')).not.toHaveLength(0);
    expect(button('Back')).toBeInTheDocument();
  });
});
