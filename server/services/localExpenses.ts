import type { Kysely } from 'kysely';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { mayChange } from '#domain/access.ts';
import { UNDECIDED } from '#domain/approval.ts';
import { localExpenseCan, readLocalExpense, type LocalExpenseInput } from '#domain/claim.ts';
import type { Tables } from '#server/database/tables.ts';
import { fileGone, invalid, Refusal } from '#server/errors.ts';
import { demandVisible } from '#server/policies/claims.ts';
import { demand } from '#server/policies/demand.ts';
import { claimByCreationKey, claimById, lastAuditHashes, replaceBills, UNTOUCHED, updatePendingClaim, type ClaimRow, type NewClaim } from '#server/repositories/claims.ts';
import { creationFacts, type CreationFacts } from '#server/repositories/creation.ts';
import { uploadsOf } from '#server/repositories/files.ts';
import { appendAudit, newAuditRow } from './audit.ts';
import { change, create, type Asked, type Carried, type Creation } from './change.ts';
import { claimSnapshot, localExpenseAnswer } from './claimAnswer.ts';
import type { Context } from './context.ts';
import { newId } from './ids.ts';

const KIND = PRIMARY_EXPENSE_TYPE.local;

const answerOf = (context: Context, row: ClaimRow) => ({ success: true as const, data: localExpenseAnswer(row, context.timeZone) });

async function written(tx: Kysely<Tables>, id: string): Promise<ClaimRow> {
  const row = await claimById(tx, KIND, id, false);
  if (!row) throw new Error('A claim that was just written is not there');
  return row;
}

/**
 * The bills of a claim with the names they go by. A fingerPrint is a name, not a permission: only who uploaded the bytes, or whose claim
 * carries them already, may put them on it (wire.md, 'Uploads and documents'). Others and lost ones alike: 409 FILE_GONE.
 */
async function billsOf<Known extends { name: string }>(context: Context, bills: LocalExpenseInput['bills'], known: ReadonlyMap<string, Known>): Promise<(Known & { fingerPrint: string })[]> {
  const found = await Promise.all(bills.map(async (bill) => {
    const facts = known.get(bill.fingerPrint);
    return facts && (await context.services.files.has(bill.fingerPrint)) ? { ...facts, fingerPrint: bill.fingerPrint, name: bill.name ?? facts.name } : null;
  }));
  const there = found.filter((bill) => bill !== null);
  if (there.length < bills.length) throw fileGone();
  return there;
}

async function billsFor(tx: Kysely<Tables>, context: Context, bills: LocalExpenseInput['bills'], already: ClaimRow['bills']): Promise<{ fingerPrint: string; name: string }[]> {
  const uploaded = await uploadsOf(tx, context.actor.id, bills.map((bill) => bill.fingerPrint));
  const carried = already.map((bill) => [bill.fingerPrint, bill.name] as const);
  return billsOf(context, bills, new Map([...uploaded, ...carried].map(([fingerPrint, name]) => [fingerPrint, { name }])));
}

/** A local expense as it is made, before it is written: everything its answer says. */
function newExpense(context: Context, input: LocalExpenseInput, bills: ClaimRow['bills'], facts: CreationFacts): { columns: NewClaim; row: ClaimRow } {
  const { actor, now, key } = context;
  const columns: NewClaim = {
    id: newId('EXP', now), kind: KIND, owner_id: actor.id, manager_id: actor.managerId, type: input.type, expense_date: input.day, claim_amount: input.paise, remarks: input.remarks, manager_status: UNDECIDED.manager,
    finance_status: UNDECIDED.finance, creation_key: key, version: 1, created_at: now, updated_at: now,
  };
  const names = { owner_email: actor.email, owner_name: actor.name, owner_code: actor.employeeCode, manager_email: facts.managerEmail, manager_name: facts.managerName, decider_name: null, finance_name: null };
  return { columns, row: { ...UNTOUCHED, ...columns, ...names, bills } };
}

