import { sql } from 'kysely';
import { ROLES } from '#contract/enums.ts';
import {
  MAX_BILLS,
  MAX_CODE,
  MAX_EMAIL,
  MAX_FILE_NAME,
  MAX_FURTHER_TICKETS,
  MAX_NAME,
  MAX_PLACE,
  MAX_REMARKS,
  MAX_TRIP_DAYS,
} from '#contract/limits.ts';
import { idOf } from './people.ts';
import { NOW, type TestServer } from './server.ts';

/**
 * Records as large as the rules allow: every text at its longest, in a script of three bytes a character, every list
 * inside a record full.
 */

const SIGN = '₹';
export const REMARKS = SIGN.repeat(MAX_REMARKS);
const NAME = SIGN.repeat(MAX_NAME - 2);
const PLACE = SIGN.repeat(MAX_PLACE);
const row = (columns: Record<string, unknown>) => sql`${JSON.stringify(columns)}::jsonb`;

async function bills(server: TestServer): Promise<void> {
  const name = SIGN.repeat(MAX_FILE_NAME);
  const files = Array.from({ length: MAX_BILLS * (1 + MAX_FURTHER_TICKETS) }, (_, n) => ({
    hash: n.toString(16).padStart(64, '0'),
    size: 2_000_000,
    type: 'application/pdf',
    created_at: NOW,
    shown_hash: null,
  }));
  const { db } = server.database;
  await db.insertInto('files').values(files).execute();
  await sql`
    insert into claim_bills select c.id, f.n - 1, f.hash, ${name}
    from claims c, (select hash, row_number() over (order by hash) as n from files) f
    where f.n <= ${sql.lit(MAX_BILLS)}`.execute(db);
  await sql`
    insert into trip_tickets select t.id, f.n - 1, f.hash, ${name}
    from trips t, (select hash, row_number() over (order by hash) as n from files) f`.execute(db);
  await sql`
    insert into trip_further_tickets select t.id, n, 9999999999, ${REMARKS}, ${idOf('admin')}, ${NOW}::bigint
    from trips t, generate_series(1, ${sql.lit(MAX_FURTHER_TICKETS)}) n`.execute(db);
}

