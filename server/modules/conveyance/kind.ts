import { CONVEYANCE_TYPES, PRIMARY_EXPENSE_TYPE, type ConveyanceType } from '#contract/enums.ts';
import type { Conveyance } from '#contract/expense.ts';
import { afterConveyanceEdit, conveyanceCan, parseConveyance } from '#domain/conveyance.ts';
import { policyWarning } from '#domain/policy.ts';
import { policyOn } from '#domain/policyVersions.ts';
import { refused } from '#domain/verdict.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { policiesFor } from '#server/modules/expensePolicy/index.ts';
import { type ClaimChanges, conveyanceAnswer, stateOf, type ClaimDefinition } from '#server/modules/claims/index.ts';

/** What the manager said of it, taken back: it is to be looked at again. */
const UNSEEN: ClaimChanges = {
  manager_amount: null,
  manager_remarks: null,
  manager_decided_at: null,
  manager_decided_by: null,
};

export const conveyances: ClaimDefinition<Conveyance> = {
  number: PRIMARY_EXPENSE_TYPE.conveyance,
  prefix: 'CNV',
  typeFilter: 'CONVEYANCE_TYPE',
  types: CONVEYANCE_TYPES,
  viewed: 'conveyance',
  answer: conveyanceAnswer,
  mayEdit: (row) => conveyanceCan.edit({ ...stateOf(row), conveyanceType: row.type as ConveyanceType }),
  mayWithdraw: () => refused('CONFLICT', 'Trips of the sales app cannot be withdrawn'),
  async readEdit(tx, context, row, body) {
    const policies = await policiesFor(tx, context);
    const { type, expense_date: day } = row;
    const parsed = parseConveyance(body, policyOn(policies, day));
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const { paise, remarks, bills } = parsed.value;
    const fingerPrints = (papers: readonly { fingerPrint: string }[]): string[] =>
      papers.map((paper) => paper.fingerPrint);
    const status = afterConveyanceEdit(
      { managerStatus: row.manager_status, paise: row.claim_amount, fingerPrints: fingerPrints(row.bills) },
      { paise, fingerPrints: fingerPrints(bills) },
    );
    const again = status !== row.manager_status;
    const warning = policyWarning({ kind: 'conveyance', type, day, paise, bills: bills.length }, policies);
    return {
      columns: {
        claim_amount: paise,
        remarks,
        policy_warning: warning,
        ...(again && { manager_status: status, ...UNSEEN }),
      },
      bills,
    };
  },
};
