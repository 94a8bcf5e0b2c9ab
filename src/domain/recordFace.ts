import type { ConveyanceType, LocalExpenseType, RecordKind, TravelExpenseType } from '#contract/enums.ts';
import type { AnyRecord, RecordFace } from '#contract/record.ts';
import { dayOf } from './dates.ts';
import { statusOf } from './status.ts';

/** What any record is in people's words, whatever its kind (NAV-4, NAV-6). */

export const KIND_WORDS: Readonly<Record<RecordKind, string>> = {
  trip: 'Travel request',
  localExpense: 'Local expense',
  travelExpense: 'Travel expense',
  conveyance: 'Conveyance',
};

/** The types of all claims in words. */
export const TYPE_WORDS: Readonly<Record<LocalExpenseType | TravelExpenseType | ConveyanceType, string>> = {
  MOBILE_BILL: 'Mobile Bill',
  OTHERS: 'Others',
  FOOD: 'Food',
  CONVEYANCE: 'Conveyance',
  ACCOMMODATION: 'Accommodation',
  OTHER: 'Other',
  CAB: 'Cab',
  SELF_CAR: 'Self Car',
  SELF_BIKE: 'Self Bike',
  AUTO: 'Auto',
  BUS: 'Bus',
};

/** The id it goes by: an expense id, or the trip id of trips and conveyance. */
export const idOfRecord = (any: AnyRecord): string =>
  any.kind === 'trip' || any.kind === 'conveyance' ? any.record.tripId : any.record.expenseId;

const route = (from: string, to: string): string => `${from} to ${to}`;

/** A record in a line or two. A trip has no amount. */
export function faceOf(any: AnyRecord, timeZone: string): RecordFace {
  const id = idOfRecord(any);
  if (any.kind === 'trip') {
    const { departureCity, arrivalCity, startDate, endDate } = any.record;
    return {
      id,
      kind: any.kind,
      title: route(departureCity, arrivalCity),
      amount: null,
      from: dayOf(startDate, timeZone),
      to: dayOf(endDate, timeZone),
      note: any.record.reasonForTravel,
    };
  }
  const day = dayOf(any.kind === 'conveyance' ? any.record.travelDate : any.record.expenseDate, timeZone);
  return {
    id,
    kind: any.kind,
    title: titleOf(any),
    amount: any.record.claimAmount,
    from: day,
    to: day,
    note: any.kind === 'conveyance' ? any.record.clientName : any.record.remarks,
  };
}

function titleOf(any: Exclude<AnyRecord, { kind: 'trip' }>): string {
  if (any.kind === 'localExpense') return any.record.furtherType ?? TYPE_WORDS[any.record.localExpenseType];
  if (any.kind === 'travelExpense') return any.record.furtherType ?? TYPE_WORDS[any.record.travelExpenseType];
  return route(any.record.fromLocation, any.record.toLocation);
}

/** Whose statuses it has, in the order in which they are decided. */
export const statusesOf = (any: AnyRecord): { by: string; status: string }[] => [
  { by: 'Manager', status: any.record.managerApprovalStatus },
  any.kind === 'trip'
    ? { by: 'Admin', status: any.record.adminApprovalStatus }
    : { by: 'Finance', status: any.record.financeApprovalStatus },
];

/**
 * 'Withdrawn', 'Cancelled', 'Cancellation asked for' or 'Cancellation rejected'; null while nothing of that kind was
 * done.
 */
export function endingOf(any: AnyRecord): { word: string; gone: boolean; waits: boolean } | null {
  if (any.kind !== 'trip') return any.record.withdrawn ? { word: 'Withdrawn', gone: true, waits: false } : null;
  const status = statusOf(any.record.cancellationStatus);
  if (status === 'approved') return { word: 'Cancelled', gone: true, waits: false };
  if (status === 'pending') return { word: 'Cancellation asked for', gone: false, waits: true };
  return status === 'rejected' ? { word: 'Cancellation rejected', gone: false, waits: false } : null;
}

/** Where nothing of the record is known on this device. */
export const UNKNOWN_RECORD: RecordFace = {
  id: '',
  kind: 'localExpense',
  title: 'Request',
  amount: null,
  from: '',
  to: '',
};
