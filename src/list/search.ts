import { FIRST_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts';
import type { FilterKey, SortKey } from '#contract/query.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import { readText, type FilterTexts } from '#filters/value.ts';

/** The address of a list: its page, filters and open dialog, readable and shareable. */
export type ListSearch<Keys extends FilterKey = FilterKey> = {
  page: number;
  /** Rows a page, when they are more than usual. */
  size?: number;
  sort?: SortKey;
  /** A new record is being written. */
  new?: 1;
  /** This record is open. */
  open?: string;
  /** This entry of the outbox is being changed. */
  edit?: string;
  /** What the new record is for. */
  for?: string;
  /** The cards that are unfolded, by their ids. */
  show?: string;
  /** What is being done with the record that is open, or being made. */
  action?: string;
  /** Whose list, when it is not one's own. */
  findByEmail?: string;
} & Partial<Record<Keys, string>>;

/** How many rows a page may have, where that can be chosen (FIN-16, MGR-32). */
export const PAGE_SIZES = [PAGE_SIZE, 50, MAX_PAGE_SIZE] as const;

/** Rows a page, whatever the address says. */
export const sizeOf = (search: { size?: unknown }): number =>
  PAGE_SIZES.find((each) => String(each) === text(search.size)) ?? PAGE_SIZE;

const MAX_PAGES = 1_000_000;

/** What an address holds beside filters. */
const OWN_KEYS = ['size', 'sort', 'new', 'open', 'edit', 'action', 'for', 'show', 'findByEmail'] as const;

function wholePage(raw: unknown): number {
  const page =
    typeof raw === 'number' ? raw : typeof raw === 'string' && /^\d{1,7}$/.test(raw) ? Number(raw) : FIRST_PAGE;
  return Number.isInteger(page) && page >= FIRST_PAGE && page < MAX_PAGES ? page : FIRST_PAGE;
}

const text = (raw: unknown, most = 200): string | undefined =>
  (typeof raw === 'string' || typeof raw === 'number') && String(raw) !== '' && String(raw).length <= most
    ? String(raw)
    : undefined;

/** A list that offers some codes of a filter takes no others from its address either. */
const offered = ({ codes }: FilterUse, value: string | undefined): string | undefined =>
  codes && value?.split('|').some((code) => !codes.includes(code)) ? undefined : value;

/** Reads the address of one list. Unknown keys are dropped, junk falls back to defaults, nothing throws. */
export function listSearch<const Use extends FilterUse>(
  uses: readonly Use[],
  sorts: readonly { key: SortKey }[] = [],
): (raw: Record<string, unknown>) => ListSearch<Use['key']> {
  return (raw) => {
    const search: ListSearch = { page: wholePage(raw['page']) };
    for (const use of uses) {
      const value =
        offered(use, readText(use.key, raw[use.key])) ?? (raw[use.key] === '' && !use.fixed ? '' : use.start);
      if (value !== undefined) search[use.key] = value;
    }
    const size = sizeOf(raw);
    if (size !== PAGE_SIZE) search.size = size;
    const sort = sorts.find((each) => each.key === raw['sort'])?.key;
    if (sort) search.sort = sort;
    if (text(raw['new']) === '1') search.new = 1;
    for (const key of ['open', 'edit', 'action', 'for', 'show', 'findByEmail'] as const) {
      const value = text(raw[key], key === 'show' ? 1_000 : undefined);
      if (value !== undefined) search[key] = value;
    }
    // The router lays this over the raw address: junk that is not named stays in it, and would be asked for.
    const junk = [...OWN_KEYS, ...uses.map(({ key }) => key)].filter(
      (key) => raw[key] !== undefined && search[key] === undefined,
    );
    return { ...Object.fromEntries(junk.map((key) => [key, undefined])), ...search } as ListSearch<Use['key']>;
  };
}

/** The cards that stand unfolded. */
export const unfoldedOf = (search: Pick<ListSearch, 'show'>): readonly string[] => search.show?.split('|') ?? [];

/** The filters among what the address says; a removed one is there, empty. */
export function textsOf(uses: readonly FilterUse[], search: ListSearch): FilterTexts {
  const texts: FilterTexts = {};
  for (const { key } of uses) {
    const value = search[key];
    if (value) texts[key] = value;
  }
  return texts;
}
