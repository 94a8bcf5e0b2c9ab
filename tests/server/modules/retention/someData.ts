import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { addDays, millisOfDay, type Day } from '#domain/dates.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { idOf } from '#tests/support/people.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Data of any age and state, written as the database holds it: nobody files a claim of eight years ago. */

export const ZONE = 'Asia/Kolkata';
const at = (day: Day): number => millisOfDay(day, ZONE) + 43_200_000;

export interface SomeClaim {
  id: string;
  day: Day;
  state: 'PENDING' | 'REJECTED' | 'APPROVED' | 'PAID' | 'IN_BATCH' | 'POSTED' | 'WITHDRAWN';
  trip: string | null;
  bills: readonly string[];
  /** Bills that were on it before, and that the log still names. */
  replaced: readonly string[];
  who: 'employee' | 'employee2';
}

/** Puts a file into the store and the database; `place`: a picture with a place, and its copy without one. */
export async function putFile(server: TestServer, name: string, day: Day, place: boolean): Promise<string> {
  const put = async (text: string): Promise<{ hash: string; size: number }> => {
    const bytes = Buffer.from(text);
    const hash = createHash('sha256').update(bytes).digest('hex');
    await server.files.put(hash, bytes, 'image/jpeg');
    return { hash, size: bytes.length };
  };
  const { db } = server.database;
  const file = await put(`the bytes of ${name}`);
  const copy = place ? await put(`without a place ${name}`) : file;
  for (const each of place ? [copy, file] : [file])
    await db
      .insertInto('files')
      .values({ ...each, type: 'image/jpeg', created_at: at(day), shown_hash: copy.hash })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db
    .insertInto('file_owners')
    .values({ file_hash: file.hash, person_id: idOf('employee'), name, created_at: at(day) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return file.hash;
}

async function log(
  server: TestServer,
  recordId: string,
  recordKind: string,
  day: Day,
  more: object = {},
): Promise<void> {
  const entry = {
    recordId,
    recordKind,
    version: 1,
    at: at(day),
    actorId: idOf('employee'),
    action: 'create',
    before: null,
    after: { remarks: `secret of ${recordId}` },
    origin: '10.0.0.1 phone',
    ...more,
  };
  await appendAudit(server.database.db, entry, '');
}

const BATCH = 'BAT1';

export async function putClaim(server: TestServer, claim: SomeClaim): Promise<void> {
  const { db } = server.database;
  const { state, day } = claim;
  const times = { created_at: at(day), updated_at: at(day) };
  const approved = ['APPROVED', 'PAID', 'IN_BATCH', 'POSTED'].includes(state);
  const inBatch = state === 'IN_BATCH' || state === 'POSTED';
  const posted = state === 'POSTED' ? 'POSTED' : 'EXPORTED';
  if (inBatch)
    await sql`insert into tally_batches (id, vouchers, amount, status, source, created_by, created_at, updated_at)
      values (${BATCH}, 1, 100, 'EXPORTED', 'SCREEN', ${idOf('tally')}, 1, 1) on conflict do nothing`.execute(db);
  await sql`insert into claims select * from jsonb_populate_record(null::claims, ${JSON.stringify({
    id: claim.id,
    version: 1,
    kind: claim.trip === null ? 0 : 2,
    owner_id: idOf(claim.who),
    manager_id: idOf('manager'),
    type: 'OTHERS',
    expense_date: day,
    claim_amount: 100,
    remarks: `secret of ${claim.id}`,
    manager_status: state === 'REJECTED' ? 'MANAGER_REJECTED' : approved ? 'MANAGER_APPROVED' : 'MANAGER_PENDING',
    finance_status: approved ? 'FINANCE_APPROVED' : 'FINANCE_PENDING',
    paid_on: approved && state !== 'APPROVED' ? addDays(day, 10) : null,
    withdrawn_at: state === 'WITHDRAWN' ? at(day) : null,
    trip_id: claim.trip,
    tally_batch_id: inBatch ? BATCH : null,
    tally_status: inBatch ? posted : null,
    details: {},
    ...times,
  })}::jsonb)`.execute(db);
  if (inBatch)
    await sql`insert into tally_vouchers (batch_id, claim_id, kind, type, day, amount, ledger, cost_centre,
      credit_ledger, narration, by_sheet, status) values (${BATCH}, ${claim.id}, 0, 'OTHERS', ${day}, 100, 'l', 'c',
      'p', 'n', false,       ${posted})`.execute(db);
  for (const [position, hash] of claim.bills.entries())
    await sql`insert into claim_bills (claim_id, position, file_hash, name)
      values (${claim.id}, ${position}, ${hash}, 'bill')`.execute(db);
  for (const hash of claim.replaced)
    await sql`insert into kept_files (file_hash, record_id) values (${hash}, ${claim.id})
      on conflict do nothing`.execute(db);
  await log(server, claim.id, 'claim', day);
}

export async function putTrip(server: TestServer, id: string, day: Day, tickets: readonly string[]): Promise<void> {
  const { db } = server.database;
  await sql`insert into trips (id, owner_id, manager_id, start_date, end_date, trip_type, travel_type, mode, done_by,
    booked_by, departure_city, arrival_city, accommodation, reason, manager_status, admin_status, created_at,
    updated_at) values (${id}, ${idOf('employee')}, ${idOf('manager')}, ${day}, ${day}, 'ONE_WAY', 'DOMESTIC', 'AIR',
    'SELF', 'SELF', 'Pune', 'Delhi', false, 'x', 'MANAGER_APPROVED', 'ADMIN_APPROVED', ${at(day)}, ${at(day)})`.execute(
    db,
  );
  for (const [position, hash] of tickets.entries())
    await sql`insert into trip_tickets (trip_id, position, file_hash, name)
      values (${id}, ${position}, ${hash}, 'ticket')`.execute(db);
  await log(server, id, 'trip', day);
}

/** A session, a notification, a contact and a row of the log about a sign-in, each of this day. */
export async function putTraces(server: TestServer, id: string, day: Day): Promise<void> {
  const { db } = server.database;
  const person = idOf('employee');
  await sql`insert into sessions (token_hash, person_id, user_agent, created_at, last_used_at)
    values (${id}, ${person}, 'phone', ${at(day)}, ${at(day)})`.execute(db);
  await sql`insert into push_subscriptions (endpoint, person_id, session_hash, p256dh, auth, created_at)
    values (${id}, ${person}, ${id}, 'x', 'x', ${at(day)})`.execute(db);
  await sql`insert into notifications (id, person_id, kind, record_kind, subjects, told, created_at, updated_at,
    read_at) values (${id}, ${person}, 'x', 'claim', '{}', 1, ${at(day)}, ${at(day)}, 1)`.execute(db);
  await sql`insert into sheet_uploads (id, kind, content_hash, person_id, claim_ids, refusals, created_at)
    values (${id}, 'PAYMENTS', 'x', ${person}, '{}', '[]', ${at(day)})`.execute(db);
  await sql`insert into companies (id, name, external_id) values (1, 'x', 'x') on conflict do nothing`.execute(db);
  await sql`with k as (insert into contacts (company_id) values (1) returning id)
    insert into contact_details (contact_id, external_id, name, taken_in_on)
    select id, ${id}, 'Somebody', ${day}::date from k`.execute(db);
  await log(server, `SES${id}`, 'session', day, { action: 'sign-in', after: { how: 'code' } });
}
