import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { historyRow } from './record.ts';

/** The audit log as organisation admins read it (AUD-20). */

/** One row of the log. `by` is null where nobody is known; `note` says more where there is more to say. */
export const auditRow = z.object({
  auditId: z.int(),
  at: moment,
  by: z.nullable(z.string()),
  byEmail: z.nullable(z.string()),
  onBehalfOf: z.nullable(z.string()),
  title: z.string(),
  kind: z.string(),
  recordId: z.string(),
  note: z.string(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** One row whole, with its place in the chain of its record and in the chain of seals. */
export const auditEntry = z.object({
  ...auditRow.shape,
  version: z.int(),
  /** Address and device. */
  origin: z.string(),
  changes: historyRow.shape.changes,
  /** What a claim or trip says is for those who may see it. */
  hidden: z.boolean(),
  /** When what it said was erased; null: it was not (RET-5). */
  erasedAt: z.optional(z.nullable(moment)),
  /** Where the record has a page. */
  page: z.nullable(z.enum(['record', 'person'])),
  hash: z.string(),
  previousHash: z.string(),
  /** Number of its seal; null for a minute or so. */
  seal: z.nullable(z.int()),
});
export type AuditEntryAnswer = z.infer<typeof auditEntry>;

/** Ed25519, 32 bytes in hex, and the SHA-256 of them. */
export const signingKey = z.object({ publicKey: z.string(), digest: z.string() });
