import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aCampaign, counts, ok, openCampaigns, refusal, signInOnline } from '#tests/support/campaigns.tsx';
import { button, choose, counted, LISTED, of } from './campaignFormFixtures.tsx';

describe('another campaign’s filters', () => {
  it('CAMP-14: a rerun only looks at them, counts again, says what changed and creates another', async () => {
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
