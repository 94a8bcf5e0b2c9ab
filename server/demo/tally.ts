import type { Selectable } from 'kysely';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { TallyStatus } from '#contract/tally.ts';
import { dayOf } from '#domain/dates.ts';
import { bookingOf, FIRST_MAPPING, narrationOf } from '#domain/tally.ts';
import type { ClaimsTable } from '#server/platform/database/tables/claimTables.ts';
import type { TallyBatchesTable, TallyVouchersTable } from '#server/platform/database/tables/tallyTables.ts';
import { auditRow } from '#server/platform/audit/audit.ts';
import { statusOf } from '#domain/status.ts';
import { personIdOf, type DemoPerson } from './people.ts';
import type { Random } from './random.ts';
import { demoId } from './rows.ts';
import { batchSnapshot, columnsOf } from '#server/modules/tally/index.ts';

type Claim = Selectable<ClaimsTable>;

/** What went to the accounts so far: a batch in each state, and one of a sheet. */
export interface DemoTally {
  batches: Selectable<TallyBatchesTable>[];
  vouchers: Selectable<TallyVouchersTable>[];
  audit: ReturnType<typeof auditRow>[];
  /** By claim: its batch, and the status of its voucher there. */
  standing: ReadonlyMap<string, { batchId: string; status: TallyStatus }>;
}

interface Plan {
  kinds: readonly number[];
  claims: number;
  /** How far it got; of a failed one the ledger of the last voucher was not there, the others are posted. */
  status: TallyStatus;
  source: TallyBatchesTable['source'];
}

const { local, conveyance, travel } = PRIMARY_EXPENSE_TYPE;
const KINDS = [local, conveyance, travel];
/** The latest batches, the last one first; what is older was posted month by month. */
const LATEST: readonly Plan[] = [
  { kinds: [local, conveyance, travel], claims: 8, status: 'NOT_EXPORTED', source: 'SCREEN' },
  { kinds: [local], claims: 14, status: 'EXPORTED', source: 'SCREEN' },
  { kinds: [local, travel], claims: 9, status: 'EXPORTED', source: 'SHEET' },
  { kinds: [conveyance], claims: 6, status: 'FAILED', source: 'SCREEN' },
];
const POSTED = { status: 'POSTED', source: 'SCREEN' } as const;
/** This many of each kind are left to be chosen, and all that was approved in this many days. */
const LEFT = 8;
const LEFT_DAYS = 12;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** As Tally says it. */
const reasonOf = (ledger: string): string => `Ledger '${ledger}' does not exist!`;

type Step = {
  action: string;
  at: number;
  actor: string;
  status: (missing: boolean) => TallyStatus;
  facts?: Record<string, unknown>;
};

/** What happened to a batch, in order, each moment not later than `now`. */
function stepsOf({ status, source }: Plan, madeAt: number, now: number): Step[] {
  const actor = source === 'SHEET' ? 'finance-docs' : 'tally';
  const at = (hours: number): number => Math.min(madeAt + hours * HOUR, now);
  const made: Step = {
    action: 'tally-batch',
    at: at(0),
    actor,
    status: () => (source === 'SHEET' ? 'EXPORTED' : 'NOT_EXPORTED'),
  };
  if (status === 'NOT_EXPORTED' || source === 'SHEET') return [made];
  const exported: Step = { action: 'export', at: at(1), actor, status: () => 'EXPORTED' };
  if (status === 'EXPORTED') return [made, exported];
  return [
    made,
    exported,
    {
      action: 'tally-answer',
      at: at(20),
      actor,
      status: (missing) => (missing && status === 'FAILED' ? 'FAILED' : 'POSTED'),
    },
  ];
}

const approved = (claim: Claim): boolean =>
  statusOf(claim.finance_status) === 'approved' && (claim.finance_amount ?? 0) > 0 && claim.withdrawn_at === null;

