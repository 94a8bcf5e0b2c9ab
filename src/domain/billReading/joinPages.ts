import { MAX_PAPER_GROUPS, MAX_PAPER_TIMES } from '#contract/limits.ts';
import type { Found } from './pieces.ts';
import type { BillReading } from './read.ts';

/** The fields whose place on the bill is shown, and the page that each is read from; -1: no page says it. */
export interface JoinedPages {
  reading: BillReading;
  homes: Record<'total' | 'day' | 'merchant', number>;
}

type OfAll<Value> = readonly (Found<Value> | null)[];

const firstOf = <Value>(all: OfAll<Value>): number => {
  const sure = all.findIndex((one) => one?.confidence === 'sure');
  return sure >= 0 ? sure : all.findIndex((one) => one !== null);
};

const lastOf = <Value>(all: OfAll<Value>): number => {
  const sure = all.findLastIndex((one) => one?.confidence === 'sure');
  return sure >= 0 ? sure : all.findLastIndex((one) => one !== null);
};

function totalOf(all: OfAll<number>): Found<number> | null {
  const total = all[lastOf(all)] ?? null;
  const others = all.filter((one) => one?.confidence === 'sure' && one.value !== total?.value);
  return total && others.length > 0 ? { ...total, confidence: 'offered' } : total;
}

const upTo = (most: number, numbers: readonly number[]): number[] => [...new Set(numbers)].slice(0, most);

/**
 * What the pages of a scan, read one by one, say as one bill (READ-14): the total of the last page that has one, all
 * else of the first; what is sure goes above what is offered. Two sure totals that differ are of two bills, perhaps:
 * the last is offered. Null where no page shows text.
 */
export function joinPages(pages: readonly BillReading[]): JoinedPages | null {
  const [head] = pages;
  if (!head) return null;
  const first = <Value>(all: OfAll<Value>): Found<Value> | null => all[firstOf(all)] ?? null;
  const totals = pages.map(({ total }) => total);
  const days = pages.map(({ day }) => day);
  const merchants = pages.map(({ merchant }) => merchant);
  const home = lastOf(totals);
  return {
    reading: {
      kind: head.kind,
      total: totalOf(totals),
      day: first(days),
      merchant: first(merchants),
      // Of a payment it is another kind of number.
      number: first(pages.map(({ kind, number }) => (kind === head.kind ? number : null))),
      taxNumber: first(pages.map(({ taxNumber }) => taxNumber)),
      tax: first(pages.map(({ tax }) => tax)),
      currency: pages[home]?.currency ?? pages.find(({ currency }) => currency !== null)?.currency ?? null,
      paper: {
        groups: upTo(
          MAX_PAPER_GROUPS,
          pages.flatMap(({ paper }) => paper.groups),
        ),
        times: upTo(
          MAX_PAPER_TIMES,
          pages.flatMap(({ paper }) => paper.times),
        ),
      },
    },
    homes: { total: home, day: firstOf(days), merchant: firstOf(merchants) },
  };
}
