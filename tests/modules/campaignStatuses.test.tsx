import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadDraft } from '#data/drafts.ts';
import { aCampaign, ok, openCampaigns, signInOnline } from '#tests/support/campaigns.tsx';
import { button, choose, field, openFilled, section } from './campaignFormFixtures.tsx';

describe('Create Campaign', () => {
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
    expect(await screen.findByText('This is what you had begun.')).toBeInTheDocument();
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
