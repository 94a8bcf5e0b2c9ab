import type { Selectable } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import { afterFinanceDecision, afterManagerDecision } from '#domain/approval.ts';
import { UNDECIDED } from '#domain/status.ts';
import { dayOf } from '#domain/dates.ts';
import type { ClaimsTable } from '#server/platform/database/tables/claimTables.ts';
import { auditRow } from '#server/platform/audit/audit.ts';
import { personIdOf } from './people.ts';
import type { Random } from './random.ts';
import type { Step, Story } from './stories.ts';
import { claimSnapshot } from '#server/modules/claims/index.ts';

/** A claim as the database holds it, and its history. */
export interface ClaimRows {
  claim: Claim;
  audit: ReturnType<typeof auditRow>[];
}
type Claim = Selectable<ClaimsTable>;

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** An id of the shape that the services make, but drawn from the seeded source. */
export function demoId(prefix: string, at: number, random: Random): string {
  let time = '';
  for (let rest = at, i = 0; i < 10; i += 1) {
    time = LETTERS.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return prefix + time + Array.from({ length: 10 }, () => random.pick([...LETTERS])).join('');
}

function changesOf(kind: PrimaryExpenseType, step: Step, timeZone: string): Partial<Claim> {
  const by = personIdOf(step.actor);
  const remarks = step.remarks ?? null;
  const amount = step.paise ?? 0;
  switch (step.action) {
    case 'create':
    case 'intake':
    case 'edit':
      return {};
    case 'withdraw':
      return { withdrawn_at: step.at };
    case 'manager-approve':
    case 'manager-reject': {
      const status = afterManagerDecision(kind, step.action === 'manager-approve');
      return {
        manager_status: status,
        manager_amount: amount,
        manager_remarks: remarks,
        manager_decided_at: step.at,
        manager_decided_by: by,
      };
    }
    case 'finance-approve':
    case 'finance-reject': {
      const status = afterFinanceDecision(step.action === 'finance-approve');
      return {
        finance_status: status,
        finance_amount: amount,
        finance_remarks: remarks,
        finance_decided_at: step.at,
        finance_decided_by: step.nameless ? null : by,
      };
    }
    case 'pay':
      return { paid_on: dayOf(step.at, timeZone), paid_amount: amount, payment_reference: step.reference ?? null };
  }
}

/** Plays a story from its first step to its last: the claim as it ends up, and one audit row for each step. */
export function rowsOf(story: Story, id: string, bills: readonly string[], timeZone: string): ClaimRows {
  const created = story.steps[0]?.at ?? 0;
  /** What the sales app hands in has no bill until its owner adds one. */
  const papersAt = (step: number) => {
    const bare =
      story.steps[0]?.action === 'intake' && !story.steps.slice(0, step + 1).some(({ action }) => action === 'edit');
    return bare ? [] : bills.map((fingerPrint) => ({ fingerPrint }));
  };
  let claim: Claim = {
    id,
    kind: story.kind,
    owner_id: personIdOf(story.owner.key),
    manager_id: personIdOf(story.owner.manager),
    type: story.purchase.type,
    expense_date: story.day,
    claim_amount: story.purchase.paise,
    remarks: story.purchase.remarks || null,
    manager_status: UNDECIDED.manager,
    manager_amount: null,
    manager_remarks: null,
    manager_decided_at: null,
    manager_decided_by: null,
    finance_status: UNDECIDED.finance,
    finance_amount: null,
    finance_remarks: null,
    finance_decided_at: null,
    finance_decided_by: null,
    paid_on: null,
    paid_amount: null,
    payment_reference: null,
    tally_batch_id: null,
    tally_status: null,
    withdrawn_at: null,
    trip_id: story.tripId ?? null,
    details: { ...story.details },
    version: 1,
    creation_key: null,
    created_at: created,
    updated_at: created,
    saved_at: null,
    further_type: null,
    policy_warning: null,
  };
  const audit: ClaimRows['audit'] = [];
  for (const [index, step] of story.steps.entries()) {
    const before = index === 0 ? null : claimSnapshot({ ...claim, bills: papersAt(index - 1) });
    claim = { ...claim, ...changesOf(story.kind, step, timeZone), version: index + 1, updated_at: step.at };
    audit.push(
      auditRow(
        {
          recordId: id,
          recordKind: 'claim',
          version: index + 1,
          at: step.at,
          actorId: personIdOf(step.actor),
          action: step.action,
          before,
          after: claimSnapshot({ ...claim, bills: papersAt(index) }),
          origin: step.action === 'intake' ? 'sales app demo' : 'demo',
        },
        audit.at(-1)?.hash ?? '',
      ),
    );
  }
  return { claim, audit };
}
