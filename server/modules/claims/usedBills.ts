import { findUsedBills } from '#contract/calls/usedBills.ts';
import { SAME_BILL } from '#contract/fields.ts';
import { MAX_ASKED_BILLS } from '#contract/limits.ts';
import type { UsedBill } from '#contract/usedBills.ts';
import { malformed, Refusal } from '#server/platform/base/errors.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { countSome } from '#server/platform/limits/repository.ts';
import { readColumns, readingsOf } from './readings.ts';
import { usedBillsStatement, type AskedBill } from './repository/sameBills.ts';

const HOUR = 3_600_000;

/**
 * Which of these bills are on other claims of the organisation: of each the claim that has most of it, told by its day,
 * and by its id where it is the person's own. Throws MALFORMED for a body that is none, RATE_LIMITED after
 * MAX_ASKED_BILLS in an hour, so that nobody finds out what others claim by trying numbers (DOC-26).
 */
async function usedBills(context: Context, body: unknown): Promise<UsedBill[]> {
  const parsed = findUsedBills.body.safeParse(body);
  if (!parsed.success) throw malformed('The body needs readings of at most 20 bills.', 'readings');
  const { readings, except = [] } = parsed.data;
  const hashes = [...new Set(readings.map(({ fingerPrint }) => fingerPrint))];
  if (hashes.length === 0) return [];
  const { actor, now, timeZone } = context;
  const { db } = context.services.database;
  const limit = { bucket: `used bills:${actor.id}`, most: MAX_ASKED_BILLS, windowMillis: HOUR };
  const asked = await countSome(db, limit, hashes.length, now);
  if (asked.count > MAX_ASKED_BILLS)
    throw new Refusal('RATE_LIMITED', 'Too many bills were looked up. Please try again later.', {
      retryAfter: asked.retryAfter,
    });
  const read = await readingsOf(db, parsed.data);
  const bills = hashes.map((hash): AskedBill => ({ file_hash: hash, ...readColumns(read.get(hash) ?? {}) }));
  const { rows } = await usedBillsStatement(bills, { personId: actor.id, except }).execute(db);
  return rows.map(({ file_hash, id, owner_id, day, same }) => {
    const as = SAME_BILL[same - 1];
    return {
      fingerPrint: file_hash,
      expenseDate: dayMillis(day, timeZone),
      ...(as && { same: as }),
      ...(owner_id === actor.id && { id }),
    };
  });
}

/** What a form asks before its claim is submitted. */
export const usedBillCalls = (services: Services): Served[] => [
  serve(findUsedBills, async ({ request }) => ({
    success: true,
    data: await usedBills(contextOf(services, request), request.body),
  })),
];
