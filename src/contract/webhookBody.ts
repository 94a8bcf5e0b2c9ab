import * as z from 'zod/mini';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, FINANCE_STATUSES, MANAGER_STATUSES, TICKET_STATUSES } from './enums.ts';
import { moment } from './fields.ts';
import type { WebhookEvent } from './webhook.ts';

/** What programs of the organisation are told of changes: the bodies of webhooks (HOOK-3). */

/** More fields than a person has. */
const MAX_CHANGED = 50;

/** Whose record it is, as the directory has them when the event is written down. */
const owner = { userEmail: z.string(), employeeCode: z.string() };
const rupees = z.nullable(z.number());

/** What was done, as the audit log calls it; there may be more of these at any time. */
const action = z.string();
const STAGES = ['manager', 'admin', 'finance'] as const;
export type WebhookStage = (typeof STAGES)[number];
/** Of a decision, who decided. */
const stage = z.nullable(z.enum(STAGES));

/** A claim after the change. Days are moments, amounts are rupees, all as calls answer them (HOOK-3). */
const claimEventData = z.object({
  id: z.string(),
  kind: z.enum(['localExpense', 'travelExpense', 'conveyance']),
  version: z.int(),
  action,
  stage,
  ...owner,
  type: z.string(),
  tripId: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  expenseDate: moment,
  claimAmount: z.number(),
  managerApprovalStatus: z.enum(MANAGER_STATUSES),
  managerApprovedAmount: rupees,
  financeApprovalStatus: z.enum(FINANCE_STATUSES),
  financeApprovedAmount: rupees,
  paymentDate: z.nullable(moment),
  paidAmount: rupees,
  paymentReference: z.nullable(z.string()),
  withdrawn: z.boolean(),
});
export type ClaimEventData = z.infer<typeof claimEventData>;

/** A trip after the change. */
const tripEventData = z.object({
  id: z.string(),
  kind: z.literal('trip'),
  version: z.int(),
  action,
  stage,
  ...owner,
  startDate: moment,
  endDate: moment,
  managerApprovalStatus: z.enum(MANAGER_STATUSES),
  adminApprovalStatus: z.enum(ADMIN_STATUSES),
  cancellationStatus: z.enum(CANCELLATION_STATUSES),
  ticketUploadStatus: z.enum(TICKET_STATUSES),
  ticketAmount: rupees,
  ticketRefundAmount: rupees,
  amountToBeDeductedFromSalary: rupees,
});
export type TripEventData = z.infer<typeof tripEventData>;

/** A person of the directory: who, and the names of the fields that changed; `active` false: they have left. */
const personEventData = z.object({
  id: z.string(),
  kind: z.literal('person'),
  action,
  ...owner,
  active: z.boolean(),
  changed: z.array(z.string()).check(z.maxLength(MAX_CHANGED)),
});
export type PersonEventData = z.infer<typeof personEventData>;

/** The body of each webhook: its type, when it happened (ISO 8601), and what it is about. */
const bodyOf = <Data extends z.ZodMiniType>(type: WebhookEvent | 'webhook.test', data: Data) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });

/** By type: what it means, and its body. `webhook.test` is sent at an organisation admin's wish. */
export const WEBHOOK_BODIES = {
  'claim.filed': {
    summary: 'A claim was filed, or taken in from the sales app.',
    schema: bodyOf('claim.filed', claimEventData),
  },
  'claim.changed': {
    summary: 'A claim was edited, or has another manager.',
    schema: bodyOf('claim.changed', claimEventData),
  },
  'claim.decided': {
    summary: 'A manager or finance has approved or rejected a claim, or finance has taken its decision back.',
    schema: bodyOf('claim.decided', claimEventData),
  },
  'claim.paid': { summary: 'A claim was paid.', schema: bodyOf('claim.paid', claimEventData) },
  'claim.withdrawn': { summary: 'Its owner has withdrawn a claim.', schema: bodyOf('claim.withdrawn', claimEventData) },
  'trip.filed': { summary: 'A trip was asked for.', schema: bodyOf('trip.filed', tripEventData) },
  'trip.changed': {
    summary: 'A trip was edited, got its tickets, or has another manager; or its cancellation was asked for.',
    schema: bodyOf('trip.changed', tripEventData),
  },
  'trip.decided': {
    summary: 'A manager or an admin has approved or rejected a trip, or marked it as not made.',
    schema: bodyOf('trip.decided', tripEventData),
  },
  'trip.cancelled': { summary: 'A trip was cancelled.', schema: bodyOf('trip.cancelled', tripEventData) },
  'person.changed': {
    summary: 'A person was put into the directory, changed, has left or come back.',
    schema: bodyOf('person.changed', personEventData),
  },
  'webhook.test': {
    summary: 'A trial of the receiver. It says nothing.',
    schema: bodyOf('webhook.test', z.object({})),
  },
} as const satisfies Record<WebhookEvent | 'webhook.test', { summary: string; schema: z.ZodMiniType }>;
