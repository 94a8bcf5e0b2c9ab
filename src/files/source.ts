import { createContext } from 'react';
import type { Document } from '#contract/fields.ts';
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
