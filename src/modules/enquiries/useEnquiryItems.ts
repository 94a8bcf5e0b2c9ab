import { useMemo } from 'react';
import type { Enquiry } from '#contract/record.ts';
import { useEntries } from '#data/entries.ts';
import { useSession } from '#data/session.ts';
import type { Entry } from '#outbox/entry.ts';
import { ENQUIRY, mergeEnquiries, type EnquiryItem } from './enquiries.ts';

const ofEnquiries = (entry: Entry): boolean => entry.record.kind === ENQUIRY;

export interface Shown {
  rows: readonly Enquiry[] | undefined;
  asOf: number;
  about?: string;
  state?: 'open' | 'closed';
  firstPage?: boolean;
}

const NONE: readonly Enquiry[] = [];

/** Enquiries with what waits of them in the outbox. */
export function useEnquiryItems({ rows, asOf, about, state, firstPage = true }: Shown): EnquiryItem[] {
  const { email, name } = useSession();
  const entries = useEntries(ofEnquiries);
  return useMemo(
    () =>
      mergeEnquiries({
        rows: rows ?? NONE,
        entries,
        me: { email, name },
        asOf,
        firstPage,
        ...(about !== undefined && { about }),
        ...(state !== undefined && { state }),
      }),
    [rows, entries, email, name, asOf, about, state, firstPage],
  );
}
