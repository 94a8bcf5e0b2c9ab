import { createHash } from 'node:crypto';
import { updateLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { BillInput, NewEntry } from '#outbox/entry.ts';
import { pdf } from './files.ts';
import { NOW } from './server.ts';

/** Builds whose stored formats differ, by the commit that brought each, and what their phones were left with. */
export const BUILDS = [
  { commit: '8c83c257', what: 'the first outbox' },
  { commit: 'b0ac7e9d', what: 'what was confirmed, for restored backups' },
  { commit: 'de3bf782', what: 'nobody named in the clear' },
  { commit: '4becbae6', what: 'bytes once, under their hash' },
  { commit: '41e89865', what: 'a ring of keys, a store by id' },
  { commit: '7e64076d', what: 'bills in parts' },
  { commit: '3f2ef431', what: 'when a claim was saved' },
  { commit: '7ffaf693', what: 'shares as rows' },
  { commit: '9849e62c', what: 'bills sealed when they are attached' },
  { commit: '5d5eb365', what: 'decisions that are held' },
] as const;

const HOUR = 3_600_000;
/** Long enough ago that no lease of then is believed. */
export const MADE_AT = NOW - HOUR;

/** A bill of its own text, as a form of any of these builds attaches it. */
export function bill(text: string, localId = 'b1'): BillInput & { bytes: ArrayBuffer; hash: string } {
  const bytes = new Uint8Array(pdf(text));
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { localId, bytes: bytes.buffer, hash, name: 'bill.pdf', type: 'application/pdf' };
}

/** A local claim that is known by its remarks. */
export const claim = (remarks: string): NewEntry => ({
  endpoint: 'createLocalExpense',
  method: 'POST',
  url: '/api/v1/allExpense/create?primaryExpenseType=0',
  body: { localExpenseType: 'OTHERS', expenseDate: NOW - 24 * HOUR, claimAmount: 450.5, remarks },
  record: { kind: 'localExpense' },
  face: { title: remarks, amount: 450.5, day: '2026-07-14' },
  followUp: {
    endpoint: 'updateLocalExpense',
    method: 'PUT',
    url: urlOf(updateLocalExpense, { query: { id: '{id}' } }),
  },
});
