import type { IntakeResult } from '#contract/expense.ts';
import { MAX_INTAKE_BATCH, MAX_NAME } from '#contract/limits.ts';
import { UNDECIDED } from '#domain/status.ts';
import { isComputed, parseIntakeRow, type IntakeInput } from '#domain/conveyance.ts';
import { dayOf } from '#domain/dates.ts';
import { policyWarning } from '#domain/policy.ts';
import { type DatedPolicy } from '#domain/policyVersions.ts';
import { shorten } from '#domain/text.ts';
import { conveyances } from './kind.ts';
import { transact } from '#server/platform/database/transact.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import {
  claimsByExternalId,
  insertTaken,
  travellersByEmail,
  type NewConveyance,
  type Traveller,
} from './repository.ts';
import { appendAudits } from '#server/platform/audit/audit.ts';
import { policiesNow } from '#server/modules/expensePolicy/index.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Services } from '#server/platform/http/services.ts';
import { UNTOUCHED, claimSnapshot, type ConveyanceDetails } from '#server/modules/claims/index.ts';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { originOf } from '#server/platform/http/context.ts';

/** Who hands trips in: the sales app, from this address. */
interface IntakeContext {
  services: Services;
  origin: string;
}

/** What a row says its trip is called, whatever else is wrong with the row. */
function externalIdOf(row: unknown): string | undefined {
  const given = typeof row === 'object' && row !== null && 'externalId' in row ? row.externalId : undefined;
  return typeof given === 'string' && given.trim() !== '' ? shorten(given.trim(), MAX_NAME) : undefined;
}

function parseBatch(body: unknown): unknown[] {
  if (!Array.isArray(body))
    throw invalidRequest('A list of trips is expected.', { body: 'A list of trips is expected.' });
  const wrong =
    body.length === 0
      ? 'The list is empty.'
      : body.length > MAX_INTAKE_BATCH
        ? `At most ${MAX_INTAKE_BATCH} trips can be handed in at once.`
        : null;
  if (wrong !== null) throw invalidRequest(wrong, { body: wrong });
  return body;
}

function claimOf(
  { type, day, paise, remarks, distanceKm, externalId, clientName, fromLocation, toLocation }: IntakeInput,
  traveller: Traveller,
  policies: readonly DatedPolicy[],
  now: number,
): NewConveyance {
  // What is computed is also the most that is paid.
  const details: ConveyanceDetails = {
    externalId,
    clientName,
    fromLocation,
    toLocation,
    distance: distanceKm,
    limit: isComputed(type) ? paise : null,
  };
  return {
    id: newId(conveyances.prefix, now),
    kind: conveyances.number,
    owner_id: traveller.id,
    manager_id: traveller.managerId,
    type,
    expense_date: day,
    claim_amount: paise,
    remarks,
    trip_id: null,
    manager_status: UNDECIDED.manager,
    finance_status: UNDECIDED.finance,
    creation_key: null,
    version: 1,
    created_at: now,
    updated_at: now,
    details: { ...details },
    // The sales app hands rides in without a bill.
    policy_warning: policyWarning({ kind: 'conveyance', type, day, paise, bills: 0, computed: true }, policies),
  };
}

/** Nobody of ours did this: the log says whose claim it is, that it was taken in, and from where. */
const auditOf = (claim: NewConveyance, origin: string) => ({
  recordId: claim.id,
  recordKind: 'claim',
  version: 1,
  at: claim.created_at,
  actorId: claim.owner_id,
  action: 'intake',
  before: null,
  after: claimSnapshot({ ...UNTOUCHED, ...claim, bills: [] }),
  origin: `sales app ${origin}`,
});

/**
 * Takes trips from the sales app (CNV-3, CNV-4). Each row is judged by itself. A trip that was taken before is done,
 * whatever its row says now, and so is the same one twice in a list. The answer goes out when all of it is on the disk.
 */
async function takeConveyance(
  { services, origin }: IntakeContext,
  body: unknown,
): Promise<{ success: true; data: IntakeResult }> {
  const { database, env, clock } = services;
  const rows = parseBatch(body);
  const now = clock();
  const data = await transact(database.db, async (tx) => {
    const { versions: policies } = await policiesNow(services, tx);
    const context = { today: dayOf(now, env.timeZone), timeZone: env.timeZone, policies };
    const parsedRows = rows.map((row) => parseIntakeRow(row, context));
    const names = parsedRows.map((parsed, row) => (parsed.ok ? parsed.value.externalId : externalIdOf(rows[row])));
    const named = names.filter((name) => name !== undefined);
    const taken = await claimsByExternalId(tx, named);
    const travellers = await travellersByEmail(
      tx,
      parsedRows.flatMap((parsed) => (parsed.ok ? [parsed.value.employeeEmail] : [])),
    );
    const fresh = new Map<string, NewConveyance>();
    const refused: IntakeResult['refused'] = [];
    for (const [row, parsed] of parsedRows.entries()) {
      const externalId = names[row];
      if (externalId !== undefined && (taken.has(externalId) || fresh.has(externalId))) continue;
      const traveller = parsed.ok ? travellers.get(parsed.value.employeeEmail) : undefined;
      if (parsed.ok && traveller) fresh.set(parsed.value.externalId, claimOf(parsed.value, traveller, policies, now));
      else
        refused.push({
          row,
          ...(externalId !== undefined && { externalId }),
          code: 'INVALID',
          message: parsed.ok ? `No employee has the address ${parsed.value.employeeEmail}` : parsed.message,
        });
    }
    // In the order of the trips' ids: two lists with the same trips never wait for each other.
    const claims = [...fresh.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, claim]) => claim);
    const written = await insertTaken(tx, claims);
    await appendAudits(
      tx,
      claims.filter((claim) => written.has(claim.id)).map((claim) => auditOf(claim, origin)),
      new Map(),
    );
    const all = await claimsByExternalId(tx, named);
    const refusedRows = new Set(refused.map(({ row }) => row));
    const done = names.flatMap((externalId, row) => {
      const tripId = externalId === undefined || refusedRows.has(row) ? undefined : all.get(externalId);
      return externalId === undefined || tripId === undefined ? [] : [{ externalId, tripId }];
    });
    return { done, refused };
  });
  // Some may be trips that another request has just handed in.
  await database.confirmed();
  return { success: true, data };
}

/** `/api/v1/integration/…`: what other programs hand in. */
export const integrationCalls = (services: Services): Served[] => [
  serve(intakeConveyance, async ({ request }) => takeConveyance({ services, origin: originOf(request) }, request.body)),
];
