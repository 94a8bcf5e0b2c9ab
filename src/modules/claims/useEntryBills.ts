import { skipToken, useQuery } from '@tanstack/react-query';
import { outbox } from '#data/entries.ts';
import type { Entry } from '#outbox/entry.ts';

/** The bytes of an entry's bills that this device still has. */
async function bytesOf(entry: Entry): Promise<Map<string, ArrayBuffer>> {
  const box = await outbox();
  const found = new Map<string, ArrayBuffer>();
  for (const bill of entry.bills) {
    const content = await box.bill(entry.id, bill.localId);
    if (content) found.set(bill.localId, content.bytes);
  }
  return found;
}

export type BillBytes = ReadonlyMap<string, ArrayBuffer>;
const NONE: BillBytes = new Map();

/** The bytes of an entry's bills; undefined while they are being read. What this device has lost is missing. */
export function useEntryBills(entry: Entry | undefined): BillBytes | undefined {
  const own = entry && entry.bills.length > 0 ? entry : undefined;
  const bills = useQuery({
    queryKey: ['bills of entry', own?.id, own?.bills.map((bill) => bill.localId)],
    queryFn: own ? () => bytesOf(own) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  if (!own) return NONE;
  return bills.isPending ? undefined : (bills.data ?? NONE);
}