/** This many of each kind of record of the account `employee`, for every queue that there is. */
export async function fillToTheBrim(server: TestServer, count: number): Promise<void> {
  const { db } = server.database;
  await sql`
    update people set name = ${NAME} || right(id, 2), cost_centre = ${NAME},
    employee_code = ${SIGN.repeat(20)} || id`.execute(db);
  const decided = {
    manager_id: idOf('manager'),
    manager_status: 'MANAGER_APPROVED',
    manager_remarks: REMARKS,
    manager_decided_at: NOW,
    manager_decided_by: idOf('director'),
  };
  const stamp = { version: 999_999, creation_key: null, created_at: NOW, updated_at: NOW, saved_at: NOW };
  const trip = {
    owner_id: idOf('employee'),
    ...decided,
    ...stamp,
    start_date: '2026-06-01',
    end_date: '2027-06-01',
    preferred_time: 34_200_000,
    trip_type: 'ROUND_TRIP',
    travel_type: 'INTERNATIONAL',
    mode: 'FLIGHT',
    done_by: 'CANDIDATE',
    booked_by: 'ADMIN',
    traveller: NAME,
    traveller_dob: '1990-01-01',
    departure_city: NAME,
    arrival_city: NAME,
    accommodation: true,
    accommodation_city: NAME,
    preferred_hotel: NAME,
    preferred_location: NAME,
    check_in: '2026-06-01',
    check_out: '2027-06-01',
    reason: REMARKS,
    remarks: REMARKS,
    admin_status: 'ADMIN_PENDING',
    admin_remarks: REMARKS,
    admin_decided_at: NOW,
    admin_decided_by: idOf('admin'),
    cancellation_status: 'NOT_INITIATED',
    cancellation_remarks: REMARKS,
    admin_cancellation_remarks: REMARKS,
    ticket_status: 'UPDATED',
    ticket_amount: 9_999_999_999,
    ticket_refund: 9_999_999_999,
    salary_deduction: 9_999_999_999,
    candidate_code: NAME,
  };
  await sql`
    insert into trips select r.* from generate_series(1, ${sql.lit(count)}) n,
    jsonb_populate_record(null::trips, ${row(trip)} || jsonb_build_object('id', 'TRPFULL' || lpad(n::text, 20, '0')))
    r`.execute(db);
  const details = {
    clientName: PLACE,
    fromLocation: PLACE,
    toLocation: PLACE,
    distance: 9_999.99,
    limit: 9_999_999_999,
  };
  for (const [kind, type] of ['OTHERS', 'SELF_CAR', 'CONVEYANCE'].entries()) {
    const claim = {
      kind,
      type,
      owner_id: idOf('employee'),
      ...decided,
      ...stamp,
      expense_date: '2026-07-14',
      claim_amount: 9_999_999_999,
      manager_amount: 9_999_999_999,
      remarks: REMARKS,
      finance_status: 'FINANCE_PENDING',
      finance_amount: 9_999_999_999,
      finance_remarks: REMARKS,
      finance_decided_at: NOW,
      finance_decided_by: idOf('finance2'),
      paid_on: '2026-07-14',
      paid_amount: 9_999_999_999,
      payment_reference: NAME,
    };
    await sql`
      insert into claims select r.* from generate_series(1, ${sql.lit(count)}) n,
      jsonb_populate_record(null::claims, ${row(claim)}
      || jsonb_build_object('id', ${['EXP', 'CNV', 'EXT'][kind]}::text || 'FULL' || lpad(n::text, 20, '0'), 'trip_id',
      case when ${sql.lit(kind)} = 2 then 'TRPFULL' || lpad(n::text, 20, '0') end,
        'details', case when ${sql.lit(kind)} = 1 then ${row(details)} || jsonb_build_object('externalId',
        n || ${NAME}::text) else '{}' end,
        'expense_date', to_char(date '2026-06-01' + n::int % ${sql.lit(MAX_TRIP_DAYS)}, 'YYYY-MM-DD'))) r`.execute(db);
  }
  await bills(server);
  await sql`analyze`.execute(db);
}

/** What was asked about one claim, and what people were told. */
export async function fillTheRest(server: TestServer, count: number): Promise<void> {
  const { db } = server.database;
  const about = `EXPFULL${'1'.padStart(20, '0')}`;
  const enquiry = {
    record_id: about,
    owner_id: idOf('employee'),
    asker_id: idOf('manager'),
    question: REMARKS,
    answer: REMARKS,
    answered_at: NOW,
    closed_at: null,
    closed_by: null,
    version: 9,
    creation_key: null,
    updated_at: NOW,
  };
  await sql`
    insert into enquiries select r.* from generate_series(1, ${sql.lit(2 * count)}) n,
    jsonb_populate_record(null::enquiries,
    ${row(enquiry)} || jsonb_build_object('id', 'ENQFULL' || lpad(n::text, 20, '0'), 'created_at', ${NOW}::bigint + n)
    || case when n > ${sql.lit(count)} then jsonb_build_object('closed_at', ${NOW}::bigint, 'closed_by',
    ${idOf('manager')}::text) else '{}' end) r`.execute(db);
  const facts = JSON.stringify({ owner: NAME, by: NAME, title: `${PLACE} ${PLACE}`, paise: 9_999_999_999 });
  const note = {
    person_id: idOf('employee'),
    kind: 'managerApproved',
    record_kind: 'travelExpense',
    record_id: about,
    subjects: [about],
    told: 1,
    facts: JSON.parse(facts) as unknown,
    updated_at: NOW,
    read_at: NOW,
  };
  await sql`
    insert into notifications select r.* from generate_series(1, ${sql.lit(count)}) n,
    jsonb_populate_record(null::notifications,
    ${row(note)} || jsonb_build_object('id', 'NOTFULL' || n, 'created_at', ${NOW}::bigint + n)) r`.execute(db);
  const log = {
    record_id: about,
    record_kind: 'claim',
    at: NOW,
    actor_id: idOf('manager'),
    on_behalf_of: idOf('director'),
    action: 'edit',
    before: { remarks: REMARKS, managerRemarks: REMARKS },
    after: { remarks: SIGN.repeat(MAX_REMARKS - 1), managerRemarks: 'no' },
    origin: '',
    request_key: null,
    previous_hash: '',
  };
  await sql`
    insert into audit_log overriding system value select r.* from generate_series(1, ${sql.lit(2 * count)}) n,
    jsonb_populate_record(null::audit_log,
    ${row(log)} || jsonb_build_object('id', 1000000 + n, 'version', 1000000 + n, 'at', ${NOW}::bigint + n, 'hash',
    'full' || n)) r`.execute(db);
  const campaign = {
    owner_id: idOf('campaign-manager'),
    name: NAME,
    filters: { campaignMode: ['EMAIL', 'WHATSAPP', 'CALL', 'SMS'] },
    counts: {},
    waterfall: [],
    counted_at: NOW,
    status: 'FAILED',
    failure: REMARKS,
    csv_count: 1,
    file_made_at: NOW,
    deleted_at: null,
    report_lease: 0,
    report_version: 0,
    report_attempts: 0,
    version: 1,
    creation_key: null,
    updated_at: NOW,
  };
  await sql`
    insert into campaigns select r.* from generate_series(1, ${sql.lit(count)}) n,
    jsonb_populate_record(null::campaigns,
    ${row(campaign)} || jsonb_build_object('id', 'CMPFULL' || n, 'file_url', n || ${NAME}::text, 'created_at',
    ${NOW}::bigint + n)) r`.execute(db);
}

