import type { ConveyanceType, ManagerStatus } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { conveyanceBody, intakeRow, type Conveyance } from '#contract/expense.ts';
import { CONVEYANCE_RATES, MAX_DISTANCE_KM, MAX_NAME, MAX_PLACE } from '#contract/limits.ts';
import type { Policy } from '#contract/policy.ts';
import { toDay, type Day } from './dates.ts';
import { toPaise } from './money.ts';
import { conform, missingIn, type NamedBill, type Parsed } from './parsing.ts';
import { overLargest, parseClaimAmount, verdictOf } from './policy.ts';
import { policyOn, SPECIFICATION, SPECIFIED, type DatedPolicy } from './policyVersions.ts';
import { parseClaimBills } from './policyFields.ts';
import { statusOf, UNDECIDED } from './status.ts';
import { parseRemarks } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Conveyance of sales trips: made by the sales app, completed by the traveller. */

export interface ConveyanceInput {
  tripId: string;
  paise: number;
  remarks: string | null;
  bills: NamedBill[];
}

const given = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

function parseOptionalRemarks(value: unknown): Parsed<string | null> {
  const remarks = parseRemarks(value);
  return remarks.ok ? { value: remarks.text === '' ? null : remarks.text } : { message: remarks.message };
}

/**
 * Parses a change of a conveyance claim (CNV-2) by the policy of its day (POL-3). Every wrong field has its message;
 * the form's order is amount, remarks, bills.
 */
export function parseConveyance(body: unknown, policy = SPECIFICATION): ParseResult<ConveyanceInput> {
  const fields = given(body);
  const shape = conveyanceBody.shape;
  const tripId = conform(shape.tripId, fields['tripId']);
  const amount = parseClaimAmount(fields['claimAmount'], policy);
  const remarks = parseOptionalRemarks(fields['remarks']);
  const bills = parseClaimBills(fields['billUrl'], missingIn(shape.billUrl), policy, fields['claimAmount']);

  const errors: FieldErrors = {};
  if ('message' in tripId) errors['tripId'] = tripId.message;
  if (!amount.ok) errors['claimAmount'] = amount.message;
  if ('message' in remarks) errors['remarks'] = remarks.message;
  if ('message' in bills) errors['billUrl'] = bills.message;
  if ('message' in tripId || !amount.ok || 'message' in remarks || 'message' in bills) return invalid(errors);
  return { ok: true, value: { tripId: tripId.value, paise: amount.paise, remarks: remarks.value, bills: bills.value } };
}

/** Is its amount computed from the distance, so that nobody types it (CNV-3)? */
export const isComputed = (type: ConveyanceType): type is keyof typeof CONVEYANCE_RATES =>
  Object.hasOwn(CONVEYANCE_RATES, type);

export type ConveyanceState = Pick<
  Conveyance,
  'financeApprovalStatus' | 'managerApprovalStatus' | 'conveyanceType' | 'withdrawn'
>;

/** What its owner may do with a conveyance claim (CNV-1). */
export const conveyanceCan = {
  edit(claim: ConveyanceState): Verdict {
    if (claim.withdrawn) return refused('CONFLICT', 'This claim was withdrawn');
    if (isComputed(claim.conveyanceType))
      return refused('CONFLICT', 'This amount is computed from the distance and cannot be changed');
    if (statusOf(claim.financeApprovalStatus) !== 'pending')
      return refused('CONFLICT', 'Finance has already decided this claim');
    if (statusOf(claim.managerApprovalStatus) === 'rejected')
      return refused('CONFLICT', 'The manager has rejected this claim');
    return allowed;
  },
} as const;

interface Judged {
  managerStatus: ManagerStatus;
  paise: number;
  fingerPrints: readonly string[];
}

/**
 * The manager's status after an edit (CNV-6): what the manager approved was that amount with those bills. Another
 * amount or other bills go back to be looked at; remarks alone change nothing.
 */
export function afterConveyanceEdit(before: Judged, after: Omit<Judged, 'managerStatus'>): ManagerStatus {
  const same =
    before.paise === after.paise && [...before.fingerPrints].sort().join() === [...after.fingerPrints].sort().join();
  return same ? before.managerStatus : UNDECIDED.manager;
}

/**
 * What a trip in one's own vehicle is paid, in paise: distance (km) times the rate of its day, to the nearest paisa
 * (CNV-3). Null for vehicles that are paid by bill.
 */
export function reimbursement(type: ConveyanceType, distanceKm: number, { rates } = SPECIFICATION): number | null {
  // Metres are whole numbers, which keeps a fraction of a kilometre from bending the paise.
  return isComputed(type) ? Math.round((Math.round(distanceKm * 1_000) * toPaise(rates[type])) / 1_000) : null;
}

export interface IntakeInput {
  externalId: string;
  employeeEmail: string;
  clientName: string;
  fromLocation: string;
  toLocation: string;
  day: Day;
  type: ConveyanceType;
  distanceKm: number;
  paise: number;
  remarks: string | null;
}

