import type { CountName } from '#contract/campaign.ts';
import { formatCount } from '#domain/money.ts';

/** The results of a search in their order (CAMP-22). */
export interface ResultGroup {
  title: string;
  rows: readonly (readonly [label: string, count: CountName])[];
}

export const RESULTS: readonly ResultGroup[] = [
  {
    title: 'Overall Data',
    rows: [
      ['Total Companies', 'totalCompanies'],
      ['Total Contacts', 'totalContacts'],
      ['Total Deliverable Mails', 'totalDeliverableMails'],
      ['Total Mobile Numbers', 'totalMobileNumbers'],
    ],
  },
  {
    title: 'Email Data',
    rows: [
      ['Total Deliverable Mails', 'totalDeliverableMails'],
      ['Blacklisted', 'totalBlacklistedMails'],
      ['Undeliverable', 'totalUndeliverableMails'],
      ['Unknown', 'totalUnknownMails'],
      ['Total Mails Targeted in Last X Days', 'totalMailsTargetedInLastXDays'],
    ],
  },
  {
    title: 'Mobile Data',
    rows: [
      ['Total Deliverable Mobile Numbers', 'totalMobileNumbersDeliverable'],
      ['Blacklisted Mobile Numbers', 'totalMobileNumbersBlacklisted'],
      ['Undeliverable Mobile Numbers', 'totalMobileNumbersUndeliverable'],
      ['Unknown Mobile Numbers', 'totalMobileNumbersUnknown'],
      ['Total Mobile Numbers Targeted in Last X Days', 'totalMobileNumbersTargetedInLastXDays'],
    ],
  },
];

/** '+12', '−3'; nothing where nothing changed. */
export const changeText = (change: number): string =>
  change === 0 ? '' : `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`;

/** 'X' is the chosen cool-off period (CAMP-9). */
export const withDays = (label: string, coolOffPeriod: string | null): string =>
  coolOffPeriod === null ? label : label.replace('Last X Days', `Last ${coolOffPeriod} Days`);