async function prepareExpense(context: Context, asked: Asked): Promise<Creation> {
  const { actor, now, key, services } = context;
  const read = readLocalExpense(asked.body, { today: context.today, timeZone: context.timeZone, creating: true });
  const facts = await creationFacts(services.database.db, actor.id, actor.managerId, read.ok ? read.value.bills.map((bill) => bill.fingerPrint) : [], key);
  if (facts.stored) return { stored: facts.stored };
  if (!read.ok) throw invalid(read.message, read.errors);
  const bills = await billsOf(context, read.value.bills, new Map(facts.uploads.map((bill) => [bill.fingerPrint, bill])));
  const { columns, row } = newExpense(context, read.value, bills, facts);
  const { id } = columns;
  const history = newAuditRow({ recordId: id, recordKind: 'claim', version: 1, at: now, actorId: actor.id, action: 'create', before: null, after: claimSnapshot(row), origin: context.origin, requestKey: key });
  const carried = bills.map((bill, position) => ({ claim_id: id, position, file_hash: bill.fingerPrint, name: bill.name }));
  return { stored: null, answer: answerOf(context, row), recordId: id, rows: { claims: [columns], claim_bills: carried, audit_log: [history] } };
}

/** Files a local expense (LOC-1 to LOC-10). */
export async function createLocalExpense(context: Context, asked: Asked): Promise<Carried> {
  try {
    return await create(context, asked, () => prepareExpense(context, asked));
  } catch (error) {
    const made = await madeUnderKey(context, error);
    if (made) return made;
    throw error;
  }
}

/** The key outlives its stored answer in a unique column: what it made is answered as it stands now, and nothing is made twice. */
async function madeUnderKey(context: Context, error: unknown): Promise<Carried | null> {
  const clash = typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === 'claims_creation_key';
  if (!clash || context.key === null) return null;
  const { db } = context.services.database;
  const made = await claimByCreationKey(db, context.actor.id, context.key);
  if (made?.kind !== KIND) return null;
  return { body: JSON.stringify(answerOf(context, await written(db, made.id))), replayed: true };
}

/** A version that is not the one the change was made on: 409 with the record as it stands. */
export function demandVersion(context: Context, row: ClaimRow): void {
  if (context.ifMatch !== null && context.ifMatch !== row.version) {
    throw new Refusal('VERSION_CONFLICT', 'This was changed in the meantime.', { current: localExpenseAnswer(row, context.timeZone) });
  }
}

/** What the rules of a claim's state look at. */
export const stateOf = (row: ClaimRow) => ({ managerApprovalStatus: row.manager_status, withdrawn: row.withdrawn_at !== null });

/** Changes a local expense while its manager has not decided (LOC-11). */
export async function updateLocalExpense(context: Context, id: string, asked: Asked): Promise<Carried> {
  const { actor, now, timeZone } = context;
  return change<ClaimRow>(context, asked, {
    admit: async (tx) => {
      const row = await demandVisible(tx, actor, await claimById(tx, KIND, id, true));
      demand(mayChange(actor, { ownerId: row.owner_id }));
      return row;
    },
    carryOut: async (tx, row) => {
      demandVersion(context, row);
      demand(localExpenseCan.edit(stateOf(row)), () => localExpenseAnswer(row, timeZone));
      const read = readLocalExpense(asked.body, { today: context.today, timeZone, creating: false, unchangedDay: row.expense_date });
      if (!read.ok) throw invalid(read.message, read.errors);
      const { type, day, paise, remarks } = read.value;
      const bills = await billsFor(tx, context, read.value.bills, row.bills);
      const moved = !(await updatePendingClaim(tx, row, { type, expense_date: day, claim_amount: paise, remarks }, now));
      if (moved) throw new Refusal('CONFLICT', 'This was changed in the meantime.', { current: localExpenseAnswer(await written(tx, id), timeZone) });
      await replaceBills(tx, id, bills);
      const after = await written(tx, id);
      const previous = (await lastAuditHashes(tx, [id])).get(id) ?? '';
      const entry = { recordId: id, recordKind: 'claim', version: after.version, at: now, actorId: actor.id, action: 'edit', before: claimSnapshot(row), after: claimSnapshot(after), origin: context.origin, requestKey: context.key };
      await appendAudit(tx, entry, previous);
      return { answer: answerOf(context, after), recordId: id };
    },
  });
}
