import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { loadDocument } from '#data/documents.ts';
import { keptPreview } from '#data/previews.ts';
import { DoNotPersistContext, type BillSource } from './source.ts';

export interface BillContent {
  bytes: ArrayBuffer;
  type: string;
}

/** The content of a bill; `keep` false leaves nothing of it on this device. */
export async function loadBill(source: BillSource, signal: AbortSignal, keep: boolean): Promise<BillContent> {
  if (source.kind === 'form') return { bytes: source.bytes, type: source.type };
  if (source.kind === 'inbox') return { bytes: await source.read(), type: source.type };
  if (source.kind === 'waiting') return loadDocument({ entryId: source.entryId, localId: source.localId }, signal);
  return loadDocument(source.fingerPrint, signal, keep);
}

/** The small picture of a bill whose whole is not on this device; undefined until it is known whether there is one. */
export function useSmallBill(source: BillSource, wanted: boolean) {
  return useQuery({
    queryKey: ['small bill', source.id],
    queryFn: () => (source.kind === 'server' ? keptPreview(source.fingerPrint) : null),
    enabled: wanted,
    gcTime: 0,
    networkMode: 'always',
  });
}

/** The content of a bill, fetched when asked for and forgotten some minutes later. */
export function useBill(source: BillSource) {
  const passing = useContext(DoNotPersistContext);
  return useQuery({
    queryKey: ['bill', source.kind, source.id],
    queryFn: ({ signal }) => loadBill(source, signal, !passing),
    staleTime: Infinity,
    gcTime: 3 * 60_000,
    retry: 1,
    networkMode: 'always',
  });
}
