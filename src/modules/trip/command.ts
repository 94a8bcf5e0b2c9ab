import { cancelTrip, createTrip, updateTrip } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { tripKind, wayOf } from './kind.ts';
import { bodyOf } from './values.ts';

export const RAISE_TITLE = 'Raise Travel Request';
export const EDIT_TITLE = 'View/Edit Travel Request';
export const CANCEL_TITLE = 'Cancel Request';
/** Said once the server has it (TRIP-11). */
const CREATED = 'Create Trip Successfully.';
const UPDATED = 'Information saved successfully.';
const CANCELLED = 'Cancellation initiated successfully.';

const faceOf = (input: TripInput) => ({ title: wayOf(input), day: input.startDate, remarks: input.reasonForTravel });
const drafted = (draft: FormDraft | undefined) => draft !== undefined && { draft };

/** A new travel request. */
export function createCommand(
  input: TripInput,
  context: { timeZone: string; email: string; draft?: FormDraft },
): Submission<typeof createTrip> {
  return {
    endpoint: createTrip,
    query: { email: context.email },
    body: bodyOf(input, context.timeZone),
    face: { ...faceOf(input), note: 'Travel request', success: CREATED },
    record: { kind: tripKind.name },
    ...drafted(context.draft),
  };
}

/** A change of one, with the version it was made on (OB-10). */
export function updateCommand(
  row: Trip,
  input: TripInput,
  context: { timeZone: string; draft?: FormDraft },
): Submission<typeof updateTrip> {
  return {
    endpoint: updateTrip,
    query: { id: row.tripId },
    body: bodyOf(input, context.timeZone),
    face: { ...faceOf(input), note: 'Change of a travel request', success: UPDATED },
    ifMatch: row.version,
    base: row,
    record: { kind: tripKind.name, id: row.tripId },
    ...drafted(context.draft),
  };
}

/** A cancellation; of a trip that has not been sent yet, it follows the entry that makes it. */
export function cancelCommand(
  row: Trip,
  remarks: string | null,
  context: { timeZone: string; from?: string | undefined; draft?: FormDraft },
): Submission<typeof cancelTrip> {
  const { from } = context;
  return {
    endpoint: cancelTrip,
    query: { tripId: from === undefined ? row.tripId : '{id}' },
    body: { cancellationRemarks: remarks },
    face: {
      title: wayOf(row),
      day: dayOf(row.startDate, context.timeZone),
      note: CANCEL_TITLE,
      success: CANCELLED,
      ...(remarks !== null && { remarks }),
    },
    ...(from === undefined
      ? { ifMatch: row.version, base: row, record: { kind: tripKind.name, id: row.tripId } }
      : { record: { kind: tripKind.name, from } }),
    ...drafted(context.draft),
  };
}
