import type { Kysely } from 'kysely';
import { SENTENCES } from '#contract/error.ts';
import { decodeListQuery, encodeListQuery, rawParameters, type Filters, type ListQuery } from '#contract/query.ts';
import type { LedgerMappingBody, TallyBatchMade, TallyChanged } from '#contract/tally.ts';
import { MAX_BATCH_VOUCHERS } from '#contract/limits.ts';
import { dayOf } from '#domain/dates.ts';
import {
  bookingOf,
  isExported,
  mayChangeTally,
  NO_CLAIMS,
  NO_VOUCHERS,
  OTHERS_BATCH,
  readIds,
  readMark,
  tallyCan,
  VOUCHER,
} from '#domain/tally.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/database/tables.ts';
import type { TallyBatchesTable } from '#server/database/tallyTables.ts';
import { invalid, malformed, movedOn, notFound, Refusal } from '#server/errors.ts';
import { mayAccountFor } from '#server/policies/decisions.ts';
import { demand } from '#server/policies/demand.ts';
import { ledgerMappingNow } from '#server/repositories/ledgerMapping.ts';
import { batchById, batchByKey, insertBatch, lockBatch, type BatchRow } from '#server/repositories/tallyBatches.ts';
import { candidateIds, claimsToBook, type BookedClaim } from '#server/repositories/tallyCandidates.ts';
import {
  markVouchers,
  rebookVouchers,
  removeVouchers,
  vouchersOf,
  type VoucherColumns,
  type VoucherRow,
} from '#server/repositories/tallyVouchers.ts';
import { appendAudit } from './audit.ts';
import { change, type Asked, type Carried } from './change.ts';
import type { Context } from './context.ts';
import { mapInStretches } from './stretches.ts';
import { batchAnswer, batchSnapshot, columnsOf, settleBatch } from './tallyChange.ts';
import { bookedAs, candidateSearch } from './tallyReading.ts';

/**
 * What tally admins do with batches (TALLY-2 to TALLY-8). One transaction each; claims are locked first, in the order
 * of their ids, then the batch.
 */

type Refused = TallyBatchMade['refused'];

const refusedItem = (id: string, verdict: Verdict | null): Refused =>
  verdict === null
    ? [{ id, code: 'NOT_FOUND', message: SENTENCES.nothingHere }]
    : verdict.ok
      ? []
      : [{ id, code: verdict.code, message: verdict.sentence }];

/** The filters of a body, read as those of the candidates' list are. */
function filtersIn(value: unknown): ListQuery {
  const isTexts = (texts: unknown): texts is string[] =>
    Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  if (typeof value !== 'object' || value === null || !Object.values(value).every(isTexts))
    throw invalid(NO_CLAIMS, { ids: NO_CLAIMS });
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
    if (ids.length === 0) throw invalid(NO_CLAIMS, { ids: NO_CLAIMS });
    return ids;
  }
  const read = readIds(given.ids, NO_CLAIMS, false);
  if (!read.ok) throw invalid(read.message, read.errors);
  return read.value ?? [];
}

/** What a voucher says beside its claim: of the mapping, or of a sheet. */
export type Booking = Pick<VoucherColumns, 'ledger' | 'cost_centre' | 'credit_ledger' | 'narration' | 'by_sheet'>;

const voucherOf = (
  batchId: string,
  claim: BookedClaim,
  booking: Booking,
  timeZone: string,
): Omit<VoucherColumns, 'status' | 'reason'> => ({
  batch_id: batchId,
  claim_id: claim.id,
  kind: claim.kind,
  type: claim.type,
  day: dayOf(claim.finance_decided_at ?? 0, timeZone),
  amount: claim.finance_amount ?? 0,
  ...booking,
});

/** Is there anything against this person's taking the claim into a batch? A claim of nothing has nothing to post. */
export function mayBook({ actor }: Pick<Context, 'actor'>, claim: BookedClaim): Verdict {
  const duties = mayAccountFor(actor, claim);
  if (!duties.ok) return duties;
  const may = tallyCan.batch({
    financeStatus: claim.finance_status,
    withdrawn: claim.withdrawn_at !== null,
    batchId: claim.tally_batch_id,
  });
  return may.ok && (claim.finance_amount ?? 0) <= 0
    ? { ok: false, code: 'CONFLICT', sentence: 'Nothing was approved of this request.' }
    : may;
}