/** A Tally batch of these claims, which finance approved. */
export async function fillTally(server: TestServer): Promise<void> {
  const { db } = server.database;
  const batch = {
    kind: null,
    from_day: '2026-07-14',
    to_day: '2026-07-14',
    vouchers: 100,
    posted: 0,
    failed: 100,
    amount: 999_999_999_900,
    status: 'FAILED',
    source: 'SCREEN',
    created_by: idOf('tally'),
    exported_at: NOW,
    exported_by: idOf('tally'),
    version: 1,
    creation_key: null,
    created_at: NOW,
    updated_at: NOW,
  };
  await sql`
    insert into tally_batches select r.* from generate_series(1, 100) n,
    jsonb_populate_record(null::tally_batches, ${row(batch)} || jsonb_build_object('id', 'TLYFULL' || n)) r`.execute(
    db,
  );
  await sql`update claims set finance_status = 'FINANCE_APPROVED'`.execute(db);
  const voucher = {
    batch_id: 'TLYFULL1',
    kind: 0,
    type: 'OTHERS',
    day: '2026-07-14',
    amount: 9_999_999_999,
    ledger: NAME,
    cost_centre: NAME,
    credit_ledger: NAME,
    narration: SIGN.repeat(500),
    by_sheet: false,
    status: 'FAILED',
    reason: SIGN.repeat(500),
  };
  await sql`
    insert into tally_vouchers select r.* from claims c,
    jsonb_populate_record(null::tally_vouchers, ${row(voucher)} || jsonb_build_object('claim_id', c.id)) r
    where c.kind = 0`.execute(db);
}

/** This many people of the account `case-user`, who decides nothing else. */
export async function fillPeople(server: TestServer, count: number): Promise<void> {
  const code = SIGN.repeat(MAX_CODE - 4);
  await server.database.db
    .insertInto('people')
    .values(
      Array.from({ length: count }, (_, n) => ({
        id: `PRSFULL${n}`,
        email: `${'x'.repeat(MAX_EMAIL - 20)}${n}@example.com`,
        name: SIGN.repeat(MAX_NAME),
        employee_code: `${code}${n}`,
        manager_id: idOf('case-user'),
        roles: [...ROLES],
        cost_centre: SIGN.repeat(MAX_CODE),
        grade: SIGN.repeat(MAX_CODE),
        base_location: SIGN.repeat(MAX_CODE),
        disabled: false,
        exceptional_date: null,
        subject: null,
        created_at: NOW,
        updated_at: NOW,
      })),
    )
    .execute();
}
