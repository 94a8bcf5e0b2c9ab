import { updateConveyance } from '#contract/calls/conveyance.ts';
import { conveyance, type Conveyance } from '#contract/expense.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { formatRupees, parseAmount, toRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import type { RecordDefinition } from '#list/definition.ts';
import { CONVEYANCE_TYPE, editedBills, sourcesOf } from '#modules/claims/index.ts';

export const typeLabel = (row: Pick<Conveyance, 'conveyanceType'>): string => CONVEYANCE_TYPE[row.conveyanceType];

export const dayText = (row: Pick<Conveyance, 'travelDate'>, timeZone: string): string =>
  formatDay(dayOf(row.travelDate, timeZone));
export const wayText = (row: Pick<Conveyance, 'fromLocation' | 'toLocation'>): string =>
  `${row.fromLocation} to ${row.toLocation}`;
/** '12.5 km'. */
export const distanceText = (row: Pick<Conveyance, 'distanceTravelled'>): string =>
  `${Math.round(row.distanceTravelled * 100) / 100} km`;

/** Conveyance of sales trips: the sales app makes them, their owner completes them. */
export const conveyanceKind: RecordDefinition<Conveyance> = {
  name: 'conveyance',
  noun: 'claim',
  idOf: (row) => row.tripId,
  versionOf: (row) => row.version,
  faceOf: (row) => ({ title: wayText(row), amount: row.claimAmount }),
  bills: (row) => sourcesOf(row.billUrl),
  creates: [],
  edits: [updateConveyance.name],
  // Nobody makes one here: what waits is always a change of one that is there.
  queuedRow: (entry) => entry.base as Conveyance,
  editedRow: (row, entry) => {
    const { claimAmount, remarks } = entry.body as Partial<Record<keyof Conveyance, unknown>>;
    const amount = parseAmount(claimAmount);
    return {
      ...row,
      ...(amount.ok && { claimAmount: toRupees(amount.paise) }),
      ...((typeof remarks === 'string' || remarks === null) && { remarks }),
      billUrl: editedBills(row.billUrl, entry),
    };
  },
  answeredRow: (answer) => {
    const parsed = conveyance.safeParse((answer as { data?: unknown } | undefined)?.data);
    return parsed.success ? parsed.data : null;
  },
};

/** What a screen reader says of a card: the id first. */
export const nameOfConveyance = (row: Conveyance, timeZone: string): string =>
  `${row.tripId}, ${wayText(row)}, ${typeLabel(row)}, ${formatRupees(row.claimAmount)}, ` +
  `${dayText(row, timeZone)}, Manager: ${statusLabel(row.managerApprovalStatus)}`;
