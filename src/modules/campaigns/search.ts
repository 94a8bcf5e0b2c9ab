import { FIRST_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts';

/** The address of campaign management: its page from 0, and how many rows a page has where it is not the usual. */
export interface CampaignSearch {
  page: number;
  size?: number;
}

export const PAGE_SIZES: readonly number[] = [10, PAGE_SIZE, 50, MAX_PAGE_SIZE];

export function campaignSearch(raw: Record<string, unknown>): CampaignSearch {
  const page = /^\d{1,6}$/.test(String(raw['page'])) ? Number(raw['page']) : FIRST_PAGE;
  const size = PAGE_SIZES.find((each) => String(each) === String(raw['size']));
  return { page, ...(size !== undefined && size !== PAGE_SIZE && { size }) };
}