function parseName(value: unknown, name: string, most: number): Parsed<string> {
  if (typeof value !== 'string' || value.trim() === '') return { message: `${name} is missing` };
  const parsed = parseRemarks(value);
  if (!parsed.ok || /[\n\t]/.test(parsed.text)) return { message: `${name} contains characters that cannot be stored` };
  return parsed.text.length > most
    ? { message: `${name} cannot be longer than ${most} characters` }
    : { value: parsed.text };
}

function parseTravelDay(value: unknown, { today, timeZone }: { today: Day; timeZone: string }): Parsed<Day> {
  const ms = conform(intakeRow.shape.travelDate, value);
  const day = 'value' in ms ? toDay(ms.value, timeZone) : null;
  if (day === null) return { message: 'travelDate is not a date' };
  return day > today ? { message: 'travelDate cannot be in the future' } : { value: day };
}

function parseDistance(value: unknown): Parsed<number> {
  const distance = conform(intakeRow.shape.distanceTravelled, value);
  if ('message' in distance || distance.value < 0 || distance.value > MAX_DISTANCE_KM)
    return { message: `distanceTravelled must be kilometres from 0 to ${MAX_DISTANCE_KM}` };
  return distance;
}

/** The amount of a row: computed for one's own vehicle, whatever was sent; else the amount that was sent. */
function parsePaise(
  type: Parsed<ConveyanceType>,
  distance: Parsed<number>,
  amount: unknown,
  policy: Policy,
): Parsed<number> {
  if ('message' in type || 'message' in distance) return { value: 0 };
  const computed = reimbursement(type.value, distance.value, policy);
  if (computed === null) {
    const parsed = parseClaimAmount(amount, policy);
    return parsed.ok ? { value: parsed.paise } : { message: parsed.message };
  }
  const verdict = judgeComputed(policy, computed);
  if (!verdict.ok) return { message: verdict.message };
  return computed > 0 ? { value: computed } : { message: 'distanceTravelled must be more than 0' };
}

/** What is computed may be too large for the policy, and is too large for any column beyond that. */
function judgeComputed(policy: Policy, paise: number): Verdict {
  const verdict = verdictOf(overLargest(policy, paise));
  return verdict.ok ? verdictOf(overLargest(SPECIFICATION, paise)) : verdict;
}

/**
 * Parses one row of the sales app's intake (CNV-4) by the policy of its day (POL-3). Whether that employee exists is
 * for the server to say.
 */
export function parseIntakeRow(
  row: unknown,
  ctx: { today: Day; timeZone: string; policies?: readonly DatedPolicy[] },
): ParseResult<IntakeInput> {
  const fields = given(row);
  const externalId = parseName(fields['externalId'], 'externalId', MAX_NAME);
  const employeeEmail = parseName(fields['employeeEmail'], 'employeeEmail', MAX_NAME);
  const clientName = parseName(fields['clientName'], 'clientName', MAX_PLACE);
  const fromLocation = parseName(fields['fromLocation'], 'fromLocation', MAX_PLACE);
  const toLocation = parseName(fields['toLocation'], 'toLocation', MAX_PLACE);
  const day = parseTravelDay(fields['travelDate'], ctx);
  const known = conform(intakeRow.shape.conveyanceType, fields['conveyanceType']);
  const type: Parsed<ConveyanceType> = 'value' in known ? known : { message: 'conveyanceType is not known' };
  const distance = parseDistance(fields['distanceTravelled']);
  const policy = policyOn(ctx.policies ?? SPECIFIED, 'value' in day ? day.value : ctx.today);
  const paise = parsePaise(type, distance, fields['claimAmount'], policy);
  const remarks = parseOptionalRemarks(fields['remarks']);

  const parsedFields: Record<string, Parsed<unknown>> = {
    externalId,
    employeeEmail,
    clientName,
    fromLocation,
    toLocation,
    travelDate: day,
    conveyanceType: type,
    distanceTravelled: distance,
    claimAmount: paise,
    remarks,
  };
  const errors: FieldErrors = {};
  for (const [name, parsed] of Object.entries(parsedFields)) if ('message' in parsed) errors[name] = parsed.message;
  if (Object.keys(errors).length > 0) return invalid(errors);
  return {
    ok: true,
    value: {
      externalId: valueOf(externalId),
      employeeEmail: valueOf(employeeEmail).toLowerCase(),
      clientName: valueOf(clientName),
      fromLocation: valueOf(fromLocation),
      toLocation: valueOf(toLocation),
      day: valueOf(day),
      type: valueOf(type),
      distanceKm: valueOf(distance),
      paise: valueOf(paise),
      remarks: valueOf(remarks),
    },
  };
}

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if ('message' in parsed) throw new Error('A field that was refused has no value');
  return parsed.value;
}
