import type { Kysely } from 'kysely';
import type { TermField } from '#contract/campaignOptions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { learn, readTerms } from '#server/modules/campaigns/index.ts';

/** The lists that come with the data of the made-up market: locations, sectors, plans and sources. */

const TERMS: Readonly<Record<Exclude<TermField, 'sectorNames'>, readonly string[]>> & {
  sectorNames: readonly string[];
} = {
  addressLocation: [
    'Mumbai',
    'New Delhi',
    'Bengaluru',
    'Hyderabad',
    'Ahmedabad',
    'Chennai',
    'Kolkata',
    'Pune',
    'Jaipur',
    'Surat',
    'Lucknow',
    'Kanpur',
    'Nagpur',
    'Indore',
    'Thane',
    'Bhopal',
    'Visakhapatnam',
    'Patna',
    'Vadodara',
    'Ludhiana',
    'Nashik',
    'Faridabad',
    'Rajkot',
    'Varanasi',
    'Aurangabad',
    'Ranchi',
    'Coimbatore',
    'Jodhpur',
    'Madurai',
    'Raipur',
    'Kochi',
    'Chandigarh',
    'Guwahati',
    'Mysuru',
    'Thiruvananthapuram',
    'Bhubaneswar',
    'Dehradun',
    'Mangaluru',
    'Jamshedpur',
    'Panaji',
  ],
  sectorNames: [
    'Roads',
    'Bridges',
    'Railways',
    'Metro Rail',
    'Water Supply',
    'Sewerage',
    'Irrigation',
    'Power Transmission',
    'Solar',
    'Hospitals',
    'Schools',
    'Housing',
    'Airports',
    'Ports',
    'Telecom',
    'Information Technology',
    'Defence Stores',
    'Uniforms',
    'Furniture',
    'Laboratory Equipment',
    'Medical Equipment',
    'Vehicles',
    'Security',
    'Housekeeping',
    'Catering',
    'Printing',
  ],
  planName: ['Free', 'Basic', 'Premium', 'Enterprise'],
  utmSource: ['google', 'facebook', 'linkedin', 'newsletter', 'whatsapp', 'partner', 'direct'],
  utmMedium: ['cpc', 'organic', 'email', 'social', 'referral', 'sms'],
  utmContent: ['banner-a', 'banner-b', 'video', 'carousel', 'text-link'],
  utmCampaign: ['diwali-offer', 'gem-webinar', 'monsoon-sale', 'new-year', 'tender-alerts', 'year-end'],
};

export type MarketTerms = Readonly<Record<TermField, readonly number[]>>;

/** Puts the lists that come with the data in place, and answers their codes. */
export async function addMarketTerms(tx: Kysely<Tables>): Promise<MarketTerms> {
  const known = await readTerms(tx);
  const learnt = await learn(
    tx,
    known,
    new Map(Object.entries(TERMS).map(([field, values]) => [field as TermField, new Set(values)])),
  );
  const code = (field: TermField, value: string): number =>
    known.get(field)?.get(value.toLowerCase()) ?? learnt.get(field)?.get(value.toLowerCase()) ?? 0;
  return Object.fromEntries<readonly number[]>(
    Object.entries(TERMS).map(([field, values]) => [field, values.map((value) => code(field as TermField, value))]),
  ) as MarketTerms;
}
