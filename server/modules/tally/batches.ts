import type { Kysely } from 'kysely';
import { decodeListQuery, encodeListQuery, rawParameters, type Filters, type ListQuery } from '#contract/query.ts';
import type { TallyBatchMade } from '#contract/tally.ts';
import { MAX_BATCH_VOUCHERS } from '#contract/limits.ts';
import { mayChangeTally, NO_CLAIMS, parseIds, VOUCHER } from '#domain/tally.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, malformed } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { ledgerMappingNow } from './repository/ledgerMapping.ts';
import { batchByKey } from './repository/batches.ts';
import { candidateIds, claimsToBook, type BookedClaim } from './repository/candidates.ts';
import { vouchersOf } from './repository/vouchers.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { mapInBatches } from '#server/platform/base/concurrency.ts';
import { bookingBy, mayBook, writeBatch, written } from './booking.ts';
import { batchAnswer, refusedItem, type Refused } from './change.ts';
import { candidateSearch } from './reading.ts';

/** Making a batch of the claims that are chosen, or that filters select (TALLY-2). */

/** The filters of a body, read as those of the candidates' list are. */
function filtersIn(value: unknown): ListQuery {
  const isTexts = (texts: unknown): texts is string[] =>
    Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  if (typeof value !== 'object' || value === null || !Object.values(value).every(isTexts))
    throw invalidRequest(NO_CLAIMS, { ids: NO_CLAIMS });
  const unknown = decodeListQuery(new Map([['filter', Object.keys(value).map((key) => `${key}:0`)]]));
  if (!unknown.ok && unknown.bad.message.startsWith('Unknown')) throw malformed(unknown.bad.message, unknown.bad.key);
  const decoded = decodeListQuery(rawParameters(encodeListQuery({ filters: value as Filters })));
  if (!decoded.ok) throw malformed(decoded.bad.message, decoded.bad.key);
  return decoded.query;
}

/** Which claims are meant: named ones, or all that filters select. */
async function idsIn(tx: Kysely<Tables>, context: Context, body: unknown): Promise<string[]> {
  const given = typeof body === 'object' && body !== null ? (body as { ids?: unknown; filters?: unknown }) : {};
  if ((given.ids === undefined || given.ids === null) && given.filters !== undefined && given.filters !== null) {
    const ids = await candidateIds(tx, candidateSearch(context, filtersIn(given.filters)), MAX_BATCH_VOUCHERS);
    if (ids.length === 0) throw invalidRequest(NO_CLAIMS, { ids: NO_CLAIMS });
    return ids;
  }
  const parsed = parseIds(given.ids, NO_CLAIMS, false);
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  return parsed.value ?? [];
}

/**
 * Makes a batch of the chosen claims; each is taken or refused by itself, and without any there is no batch (TALLY-2).
 */
export async function makeBatch(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, key } = context;
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayChangeTally(actor));
      return null;
    },
    execute: async (tx) => {
      const made = key === null ? undefined : await batchByKey(tx, actor.id, key);
      // The key outlives its stored answer: what it created is returned as it is now.
      if (made)
        return {
          answer: {
            success: true,
            data: {
              batch: batchAnswer(context, await written(tx, made.id)),
              done: (await vouchersOf(tx, made.id)).map((row) => row.claim_id),
              refused: [],
            },
          },
          recordId: made.id,
        };
      const ids = await idsIn(tx, context, request.body);
      const claims = new Map((await claimsToBook(tx, ids)).map((claim) => [claim.id, claim]));
      const { mapping } = await ledgerMappingNow(tx);
      const open: BookedClaim[] = [];
      const refused: Refused = [];
      for (const id of ids) {
        const claim = claims.get(id);
        const verdict = claim ? mayBook(context, claim) : null;
        if (claim && verdict?.ok) open.push(claim);
        else refused.push(...refusedItem(id, verdict));
      }
      const id = context.newId('TLY');
      const booked = await mapInBatches(open, (claim) => ({ claim, booking: bookingBy(mapping, claim) }));
      const batch =
        booked.length === 0
          ? null
          : await writeBatch(tx, context, id, booked, { source: 'SCREEN', status: VOUCHER.waiting });
      const data: TallyBatchMade = {
        batch: batch && batchAnswer(context, batch),
        done: open.map((claim) => claim.id),
        refused,
      };
      return { answer: { success: true, data }, recordId: batch?.id ?? null, ...(batch && { counted: 'batches' }) };
    },
  });
}
