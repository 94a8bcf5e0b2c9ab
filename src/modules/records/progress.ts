import type { AnyRecord } from '#contract/record.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { decidedWords } from '#domain/delegation.ts';
import { formatRupees } from '#domain/money.ts';
import { endingOf } from '#domain/recordFace.ts';
import { statusLabel, statusOf, type StatusKey } from '#domain/status.ts';

/** One stage of a record's progress: its status, since when, by whom, and the remarks. */
export interface Stage {
  name: string;
  state: StatusKey | 'done' | 'later';
  word: string;
  /** Who and when, how much. */
  facts: string[];
  remarks: string | null;
}

type Show = (ms: number | null | undefined) => string;

const stage = (name: string, status: string, facts: (string | null | undefined)[], remarks: string | null): Stage => ({
  name,
  state: statusOf(status),
  word: statusLabel(status),
  facts: facts.filter((fact): fact is string => typeof fact === 'string' && fact !== ''),
  remarks,
});

/** What has not begun, because an earlier stage is not through. */
const later = (next: Stage, before: Stage): Stage =>
  next.state === 'pending' && before.state !== 'approved' ? { ...next, state: 'later', word: 'Not yet' } : next;

const raised = (any: AnyRecord, day: Show): Stage => ({
  name: 'Raised',
  state: 'done',
  word: day(any.record.createdAt),
  facts: [`by ${any.record.employeeName}`],
  remarks: null,
});

function ended(any: AnyRecord): Stage[] {
  const ending = endingOf(any);
  if (!ending) return [];
  const remarks = any.kind === 'trip' ? (any.record.adminCancellationRemarks ?? any.record.cancellationRemarks) : null;
  return [
    {
      name: any.kind === 'trip' ? 'Cancellation' : 'Withdrawal',
      state: ending.gone ? 'done' : ending.waits ? 'pending' : 'rejected',
      word: ending.word,
      facts: [],
      remarks,
    },
  ];
}

/** By whom, and for whom when a stand-in decided (ACC-18). */
const deciderOf = ({
  decidedBy,
  managerName,
}: {
  decidedBy?: string | null | undefined;
  managerName?: string | null | undefined;
}): string => (decidedBy ? decidedWords(decidedBy, managerName ?? '') : decidedWords(managerName ?? '', null));

function claimStages(any: Exclude<AnyRecord, { kind: 'trip' }>, day: Show): Stage[] {
  const { record } = any;
  const amount = (value: number | null | undefined, status: string): string | null =>
    value !== null && value !== undefined && statusOf(status) === 'approved' ? formatRupees(value) : null;
  const waits = statusOf(record.managerApprovalStatus) === 'pending';
  const decider = deciderOf(record);
  const byManager = waits
    ? [record.managerName]
    : [amount(record.managerApprovedAmount, record.managerApprovalStatus), decider, day(record.managerApprovalDate)];
  const manager = stage('Manager', record.managerApprovalStatus, byManager, record.managerRemarks);
  const byFinance = [
    amount(record.financeApprovedAmount, record.financeApprovalStatus),
    record.financeName && `by ${record.financeName}`,
    day(record.financeApprovalDate),
  ];
  const finance = later(stage('Finance', record.financeApprovalStatus, byFinance, record.financeRemarks), manager);
  const paid: Stage[] = record.paymentDate
    ? [
        {
          name: 'Paid',
          state: 'done',
          word: day(record.paymentDate),
          facts: [
            formatRupees(record.paidAmount ?? record.financeApprovedAmount ?? 0),
            record.paymentReference ?? '',
          ].filter(Boolean),
          remarks: null,
        },
      ]
    : [];
  return [manager, finance, ...paid];
}

function tripStages({ record }: Extract<AnyRecord, { kind: 'trip' }>): Stage[] {
  const byManager = record.managerName
    ? [statusOf(record.managerApprovalStatus) === 'pending' ? record.managerName : deciderOf(record)]
    : [];
  const manager = stage('Manager', record.managerApprovalStatus, byManager, record.managerRemarks);
  return [manager, later(stage('Admin', record.adminApprovalStatus, [], record.adminRemarks), manager)];
}

/**
 * From raising to payment, as far as it has come; the manager of what is pending is named, so that one knows whom to
 * ask.
 */
export function stagesOf(any: AnyRecord, timeZone: string): Stage[] {
  const day: Show = (ms) => (ms === null || ms === undefined ? '' : formatDay(dayOf(ms, timeZone)));
  const gone = endingOf(any)?.gone === true;
  const decided = any.kind === 'trip' ? tripStages(any) : claimStages(any, day);
  // What was never decided before it was rejected or ended never will be.
  const rejected = decided.findIndex(({ state }) => state === 'rejected');
  const reached = rejected < 0 ? decided : decided.slice(0, rejected + 1);
  return [
    raised(any, day),
    ...reached.filter(({ state }) => !gone || (state !== 'pending' && state !== 'later')),
    ...ended(any),
  ];
}
