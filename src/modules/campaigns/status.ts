import { MODES } from '#contract/campaignOptions.ts';
import { BEING_MADE, MADE, NOT_MADE, type CampaignStatus } from '#domain/campaign.ts';
import type { Tone } from '#ui/Tag.tsx';

/** A campaign's status in words: what of its report file. */
export const STATUSES: Readonly<Record<CampaignStatus, { text: string; tone: Tone }>> = {
  [BEING_MADE]: { text: 'Processing', tone: 'wait' },
  [MADE]: { text: 'Ready', tone: 'good' },
  [NOT_MADE]: { text: 'Failed', tone: 'bad' },
};

export const modesText = (modes: readonly string[]): string =>
  modes.map((mode) => MODES.find(({ value }) => value === mode)?.label ?? mode).join(', ');
