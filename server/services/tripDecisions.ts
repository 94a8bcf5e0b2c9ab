import type { Kysely } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { isApprover } from '#domain/access.ts';
import { readBulkDecision, readTripDecision, afterManagerDecision } from '#domain/approval.ts';
import { mayAddFurtherTicket, readFurtherTicket } from '#domain/furtherTicket.ts';
import {
  adminCan,
  afterAdminDecision,
  afterCancellation,
  managerTripCan,
  mayActOnTrip,
  NO_SHOW,
  readAdminDecision,
  readCancellationDetails,
  readTicketDetails,
  TICKETS,
  type TicketState,
} from '#domain/tripDecision.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { Tables } from '#server/database/tables.ts';
import { forbidden, invalid, movedOn, notFound, Refusal } from '#server/errors.ts';
import { insteadOf, mayAdministerIt, mayDecideIt } from '#server/policies/decisions.ts';
import { demand } from '#server/policies/demand.ts';
import { demandVisibleTrip, maySeeTrip } from '#server/policies/trips.ts';
import { lastAuditHashes } from '#server/repositories/claims.ts';
import {
  addFurtherTickets,
  changeTrips,
  replaceTickets,
  tripById,
  tripsById,
  type TripChanges,
  type TripRow,
} from '#server/repositories/trips.ts';
import { appendAudits } from './audit.ts';
import { change, type Asked, type Carried, type Done } from './change.ts';
import { billsFor } from './claims.ts';
import type { Context } from './context.ts';
import { tripAnswer, tripStateOf } from './tripAnswer.ts';
import { demandTripVersion, tripAudit, writeTrip } from './trips.ts';

/** Who decides, in which of their roles. */
export type Office = 'manager' | 'admin';

const isIn = (context: Context, office: Office): boolean =>
  office === 'manager' ? isApprover(context.actor) : context.actor.roles.includes(office);

/**
 * May this person act on the trip at all? Nobody on their own; as a manager only whoever is on record, or their
 * stand-in; as an admin nobody who decided it as a manager.
 */
const mayAct = ({ actor }: Context, office: Office, row: TripRow): Verdict =>
  office === 'admin' ? mayAdministerIt(actor, row) : mayDecideIt(actor, row);

/**
 * One act of an office: one's own 403, invisible 404, without the role 403; then a stored answer, version, state and
 * fields.
 */
function act(
  context: Context,
  office: Office,
  id: string,
  asked: Asked,
  judge: (row: TripRow) => Verdict,
  carryOut: (tx: Kysely<Tables>, row: TripRow) => Promise<TripRow>,
): Promise<Carried> {
  return change<TripRow>(context, asked, {
    admit: async (tx) => {
      const row = await tripById(tx, id, 'change');
      if (row) demand(mayActOnTrip(context.actor.id, { ownerId: row.owner_id }));
      const seen = await demandVisibleTrip(tx, context.actor, row);
      if (!isIn(context, office)) throw forbidden();
      demand(mayAct(context, office, seen));
      return seen;
    },
    carryOut: async (tx, row): Promise<Done> => {
      demandTripVersion(context, row);
      demand(judge(row), () => tripAnswer(row, context.timeZone));
      return { answer: { success: true, data: tripAnswer(await carryOut(tx, row), context.timeZone) }, recordId: id };
    },
    again: async (_tx, row) => ({ success: true, data: tripAnswer(row, context.timeZone) }),
  });
}

interface Decision {
  can: (row: TripRow) => Verdict;
  action: string;
  changes: (remarks: string | null) => TripChanges;
  /** In whose place it is decided, if in somebody's. */
  instead: (row: TripRow) => string | null;
}