/** Writes a batch of locked claims that may be booked, with its first row of the audit log. */
export async function writeBatch(
  tx: Kysely<Tables>,
  context: Context,
  id: string,
  booked: readonly { claim: BookedClaim; booking: Booking }[],
  from: Pick<TallyBatchesTable, 'source' | 'status'>,
): Promise<BatchRow> {
  const { actor, now, key } = context;
  const { timeZone } = context;
  const vouchers = await mapInStretches(booked, ({ claim, booking }): VoucherColumns => ({
    ...voucherOf(id, claim, booking, timeZone),
    status: from.status,
    reason: null,
  }));
  const days = vouchers.map(({ day }) => day).toSorted();
  const sums = columnsOf([
    {
      status: from.status,
      vouchers: vouchers.length,
      amount: vouchers.reduce((sum, { amount }) => sum + amount, 0),
      from_day: days[0] ?? '',
      to_day: days.at(-1) ?? '',
      kinds: vouchers.map(({ kind }) => kind),
    },
  ]);
  const out = isExported(from.status);
  const row = {
    id,
    ...sums,
    source: from.source,
    created_by: actor.id,
    exported_at: out ? now : null,
    exported_by: out ? actor.id : null,
    version: 1,
    creation_key: key,
    created_at: now,
    updated_at: now,
  };
  await insertBatch(tx, row, vouchers);
  const facts = { source: from.source, claims: vouchers.map(({ claim_id }) => claim_id) };
  await appendAudit(
    tx,
    {
      recordId: id,
      recordKind: 'tally',
      version: 1,
      at: now,
      actorId: actor.id,
      action: 'tally-batch',
      before: null,
      after: batchSnapshot(row, facts),
      origin: context.origin,
      requestKey: key,
    },
    '',
  );
  return written(tx, id);
}

async function written(tx: Kysely<Tables>, id: string): Promise<BatchRow> {
  const row = await batchById(tx, id, false);
  if (!row) throw new Error('A batch that was just written is not there');
  return row;
}

export const bookingBy = (mapping: LedgerMappingBody, claim: BookedClaim): Booking => {
  const { ledger, costCentre, creditLedger, narration } = bookedAs(mapping, claim);
  return { ledger, cost_centre: costCentre, credit_ledger: creditLedger, narration, by_sheet: false };
};

/**
 * Makes a batch of the chosen claims; each is taken or refused by itself, and without any there is no batch (TALLY-2).
 */
