import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findUsedBills } from '#contract/calls/usedBills.ts';
import { MAX_OWN_NAMES } from '#contract/limits.ts';
import type { BillReadingInput } from '#contract/reading.ts';
import type { UsedBill } from '#contract/usedBills.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import type { FormBill } from '#files/bill.ts';
import { useLeavingClaims } from './ownBills.ts';

/** What a bill is found again by: of what was read, neither a name nor what was sure of it. */
function askedOf({ hash, reading = {} }: FormBill): BillReadingInput {
  const { merchant: _, sure: __, ...marks } = reading;
  return { fingerPrint: hash, ...marks };
}

/**
 * Which of these bills the server knows on another claim of the organisation, where there is a network (DOC-26); none
 * while it is asked, and where it cannot be. The form waits for nothing.
 */
export function useUsedElsewhere(bills: readonly FormBill[], self: readonly string[]): readonly UsedBill[] {
  const { email } = useSession();
  const leaving = useLeavingClaims();
  const body = { readings: bills.map(askedOf), except: self.slice(0, MAX_OWN_NAMES) };
  const { data } = useQuery({
    queryKey: ['used bills', email, body],
    queryFn: async ({ signal }) => (await call(findUsedBills, { body, signal })).data,
    enabled: bills.length > 0,
    networkMode: 'online',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  return bills.length > 0 && data ? data.filter(({ id = '' }) => !leaving.includes(id)) : [];
}