function decisionOf(context: Context, office: Office, approve: boolean): Decision {
  const { actor, now } = context;
  const action = `${office}-${approve ? 'approve' : 'reject'}`;
  if (office === 'manager') {
    const changes = (remarks: string | null) => ({
      manager_status: afterManagerDecision('trip', approve),
      manager_remarks: remarks,
      manager_decided_at: now,
      manager_decided_by: actor.id,
    });
    return {
      can: (row) => managerTripCan.decide(tripStateOf(row)),
      action,
      changes,
      instead: (row) => insteadOf(actor, row),
    };
  }
  const changes = (remarks: string | null) => ({
    admin_status: afterAdminDecision(approve),
    admin_remarks: remarks,
    admin_decided_at: now,
    admin_decided_by: actor.id,
  });
  return { can: (row) => adminCan.decide(tripStateOf(row)), action, changes, instead: () => null };
}

/** A manager or an admin approves or rejects one trip (MGR-8, ADM-1). */
export function decideTrip(
  context: Context,
  office: Office,
  id: string,
  approve: boolean,
  asked: Asked,
): Promise<Carried> {
  const decision = decisionOf(context, office, approve);
  return act(context, office, id, asked, decision.can, async (tx, row) => {
    const read = office === 'manager' ? readTripDecision(approve, asked.body) : readAdminDecision(approve, asked.body);
    if (!read.ok) throw invalid(read.message, read.errors);
    return writeTrip(tx, context, row, decision.changes(read.value.remarks), decision.action, decision.instead(row));
  });
}

/** Why one trip of many is not decided; null when nothing stands against it. */
async function refusalOfItem(
  tx: Kysely<Tables>,
  context: Context,
  office: Office,
  row: TripRow | undefined,
  seenVersion: number | undefined,
  can: Decision['can'],
): Promise<Refusal | null> {
  const refusal = (verdict: Verdict): Refusal | null =>
    verdict.ok ? null : new Refusal(verdict.code, verdict.sentence);
  const own = row ? refusal(mayActOnTrip(context.actor.id, { ownerId: row.owner_id })) : null;
  if (own) return own;
  if (!row || !(await maySeeTrip(tx, context.actor, row))) return notFound();
  const may = refusal(mayAct(context, office, row));
  if (may) return may;
  if (seenVersion !== undefined && seenVersion !== row.version) return movedOn('VERSION_CONFLICT');
  return refusal(can(row));
}

/**
 * Decides up to 100 trips at once: one transaction, each judged by itself, locked in the order of their ids (MGR-12;
 * wire.md, 'Bulk').
 */
export function decideManyTrips(context: Context, office: Office, asked: Asked): Promise<Carried> {
  return change<null>(context, asked, {
    admit: async () => {
      if (!isIn(context, office)) throw forbidden();
      return null;
    },
    carryOut: async (tx) => {
      const read = readBulkDecision(asked.body);
      if (!read.ok) throw invalid(read.message, read.errors);
      const { ids, comments, approved, versions } = read.value;
      const decision = decisionOf(context, office, approved);
      const rows = new Map((await tripsById(tx, ids, 'change')).map((row) => [row.id, row]));
      const open: TripRow[] = [];
      const refused: BulkResult['refused'] = [];
      for (const id of ids) {
        const row = rows.get(id);
        const refusal = await refusalOfItem(
          tx,
          context,
          office,
          row,
          Object.hasOwn(versions, id) ? versions[id] : undefined,
          decision.can,
        );
        if (refusal) refused.push({ id, code: refusal.code, message: refusal.message });
        else if (row) open.push(row);
      }
      const done = open.map((row) => row.id);
      const changes = decision.changes(comments);
      await changeTrips(tx, done, changes, context.now);
      const audit = open.map((row) =>
        tripAudit(
          context,
          decision.action,
          row,
          { ...row, ...changes, version: row.version + 1, updated_at: context.now } as TripRow,
          decision.instead(row),
        ),
      );
      await appendAudits(tx, audit, await lastAuditHashes(tx, done));
      return { answer: { success: true, data: { done, refused } satisfies BulkResult }, recordId: null };
    },
  });
}

const ticketStateOf = (row: TripRow): TicketState => ({
  ...tripStateOf(row),
  modeOfTravel: row.mode,
  isAccommodationRequired: row.accommodation,
  ticketUploadStatus: row.ticket_status,
});
const SAME_TICKET = 'This trip has this ticket already';

