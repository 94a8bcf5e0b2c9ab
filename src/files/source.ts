import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Document } from '#contract/fields.ts';
import { loadDocument } from '#data/documents.ts';
import { keptPreview } from '#data/previews.ts';
import type { FormBill } from './bill.ts';

/** True where somebody else's records are looked at: their bills are shown and not kept on this device (ACC-17). */
export const DoNotPersistContext = createContext(false);

/** A bill wherever it is: on the server, in the outbox, on a form, or in the inbox. */
export type BillSource = { id: string; name: string; type: string } & (
  | { kind: 'server'; fingerPrint: string }
  | { kind: 'waiting'; entryId: string; localId: string }
  | { kind: 'form'; bytes: ArrayBuffer }
  | { kind: 'inbox'; read: () => Promise<ArrayBuffer> }
);

export const ofDocument = (document: Pick<Document, 'fingerPrint' | 'name' | 'type'>): BillSource => ({
  kind: 'server',
  id: document.fingerPrint,
  name: document.name,
  type: document.type,
  fingerPrint: document.fingerPrint,
});

export const ofQueued = (entryId: string, bill: { localId: string; name: string; type: string }): BillSource => ({
  kind: 'waiting',
  id: `${entryId}/${bill.localId}`,
  name: bill.name,
  type: bill.type,
  entryId,
  localId: bill.localId,
});

export function ofFormBill(bill: FormBill): BillSource | null {
  const facts = { id: bill.localId, name: bill.name, type: bill.type };
  if (bill.bytes) return { kind: 'form', ...facts, bytes: bill.bytes };
  return bill.fingerPrint ? { kind: 'server', ...facts, fingerPrint: bill.fingerPrint } : null;
}

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
