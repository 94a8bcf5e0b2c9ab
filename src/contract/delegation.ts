import * as z from 'zod/mini';
import { dayMillis, moment, recordStamp } from './fields.ts';

/** A manager's stand-in: somebody who sees and decides that manager's queue for a while. */

const named = z.object({ email: z.string(), name: z.string() });

/** Not begun yet; running; its last day is past; ended by somebody before that. */
const DELEGATION_STATES = ['planned', 'running', 'over', 'ended'] as const;
export type DelegationState = (typeof DELEGATION_STATES)[number];

/** `mayEnd` is of the person who reads it. */
export const delegation = z.object({
  delegationId: z.string(),
  manager: named,
  standIn: named,
  /** The first and the last day, both counted. */
  from: dayMillis,
  to: dayMillis,
  state: z.enum(DELEGATION_STATES),
  setBy: z.string(),
  endedAt: z.nullable(moment),
  endedBy: z.nullable(z.string()),
  mayEnd: z.boolean(),
  ...recordStamp,
});
export type Delegation = z.infer<typeof delegation>;

/**
 * Who stands in for a person, and for whom that person stands in; active and future ones first, then past ones, newest
 * first.
 */
export const delegations = z.object({ given: z.array(delegation), received: z.array(delegation) });
export type Delegations = z.infer<typeof delegations>;

/** `standIn` and `manager` are e-mails; without `manager` it is the signed-in person's queue. */
export const delegationBody = z.object({
  standIn: z.string({ error: 'Please enter who stands in' }),
  from: z.int({ error: 'Please enter the first day' }),
  to: z.int({ error: 'Please enter the last day' }),
  manager: z.optional(z.nullable(z.string())),
});
export type DelegationBody = z.infer<typeof delegationBody>;