/** An admin adds the tickets and what they cost; that approves nothing (ADM-2). */
export function addTickets(context: Context, id: string, asked: Asked): Promise<Carried> {
  const can = (row: TripRow) => adminCan.addTickets(ticketStateOf(row));
  return act(context, 'admin', id, asked, can, async (tx, row) => {
    const read = readTicketDetails(asked.body);
    if (!read.ok) throw invalid(read.message, read.errors);
    await replaceTickets(tx, id, await billsFor(tx, context, read.value.tickets, row.tickets));
    return writeTrip(tx, context, row, { ticket_status: TICKETS.there, ticket_amount: read.value.paise }, 'tickets');
  });
}

/**
 * An admin adds another ticket, with its reason, to what has its first ones or was approved; no decision is revoked
 * (ADM-12).
 */
export function addFurtherTicket(context: Context, id: string, asked: Asked): Promise<Carried> {
  const can = (row: TripRow) => mayAddFurtherTicket(ticketStateOf(row), row.further_tickets.length);
  return act(context, 'admin', id, asked, can, async (tx, row) => {
    const read = readFurtherTicket(asked.body);
    if (!read.ok) throw invalid(read.message, read.errors);
    const { paise, reason, tickets } = read.value;
    const there = new Set(row.tickets.map(({ fingerPrint }) => fingerPrint));
    const added = (await billsFor(tx, context, tickets, row.tickets)).filter(
      ({ fingerPrint }) => !there.has(fingerPrint),
    );
    if (added.length === 0) throw invalid(SAME_TICKET, { ticketUrl: SAME_TICKET });
    await addFurtherTickets(tx, row, added, { amount: paise, reason, by: context.actor.id, at: context.now });
    return writeTrip(
      tx,
      context,
      row,
      { ticket_status: TICKETS.there, ticket_amount: (row.ticket_amount ?? 0) + paise },
      'tickets',
    );
  });
}

/** An admin settles a cancellation that was asked for: the trip is cancelled (ADM-4). */
export function settleCancellation(context: Context, id: string, asked: Asked): Promise<Carried> {
  return act(
    context,
    'admin',
    id,
    asked,
    (row) => adminCan.settleCancellation(tripStateOf(row)),
    async (tx, row) => {
      const read = readCancellationDetails(asked.body, row.ticket_amount);
      if (!read.ok) throw invalid(read.message, read.errors);
      const { remarks, refund, deduction } = read.value;
      return writeTrip(
        tx,
        context,
        row,
        {
          cancellation_status: afterCancellation(true),
          admin_cancellation_remarks: remarks,
          ticket_refund: refund,
          salary_deduction: deduction,
        },
        'cancellation',
      );
    },
  );
}

/** An admin refuses a cancellation, with a remark: the trip stands (ADM-8). */
export function refuseCancellation(context: Context, id: string, asked: Asked): Promise<Carried> {
  return act(
    context,
    'admin',
    id,
    asked,
    (row) => adminCan.settleCancellation(tripStateOf(row)),
    async (tx, row) => {
      const read = readAdminDecision(false, asked.body);
      if (!read.ok) throw invalid(read.message, read.errors);
      return writeTrip(
        tx,
        context,
        row,
        { cancellation_status: afterCancellation(false), admin_cancellation_remarks: read.value.remarks },
        'cancellation-reject',
      );
    },
  );
}

/** An admin notes that nobody travelled (ADM-6). */
export function markNoShow(context: Context, id: string, asked: Asked): Promise<Carried> {
  return act(
    context,
    'admin',
    id,
    asked,
    (row) => adminCan.markNoShow(tripStateOf(row), row.start_date, context.today),
    async (tx, row) => {
      const read = readAdminDecision(true, asked.body);
      if (!read.ok) throw invalid(read.message, read.errors);
      const remarks = read.value.remarks === null ? {} : { admin_remarks: read.value.remarks };
      return writeTrip(
        tx,
        context,
        row,
        { manager_status: NO_SHOW.manager, admin_status: NO_SHOW.admin, ...remarks },
        'no-show',
      );
    },
  );
}
