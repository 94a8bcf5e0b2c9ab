import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkResult } from '#contract/decision.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { approve, bulk, CALLS, idOfClaim, reject, revive } from '#tests/support/finance.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/**
 * Two people of finance at the same claims, deciding and reviving, at once and one after the other (A1,
 * A3).
 */

let server: TestServer;
let people: Api[];
beforeAll(async () => {
  server = await startServer();
  people = [await server.as('finance'), await server.as('finance2')];
});
afterAll(() => server.close());

const CLAIMS = 2;
const act = fc.record({
  what: fc.constantFrom(
    'approve' as const,
    'reject' as const,
    'revive' as const,
    'approveMany' as const,
    'rejectMany' as const,
  ),
  by: fc.nat(1),
  claim: fc.nat(CLAIMS - 1),
  /** On the version that was there before the round, or on whatever there is. */
  seen: fc.boolean(),
  /** The answer is lost, and the same is asked for again at once. */
  again: fc.boolean(),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

let serial = 0;
/** Ids that this act changed, by its answer; each asked a second time under its key must get the same answer. */
async function play(
  { what, by, claim, seen, again }: Act,
  ids: readonly string[],
  versions: ReadonlyMap<string, number>,
): Promise<{ action: string; ids: string[] }> {
  const api = people[by] as Api;
  const id = ids[claim] ?? '';
  const key = `finance-race-${String(++serial)}`;
  const headers = {
    'idempotency-key': key,
    ...(seen && !what.endsWith('Many') && { 'if-match': `"${String(versions.get(id))}"` }),
  };
  const many = (approved: boolean) =>
    bulk(
      api,
      'local',
      { ids, approved, comments: 'All of it', ...(seen && { versions: Object.fromEntries(versions) }) },
      headers,
    );
  const ask = (): Promise<Answer> => {
    if (what === 'approve') return approve(api, 'local', id, {}, headers);
    if (what === 'reject') return reject(api, 'local', id, undefined, headers);
    return what === 'revive' ? revive(api, 'local', id, headers) : many(what === 'approveMany');
  };
  let answer = await ask();
  if (again) {
    const second = await ask();
    // What was done is answered again; what was refused is judged again, and may be done by now.
    if (answer.status === 200 && answer.body['data'] !== null)
      expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([answer.text, 'true']);
    else answer = second;
  }
  if (what.endsWith('Many'))
    return {
      action: what === 'approveMany' ? 'finance-approve' : 'finance-reject',
      ids: bulkResult.parse(dataOf(answer)).done,
    };
  const action = what === 'revive' ? 'revive' : `finance-${what}`;
  if (answer.status === 200) return { action, ids: answer.body['data'] === null ? [] : [id] };
  expect([409, ['CONFLICT', 'VERSION_CONFLICT'].includes(String(answer.body['code']))]).toEqual([answer.status, true]);
  expect(answer.body['current']).toMatchObject({ expenseId: id });
  return { action, ids: [] };
}

describe('two of finance', () => {
  it('A1 A3 MGR-28 FIN-5 one decision per round of revivals; everybody else is told, the log agrees', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (schedule) => {
        server.clock.now += 1_000;
        const ids: string[] = [];
        for (let i = 0; i < CLAIMS; i += 1)
          ids.push(idOfClaim(await CALLS.local.approved(server, 'employee', 300, 200)));
        const told = new Map(ids.map((id) => [id, [] as string[]]));
        for (const round of schedule) {
          const rows = await server.database.db
            .selectFrom('claims')
            .select(['id', 'version'])
            .where('id', 'in', ids)
            .execute();
          const versions = new Map(rows.map((row) => [row.id, row.version]));
          const done = await Promise.all(round.map((one) => play(one, ids, versions)));
          for (const { action, ids: changed } of done) for (const id of changed) told.get(id)?.push(action);
        }
        for (const id of ids) {
          const log = await server.database.db
            .selectFrom('audit_log')
            .select(['action', 'version'])
            .where('record_id', '=', id)
            .orderBy('version')
            .execute();
          const actions = log.slice(2).map((row) => row.action);
          // Decided, revived, decided …: never twice the same, never out of turn.
          expect(actions.map((action) => action === 'revive')).toEqual(actions.map((_, at) => at % 2 === 1));
          expect(told.get(id)?.toSorted()).toEqual(actions.toSorted());
          const claim = await server.database.db
            .selectFrom('claims')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const last = actions.at(-1);
          expect(claim).toMatchObject(
            last === 'finance-approve'
              ? { finance_status: 'FINANCE_APPROVED', finance_amount: 20_000 }
              : last === 'finance-reject'
                ? { finance_status: 'FINANCE_REJECT', finance_amount: 0 }
                : { finance_status: 'FINANCE_PENDING', finance_amount: null, finance_decided_by: null },
          );
          expect(claim.version).toBe(log.length);
        }
      }),
      { numRuns: 60 },
    );
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});
