import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import { online } from '#data/online.ts';
import { aCampaign, counts, ok, openCampaigns, refusal, signInOnline } from '#tests/support/campaigns.tsx';
import { button, choose, counted, field, LISTED, of, openFilled, section } from './campaignFormFixtures.tsx';

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
    expect(await screen.findByText('This is what you had begun.')).toBeInTheDocument();
    expect(field('Turnover Range')).toHaveAccessibleDescription('No Turnover');
    await user.click(button('Start afresh'));
    expect(field('Turnover Range')).not.toHaveAccessibleDescription('No Turnover');
  });
});