/** Puts the demo organisation's claims into batches; the claims themselves are not changed here. */
export function demoTally(
  claims: readonly Claim[],
  people: readonly DemoPerson[],
  random: Random,
  now: number,
  timeZone: string,
): DemoTally {
  const owners = new Map(people.map((person) => [personIdOf(person.key), person]));
  const open = claims.filter(approved).toSorted((a, b) => (a.finance_decided_at ?? 0) - (b.finance_decided_at ?? 0));
  const take = (chosen: readonly Claim[]): void => {
    for (const claim of chosen) open.splice(open.indexOf(claim), 1);
  };
  take(open.filter((claim) => (claim.finance_decided_at ?? 0) > now - LEFT_DAYS * DAY));
  for (const kind of KINDS) {
    const left =
      claims.filter((claim) => claim.kind === kind && approved(claim)).length -
      open.filter((claim) => claim.kind === kind).length;
    if (left < LEFT) take(open.filter((claim) => claim.kind === kind).slice(left - LEFT));
  }
  const tally: DemoTally & { standing: Map<string, { batchId: string; status: TallyStatus }> } = {
    batches: [],
    vouchers: [],
    audit: [],
    standing: new Map(),
  };
  for (const plan of LATEST) {
    const chosen = open.filter((claim) => plan.kinds.includes(claim.kind)).slice(-plan.claims);
    take(chosen);
    addBatch(tally, plan, chosen, owners, random, now, timeZone);
  }
  for (const kind of KINDS) {
    const monthOf = (claim: Claim): string => dayOf(claim.finance_decided_at ?? 0, timeZone).slice(0, 7);
    const own = open.filter((claim) => claim.kind === kind);
    for (const month of new Set(own.map(monthOf)))
      addBatch(
        tally,
        { ...POSTED, kinds: [kind], claims: own.length },
        own.filter((claim) => monthOf(claim) === month),
        owners,
        random,
        now,
        timeZone,
      );
  }
  return tally;
}

function addBatch(
  tally: DemoTally & { standing: Map<string, { batchId: string; status: TallyStatus }> },
  plan: Plan,
  chosen: readonly Claim[],
  owners: ReadonlyMap<string, DemoPerson>,
  random: Random,
  now: number,
  timeZone: string,
): void {
  const approvedAt = Math.max(...chosen.map((claim) => claim.finance_decided_at ?? 0));
  const steps = stepsOf(plan, Math.min(approvedAt + random.between(2, 9) * HOUR, now), now);
  const [made] = steps;
  const last = steps.at(-1);
  if (!made || !last || chosen.length === 0) return;
  const id = demoId('TLY', made.at, random);
  const bookingAs = (claim: Claim) =>
    bookingOf(FIRST_MAPPING, {
      kind: claim.kind,
      type: claim.type,
      costCentre: owners.get(claim.owner_id)?.costCentre ?? '',
    });
  const missing = chosen.at(-1);
  const vouchersAt = (step: Step): Selectable<TallyVouchersTable>[] =>
    chosen.map((claim) => {
      const owner = owners.get(claim.owner_id);
      const { ledger, costCentre, creditLedger } = bookingAs(claim);
      const status = step.status(missing !== undefined && ledger === bookingAs(missing).ledger);
      const narration = narrationOf({
        id: claim.id,
        type: claim.type,
        day: claim.expense_date,
        ownerName: owner?.name ?? '',
        ownerCode: owner?.employeeCode ?? '',
        remarks: claim.remarks,
      });
      return {
        batch_id: id,
        claim_id: claim.id,
        kind: claim.kind,
        type: claim.type,
        day: dayOf(claim.finance_decided_at ?? 0, timeZone),
        amount: claim.finance_amount ?? 0,
        ledger,
        cost_centre: costCentre,
        credit_ledger: creditLedger,
        narration,
        by_sheet: plan.source === 'SHEET',
        status,
        reason: status === 'FAILED' ? reasonOf(ledger) : null,
      };
    });
  const sumsAt = (step: Step) =>
    columnsOf(
      vouchersAt(step).map((row) => ({
        status: row.status,
        vouchers: 1,
        amount: row.amount,
        from_day: row.day,
        to_day: row.day,
        kinds: [row.kind],
      })),
    );
  const exported = steps.find(({ action }) => action === 'export') ?? (plan.source === 'SHEET' ? made : undefined);
  const vouchers = vouchersAt(last);
  tally.batches.push({
    id,
    ...sumsAt(last),
    source: plan.source,
    created_by: personIdOf(made.actor),
    exported_at: exported?.at ?? null,
    exported_by: exported ? personIdOf(exported.actor) : null,
    version: steps.length,
    creation_key: null,
    created_at: made.at,
    updated_at: last.at,
  });
  tally.vouchers.push(...vouchers);
  for (const row of vouchers) tally.standing.set(row.claim_id, { batchId: id, status: row.status });
  let hash = '';
  for (const [n, step] of steps.entries()) {
    const before = steps[n - 1];
    const facts = n === 0 ? { source: plan.source, claims: chosen.map((claim) => claim.id) } : {};
    const row = auditRow(
      {
        recordId: id,
        recordKind: 'tally',
        version: n + 1,
        at: step.at,
        actorId: personIdOf(step.actor),
        action: step.action,
        before: before ? batchSnapshot(sumsAt(before)) : null,
        after: batchSnapshot(sumsAt(step), facts),
        origin: 'demo',
      },
      hash,
    );
    tally.audit.push(row);
    hash = row.hash;
  }
}
