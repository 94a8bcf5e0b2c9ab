import { sql } from 'kysely';
import type { BulkResult } from '#contract/decision.ts';
import { statusOf } from '#domain/status.ts';
import type { TestServer } from './server.ts';
import { personOf, settledAnswers, type Played, type Told, type Wish } from './deciding.ts';

/** What must hold once two approvers and an owner have done with the same claims. Answers what does not, in words. */

/** A decision that its device believes to have made. */
interface Won {
  wish: Wish;
  approve: boolean;
}

const bulkOf = (told: Told & { ok: true }): BulkResult => (JSON.parse(told.body) as { data: BulkResult }).data;

/**
 * How often a wish has come true: with a key once, however often it was answered; without one each answer is another.
 */
function successes(wish: Wish): (Told & { ok: true })[] {
  const won = settledAnswers(wish).filter((told) => told.ok);
  return wish.key === null ? won : won.slice(0, 1);
}

/** Everyone whose wish did not come true knows, and knows how the record stands. */
function* untold(wish: Wish): Generator<string> {
  const say = (what: string): string => `wish ${wish.n} (${wish.act.by}, ${wish.act.what}): ${what}`;
  const answers = settledAnswers(wish);
  if (answers.length === 0) yield say('was never answered');
  const good = answers.filter((told) => told.ok);
  if (wish.key !== null && good.length > 0) {
    if (good.length < answers.length) yield say('was done and refused under one key');
    if (new Set(good.map((told) => told.body)).size > 1) yield say('was answered differently under one key');
  }
  for (const told of answers) {
    if (told.ok) {
      if (wish.act.what !== 'bulk') continue;
      const { done, refused } = bulkOf(told);
      const spoken = [...done, ...refused.map(({ id }) => id)].toSorted();
      if (JSON.stringify(spoken) !== JSON.stringify([...new Set(wish.ids)].toSorted()))
        yield say(`said nothing of some items: ${told.body}`);
      for (const { code } of refused)
        if (code !== 'CONFLICT' && (code !== 'VERSION_CONFLICT' || wish.versions === null))
          yield say(`refused an item with ${code}`);
      continue;
    }
    const { code, current } = told;
    if (code === 'VERSION_CONFLICT') {
      if (wish.ifMatch === null || !current || current.version === wish.ifMatch)
        yield say(`was told of another version: ${JSON.stringify(told)}`);
    } else if (code === 'CONFLICT') {
      if (!current || (statusOf(current.managerApprovalStatus) === 'pending' && !current.withdrawn))
        yield say(`was told that it moved on, and not where to: ${JSON.stringify(told)}`);
    } else yield say(`was refused with ${code} ${told.message}`);
  }
}

async function* claimFaults(
  { database: { db } }: TestServer,
  id: string,
  wishes: readonly Wish[],
): AsyncGenerator<string> {
  const say = (what: string): string => `${id}: ${what}`;
  const [row] = await db.selectFrom('claims').selectAll().where('id', '=', id).execute();
  if (!row) return yield say('is gone');
  const audit = await db
    .selectFrom('audit_log')
    .select(['version', 'action', 'actor_id', 'on_behalf_of', 'request_key', 'previous_hash', 'hash'])
    .where('record_id', '=', id)
    .orderBy('version')
    .execute();

  const won: Won[] = [];
  let edits = 0;
  let withdrawals = 0;
  for (const wish of wishes) {
    const { act } = wish;
    for (const told of successes(wish)) {
      if (act.what === 'bulk') {
        if (bulkOf(told).done.includes(id)) won.push({ wish, approve: act.approve });
      } else if (wish.ids[0] === id) {
        if (act.what === 'decide') won.push({ wish, approve: act.approve });
        else if (act.what === 'edit') edits += 1;
        else withdrawals += 1;
      }
    }
  }
  const withdrawn = row.withdrawn_at !== null;
  if (withdrawals !== (withdrawn ? 1 : 0)) yield say(`was withdrawn ${withdrawals} times`);
  if (won.length !== (withdrawn ? 0 : 1))
    yield say(`${won.length} decisions were said to be made, by ${won.map(({ wish }) => wish.act.by).join(' and ')}`);

  const [only] = won;
  if (only && won.length === 1) {
    const { wish, approve } = only;
    const { act } = wish;
    const amount = !approve ? 0 : act.what === 'decide' ? act.rupees * 100 : row.claim_amount;
    const stands = [statusOf(row.manager_status), row.manager_amount, row.manager_remarks, row.manager_decided_by];
    const wanted = [approve ? 'approved' : 'rejected', amount, `wish ${wish.n}`, personOf(act.by)];
    if (JSON.stringify(stands) !== JSON.stringify(wanted))
      yield say(`stands as ${JSON.stringify(stands)}, and ${JSON.stringify(wanted)} was answered`);
  }

  // Every change left one row, each on the version before it, by whoever made it.
  if (audit.length !== 1 + edits + withdrawals + won.length)
    yield say(
      `${audit.length} rows of history for ${edits} edits, ${withdrawals} withdrawals and ${won.length} decisions`,
    );
  if (row.version !== audit.length) yield say(`version ${row.version} after ${audit.length} rows of history`);
  for (const [at, entry] of audit.entries()) {
    if (entry.version !== at + 1 || entry.previous_hash !== (audit[at - 1]?.hash ?? ''))
      yield say(`the chain breaks at version ${entry.version}`);
    const wish = entry.request_key === null ? undefined : wishes.find(({ key }) => key === entry.request_key);
    const on = wish && (wish.ifMatch ?? wish.versions?.[id] ?? null);
    if (on !== null && on !== undefined && on !== entry.version - 1)
      yield say(`${entry.action} was made on version ${on} and written over version ${entry.version - 1}`);
    const inPlaceOf = entry.actor_id === personOf('standIn') ? personOf('manager') : null;
    if (entry.on_behalf_of !== inPlaceOf) yield say(`${entry.action} is not said to be in whose place`);
  }
}

/** The totals that lists show against the claims themselves. */
async function totalsFault({ database: { db } }: TestServer): Promise<string | null> {
  const { rows } = await sql<{ wrong: number }>`
    with kept as (select kind, owner_id, manager_id, type, manager_status, finance_status, claims, manager_amount
    from claim_totals where claims <> 0 or manager_amount <> 0),
    counted as (select kind, owner_id, coalesce(manager_id, '') as manager_id, type, manager_status, finance_status,
    count(*) as claims, coalesce(sum(manager_amount), 0)::bigint as manager_amount
      from claims where withdrawn_at is null group by 1, 2, 3, 4, 5, 6)
    select (select count(*) from (select * from kept except select * from counted) as more) + (select count(*)
    from (select * from counted except select * from kept) as less) as wrong`.execute(db);
  return rows[0]?.wrong === 0 ? null : 'the totals are not those of the claims';
}

/** All that does not hold after a schedule; nothing when all is well. */
export async function faultsOf(server: TestServer, { ids, wishes, broken }: Played): Promise<string[]> {
  const faults = [...broken];
  for (const wish of wishes) faults.push(...untold(wish));
  for (const id of ids) for await (const fault of claimFaults(server, id, wishes)) faults.push(fault);
  const totals = await totalsFault(server);
  return totals === null ? faults : [...faults, totals];
}
