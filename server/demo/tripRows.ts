import type { Selectable } from 'kysely';
import { afterManagerDecision } from '#domain/approval.ts';
import { NEW_TRIP } from '#domain/trip.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { afterAdminDecision, afterCancellation, NO_SHOW, TICKETS } from '#domain/tripDecision.ts';
import type { TripsTable } from '#server/platform/database/tables/tripTables.ts';
import { auditRow } from '#server/platform/audit/audit.ts';
import { personIdOf, type DemoPerson } from './people.ts';
import type { TripAction } from './tripPlans.ts';
import { UNSEEN, columnsOf, tripSnapshot } from '#server/modules/trips/index.ts';

/** What happened to one trip, in order. Moments are epoch milliseconds, amounts paise. */
export interface TripStep {
  action: TripAction;
  at: number;
  /** The part of the address before the @. */
  actor: string;
  remarks: string | null;
}

export interface TripStory {
  id: string;
  owner: DemoPerson;
  input: TripInput;
  tickets: readonly string[];
  /** Paise. */
  ticketAmount: number;
  /** Where the candidate was attached: the code of the new employee. */
  candidateCode?: string;
  steps: readonly TripStep[];
}

type TripColumns = Selectable<TripsTable>;

export interface TripRows {
  trip: TripColumns;
  audit: ReturnType<typeof auditRow>[];
}

const CANCELLED_LATE = 0.25;

function changesOf(step: TripStep, story: TripStory, trip: TripColumns): Partial<TripColumns> {
  const { action, at, remarks } = step;
  const by = personIdOf(step.actor);
  switch (action) {
    case 'create':
    case 'edit':
      return {};
    case 'tickets':
      return { ticket_status: TICKETS.there, ticket_amount: story.ticketAmount };
    case 'manager-approve':
    case 'manager-reject':
      return {
        manager_status: afterManagerDecision('trip', action === 'manager-approve'),
        manager_remarks: remarks,
        manager_decided_at: at,
        manager_decided_by: by,
      };
    case 'admin-approve':
    case 'admin-reject':
      return {
        admin_status: afterAdminDecision(action === 'admin-approve'),
        admin_remarks: remarks,
        admin_decided_at: at,
        admin_decided_by: by,
      };
    case 'cancel':
      return { cancellation_status: 'PENDING', cancellation_remarks: remarks };
    case 'cancel-at-once':
      return { cancellation_status: afterCancellation(true), cancellation_remarks: remarks };
    case 'cancellation': {
      const deducted = Math.round(((trip.ticket_amount ?? 0) * CANCELLED_LATE) / 100) * 100;
      return {
        cancellation_status: afterCancellation(true),
        admin_cancellation_remarks: remarks,
        ticket_refund: (trip.ticket_amount ?? 0) - deducted,
        salary_deduction: 0,
      };
    }
    case 'cancellation-reject':
      return { cancellation_status: afterCancellation(false), admin_cancellation_remarks: remarks };
    case 'no-show':
      return { manager_status: NO_SHOW.manager, admin_status: NO_SHOW.admin };
    case 'migrate':
      return { candidate_code: story.candidateCode ?? null };
  }
}

/** Plays a story from its first step to its last: the trip as it ends up, and one audit row for each step. */
export function tripRowsOf(story: TripStory): TripRows {
  const { id, owner, input } = story;
  const created = story.steps[0]?.at ?? 0;
  let trip: TripColumns = {
    ...UNSEEN,
    id,
    owner_id: personIdOf(owner.key),
    manager_id: personIdOf(owner.manager),
    ...columnsOf(input),
    manager_status: NEW_TRIP.manager,
    admin_status: NEW_TRIP.admin,
    cancellation_status: NEW_TRIP.cancellation,
    ticket_status: TICKETS.none,
    version: 1,
    creation_key: null,
    created_at: created,
    updated_at: created,
  };
  const snapshot = (row: TripColumns) =>
    tripSnapshot({
      ...row,
      tickets: row.ticket_status === TICKETS.there ? story.tickets.map((fingerPrint) => ({ fingerPrint })) : [],
    });
  const audit: TripRows['audit'] = [];
  for (const [index, step] of story.steps.entries()) {
    const before = index === 0 ? null : snapshot(trip);
    trip = { ...trip, ...changesOf(step, story, trip), version: index + 1, updated_at: step.at };
    audit.push(
      auditRow(
        {
          recordId: id,
          recordKind: 'trip',
          version: index + 1,
          at: step.at,
          actorId: personIdOf(step.actor),
          action: step.action,
          before,
          after: snapshot(trip),
          origin: 'demo',
        },
        audit.at(-1)?.hash ?? '',
      ),
    );
  }
  return { trip, audit };
}
