import { useQuery } from '@tanstack/react-query';
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

/** The bytes of a waiting entry's bills; undefined while they are being read. What this device has lost is missing. */
export function useEntryBills(entry: Entry): ReadonlyMap<string, ArrayBuffer> | undefined {
  const bills = useQuery({
    queryKey: ['bills of entry', entry.id, entry.bills.map((bill) => bill.localId)],
    queryFn: () => bytesOf(entry),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return bills.isPending ? undefined : (bills.data ?? new Map());
}