export async function makeBatch(context: Context, asked: Asked): Promise<Carried> {
  const { actor, key } = context;
  return change<null>(context, asked, {
    admit: async () => {
      demand(mayChangeTally(actor));
      return null;
    },
    carryOut: async (tx) => {
      const made = key === null ? undefined : await batchByKey(tx, actor.id, key);
      // The key outlives its stored answer: what it made is answered as it stands now.
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
      const ids = await idsIn(tx, context, asked.body);
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
      const booked = await mapInStretches(open, (claim) => ({ claim, booking: bookingBy(mapping, claim) }));
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

/** The batch that is to be changed, locked with its claims. */
export async function admitBatch(tx: Kysely<Tables>, context: Context, id: string): Promise<BatchRow> {
  demand(mayChangeTally(context.actor));
  const row = await lockBatch(tx, id);
  if (!row) throw notFound();
  return row;
}

function demandVersion(context: Context, row: BatchRow): void {
  if (context.ifMatch !== null && context.ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: batchAnswer(context, row) });
}

/**
 * A step that takes all of a batch which is not in the accounts yet is for hands that none of it has been in (ACC-21).
 */
export function demandOthers({ actor }: Pick<Context, 'actor'>, vouchers: readonly VoucherRow[]): void {
  if (vouchers.some((row) => row.status !== VOUCHER.posted && !mayAccountFor(actor, row).ok))
    throw new Refusal('FORBIDDEN', OTHERS_BATCH);
}

/** Vouchers that are not in the accounts and came from the screen go by the mapping as it stands now (TALLY-9). */
async function rebook(tx: Kysely<Tables>, batch: BatchRow, vouchers: readonly VoucherRow[]): Promise<void> {
  const { mapping } = await ledgerMappingNow(tx);
  const open = vouchers.filter((row) => !row.by_sheet && !isExported(row.status));
  await rebookVouchers(
    tx,
    batch.id,
    open.map((row) => {
      const { ledger, costCentre, creditLedger } = bookingOf(mapping, {
        kind: row.kind,
        type: row.type,
        costCentre: row.owner_cost_centre,
      });
      return { claim_id: row.claim_id, ledger, cost_centre: costCentre, credit_ledger: creditLedger };
    }),
  );
}

/**
 * Lets a batch out: what is not posted is exported from now on (TALLY-5). Its file is read when that is on the disk.
 */
export async function exportBatch(context: Context, id: string, asked: Asked): Promise<Carried> {
  return change<BatchRow>(context, asked, {
    admit: (tx) => admitBatch(tx, context, id),
    carryOut: async (tx, row) => {
      demandVersion(context, row);
      demand(tallyCan.export(row), () => batchAnswer(context, row));
      const vouchers = await vouchersOf(tx, id);
      demandOthers(context, vouchers);
      await rebook(tx, row, vouchers);
      await markVouchers(
        tx,
        id,
        vouchers.filter(({ status }) => status !== VOUCHER.posted).map(({ claim_id }) => claim_id),
        VOUCHER.exported,
        null,
      );
      const after = await settleBatch(
        tx,
        context,
        row,
        'export',
        {},
        { exported_at: context.now, exported_by: context.actor.id },
      );
      return { answer: { success: true, data: batchAnswer(context, after) }, recordId: id };
    },
  });
}

/**
 * Sorts the vouchers that are meant by whether duties and rule let this person change them. `ids` null: all that the
 * rule lets, and what duties forbid of these is refused by name.
 */
function sortOut(
  { actor }: Context,
  vouchers: readonly VoucherRow[],
  ids: readonly string[] | null,
  rule: (row: VoucherRow) => Verdict,
): { open: VoucherRow[]; refused: Refused } {
  const may = (row: VoucherRow): Verdict => {
    const duties = mayAccountFor(actor, row);
    return duties.ok ? rule(row) : duties;
  };
  if (ids === null) {
    const meant = vouchers.filter((row) => rule(row).ok);
    return {
      open: meant.filter((row) => may(row).ok),
      refused: meant.flatMap((row) => refusedItem(row.claim_id, may(row))),
    };
  }
  const byId = new Map(vouchers.map((row) => [row.claim_id, row]));
  const open: VoucherRow[] = [];
  const refused: Refused = [];
  for (const id of ids) {
    const row = byId.get(id);
    const verdict = row ? may(row) : null;
    if (row && verdict?.ok) open.push(row);
    else refused.push(...refusedItem(id, verdict));
  }
  return { open, refused };
}

/** Marks vouchers posted or failed by hand (TALLY-3). */
export async function markBatch(context: Context, id: string, asked: Asked): Promise<Carried> {
  return change<BatchRow>(context, asked, {
    admit: (tx) => admitBatch(tx, context, id),
    carryOut: async (tx, row) => {
      demandVersion(context, row);
      const read = readMark(asked.body);
      if (!read.ok) throw invalid(read.message, read.errors);
      const { ids, posted, reason } = read.value;
      const vouchers = await vouchersOf(tx, id);
      const may = ({ status }: Pick<VoucherRow, 'status'>): Verdict =>
        ids === null ? tallyCan.markWithAll(status, posted) : tallyCan.mark(status);
      const { open, refused } = sortOut(context, vouchers, ids, may);
      if (ids === null && open.length + refused.length === 0)
        demand(may(vouchers[0] ?? { status: VOUCHER.waiting }), () => batchAnswer(context, row));
      const done = open.map(({ claim_id }) => claim_id);
      await markVouchers(tx, id, done, posted ? VOUCHER.posted : VOUCHER.failed, reason);
      const after =
        done.length === 0
          ? row
          : await settleBatch(tx, context, row, posted ? 'post' : 'tally-fail', {
              claims: done,
              ...(reason !== null && { reason }),
            });
      const data: TallyChanged = { batch: batchAnswer(context, after), done, refused };
      return { answer: { success: true, data }, recordId: id };
    },
  });
}

/** Takes vouchers that are not in the accounts out of their batch; their claims may go into another (TALLY-8). */
export async function releaseVouchers(context: Context, id: string, asked: Asked): Promise<Carried> {
  return change<BatchRow>(context, asked, {
    admit: (tx) => admitBatch(tx, context, id),
    carryOut: async (tx, row) => {
      demandVersion(context, row);
      const read = readIds((asked.body as { ids?: unknown } | null)?.ids, NO_VOUCHERS, false);
      if (!read.ok) throw invalid(read.message, read.errors);
      const { open, refused } = sortOut(context, await vouchersOf(tx, id), read.value, ({ status }) =>
        tallyCan.release(status),
      );
      const done = open.map(({ claim_id }) => claim_id);
      await removeVouchers(tx, id, done);
      const after = done.length === 0 ? row : await settleBatch(tx, context, row, 'tally-release', { claims: done });
      const data: TallyChanged = { batch: batchAnswer(context, after), done, refused };
      return { answer: { success: true, data }, recordId: id };
    },
  });
}
