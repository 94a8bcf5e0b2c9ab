import type { TravelExpenseType } from '#contract/enums.ts';
import { formatDay, dayOf } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { statusLabel } from '#domain/status.ts';
import type { Entry } from '#outbox/entry.ts';

const TRAVEL_TYPES: Record<TravelExpenseType, string> = { CONVEYANCE: 'Conveyance', FOOD: 'Food', ACCOMMODATION: 'Accommodation', OTHER: 'Other' };

export interface ComparedField {
  label: string;
  mine: string;
  theirs: string;
}

type Show = (value: unknown, timeZone: string) => string;
const text: Show = (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const rupees: Show = (value) => (typeof value === 'number' ? formatRupees(value) : typeof value === 'string' && value !== '' ? formatRupees(Number(value.replaceAll(',', ''))) : '');
const day: Show = (value, timeZone) => (typeof value === 'number' ? formatDay(dayOf(value, timeZone)) : '');

const FIELDS: readonly [key: string, label: string, show: Show][] = [
  ['localExpenseType', 'Expense type', (value) => (value === 'MOBILE_BILL' ? 'Mobile Bill' : value === 'OTHERS' ? 'Others' : text(value, ''))],
  ['travelExpenseType', 'Expense type', (value) => TRAVEL_TYPES[value as TravelExpenseType] ?? text(value, '')],
  ['expenseDate', 'Expense date', day],
  ['claimAmount', 'Claim amount', rupees],
  ['remarks', 'Remarks', text],
  ['managerApprovedAmount', 'Approved amount', rupees],
  ['managerRemarks', 'Manager remarks', text],
];

/** The same fields of both versions, side by side; those that neither has are left out. `mine` falls back to the record the change was made on. */
export function compareVersions(entry: Entry, current: Record<string, unknown>, timeZone: string): ComparedField[] {
  const base = typeof entry.base === 'object' && entry.base !== null ? (entry.base as Record<string, unknown>) : {};
  const mine: Record<string, unknown> = { ...base, ...entry.body };
  const fields = FIELDS.map(([key, label, show]) => ({ label, mine: show(mine[key], timeZone), theirs: show(current[key], timeZone) })).filter((field) => field.mine !== '' || field.theirs !== '');
  const status = current['managerApprovalStatus'];
  if (typeof status === 'string') fields.push({ label: 'Manager', mine: statusText(base['managerApprovalStatus']), theirs: statusText(status) });
  return fields;
}

const statusText = (status: unknown): string => (typeof status === 'string' ? statusLabel(status) : '');
