import * as z from 'zod/mini';
import { amountInput } from './fields.ts';

/** Bodies of decisions. Which field must be filled is a rule of the domain. */
export const managerTripDecision = z.object({ managerRemarks: z.optional(z.nullable(z.string())) });
export const managerDecision = z.object({
  managerRemarks: z.optional(z.nullable(z.string())),
  managerApprovedAmount: z.optional(z.nullable(amountInput)),
});
export const financeDecision = z.object({
  financeRemarks: z.optional(z.nullable(z.string())),
  financeApprovedAmount: z.optional(z.nullable(amountInput)),
});
export const adminDecision = z.object({ adminRemarks: z.optional(z.nullable(z.string())) });

/** MGR-11: 1 to 100 ids; with `versions`, an item that changed is refused as VERSION_CONFLICT. */
export const bulkDecision = z.object({
  ids: z.array(z.string()),
  comments: z.optional(z.nullable(z.string())),
  approved: z.boolean(),
  versions: z.optional(z.record(z.string(), z.int())),
});

export const bulkResult = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const ticketDetails = z.object({ ticketAmount: amountInput, ticketUrl: z.array(z.unknown()) });
/** Another ticket of a trip that has its first ones, or was approved without (ADM-12). */
export const furtherTicket = z.object({
  ticketAmount: amountInput,
  reason: z.string(),
  ticketUrl: z.array(z.unknown()),
});
export const cancellationDetails = z.object({
  adminCancellationRemarks: z.optional(z.nullable(z.string())),
  ticketRefundAmount: amountInput,
  amountToBeDeductedFromSalary: amountInput,
});
