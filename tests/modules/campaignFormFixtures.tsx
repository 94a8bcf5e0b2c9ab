import { screen } from '@testing-library/react';
import { type UserEvent } from '@testing-library/user-event';
import { aCampaign, aCampaignRow, counts, ok, openCampaigns, type Asked } from '#tests/support/campaigns.tsx';

const COUNT = { data: counts(), waterfall: aCampaign().waterfall, difference: null };
export const counted = (change: object = {}): object => ({ success: true, ...COUNT, ...change });
export const LISTED = ok([aCampaignRow()], { totalElements: 1 });
export const field = (name: string) => screen.getByRole('combobox', { name });
export const button = (name: string) => screen.getByRole('button', { name });
export const section = (name: string) => screen.getByRole('button', { name });

export async function choose(user: UserEvent, name: string, ...options: string[]): Promise<void> {
  await user.click(field(name));
  for (const option of options) await user.click(await screen.findByRole('option', { name: option }));
  await user.keyboard('{Escape}');
}

/** The form with all that a search needs, as of a campaign that is edited. */
export async function openFilled(): Promise<void> {
  await openCampaigns('/editCampaign/CMP1');
  await screen.findByRole('combobox', { name: 'Turnover Range' });
}

export const of = (asked: Asked[], name: Asked['name']) => asked.filter((each) => each.name === name);
