import { sql, type Kysely } from 'kysely';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import { dayOf } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { billsOf, type BillFile } from './billFiles.ts';
import { conveyanceStories } from './conveyanceStories.ts';
import { demoEnquiries } from './enquiries.ts';
import { demoPeople, emailOf, personIdOf, type DemoPerson } from './people.ts';
import { seededRandom } from './random.ts';
import { demoId, rowsOf, type ClaimRows } from './rows.ts';
import { demoStories, type Story } from './stories.ts';
import { demoTally } from './tally.ts';
import { travelStories } from './travelStories.ts';
import { demoTrips, exceptionalDateOf, type DemoTrip } from './trips.ts';

export interface SeedInput {
  db: Kysely<Tables>;
  /** Keeps the bills; before the rows that name them. */
  keep: (bills: BillFile[]) => Promise<void>;
  /** Epoch milliseconds; everything is dated relative to it. */
  now: number;
  timeZone: string;
  /** `people`: the directory alone, for tests that make their own records. */
  only?: 'people';
}

const SEED = 7;
const DAY = 86_400_000;

/** Rows of one table in one statement and one parameter, whatever their number. */
async function insertAll(tx: Kysely<Tables>, table: keyof Tables, rows: readonly object[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

const directoryRow = (person: DemoPerson, now: number, timeZone: string) => ({
  id: personIdOf(person.key),
  email: emailOf(person.key),
  name: person.name,
  employee_code: person.employeeCode,
  manager_id: personIdOf(person.manager),
  roles: person.roles,
  cost_centre: person.costCentre,
  disabled: false,
  exceptional_date: exceptionalDateOf(person.key, dayOf(now, timeZone)),
  subject: null,
  created_at: now - 400 * DAY,
  updated_at: now - 400 * DAY,
});

interface Filed {
  story: Story;
  id: string;
  bills: BillFile[];
}

/** Serial numbers of papers begin here for each kind, so that no two are alike. */
const SERIALS = { travel: 3_000, conveyance: 6_000 } as const;

/** Claims of trips and of rides, with their papers. What the sales app reported has none until its owner adds one. */
async function fileOthers(
  { now, timeZone }: SeedInput,
  people: readonly DemoPerson[],
  trips: readonly DemoTrip[],
): Promise<Filed[]> {
  const random = seededRandom(SEED + 1);
  const filed: Filed[] = [];
  for (const [index, story] of travelStories(people, trips, now, timeZone).entries())
    filed.push({
      story,
      id: demoId('EXP', story.steps[0]?.at ?? 0, random),
      bills: await billsOf(story, random, SERIALS.travel + index),
    });
  for (const [index, story] of conveyanceStories(people, now, timeZone).entries()) {
    const bare = !story.steps.some((step) => step.action === 'edit');
    filed.push({
      story,
      id: demoId('CNV', story.steps[0]?.at ?? 0, random),
      bills: bare ? [] : await billsOf(story, random, SERIALS.conveyance + index),
    });
  }
  return filed;
}

/**
 * Makes the local expenses with their papers. Two people hand in the same bill, which their approver is then warned of.
 */
async function file(input: SeedInput, people: readonly DemoPerson[]): Promise<Filed[]> {
  const random = seededRandom(SEED);
  const stories = demoStories(random, people, input.now, input.timeZone);
  const [original, copy] = ['employee', 'employee2'].map((key) =>
    stories.findLast((story) => story.owner.key === key && story.steps.length === 1),
  );
  if (original && copy)
    Object.assign(copy, {
      day: original.day,
      purchase: original.purchase,
      withSlip: false,
      steps: copy.steps.map((step) => ({ ...step, at: Math.max(step.at, original.steps[0]?.at ?? 0) })),
    });
  if (original) original.withSlip = false;
  const filed: Filed[] = [];
  for (const [serial, story] of stories.entries())
    filed.push({
      story,
      id: demoId('EXP', story.steps[0]?.at ?? 0, random),
      bills: await billsOf(story, random, serial),
    });
  const [first, second] = [original, copy].map((story) => filed.find((item) => item.story === story));
  if (first && second) second.bills = first.bills;
  return filed;
}

function ownersOf(filed: readonly Filed[], trips: readonly DemoTrip[]): object[] {
  const owners = new Map<string, object>();
  for (const { tickets, ticketsAt, ticketsBy } of trips)
    for (const file of tickets)
      owners.set(file.hash, {
        file_hash: file.hash,
        person_id: personIdOf(ticketsBy),
        name: file.name,
        created_at: ticketsAt ?? 0,
      });
  for (const { story, bills } of filed) {
    for (const bill of bills)
      owners.set(`${bill.hash} ${story.owner.key}`, {
        file_hash: bill.hash,
        person_id: personIdOf(story.owner.key),
        name: bill.name,
        created_at: story.steps[0]?.at ?? 0,
      });
  }
  return [...owners.values()];
}

/**
 * Fills an empty directory with the demo organisation; one that has people is left alone, and false is answered.
 * Everything is one transaction (a start that is cut off leaves nothing behind); bills are kept before it.
 */
export async function seedDemo(input: SeedInput): Promise<boolean> {
  const { db, keep, now, timeZone } = input;
  if (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) return false;
  const people = demoPeople();
  const trips = input.only === 'people' ? [] : demoTrips(people, now, timeZone);
  const filed =
    input.only === 'people' ? [] : [...(await file(input, people)), ...(await fileOthers(input, people, trips))];
  const bills = new Map(filed.flatMap((item) => item.bills.map((bill) => [bill.hash, bill])));
  const made = new Map<string, number>();
  for (const { tickets, ticketsAt } of trips) {
    for (const file of tickets) {
      bills.set(file.hash, file);
      made.set(file.hash, ticketsAt ?? now);
    }
  }
  await keep([...bills.values()]);
  const rows: ClaimRows[] = filed.map(({ story, id, bills: papers }) =>
    rowsOf(
      story,
      id,
      papers.map((bill) => bill.hash),
      timeZone,
    ),
  );
  const asked = demoEnquiries(
    rows.map((row) => row.claim).filter((claim) => claim.kind === PRIMARY_EXPENSE_TYPE.local),
    now,
  );
  const tally = demoTally(
    rows.map((row) => row.claim),
    people,
    seededRandom(SEED + 2),
    now,
    timeZone,
  );
  const booked = rows.map(({ claim }) => ({
    ...claim,
    tally_batch_id: tally.standing.get(claim.id)?.batchId ?? null,
    tally_status: tally.standing.get(claim.id)?.status ?? null,
  }));
  return transact(db, async (tx) => {
    // Two processes may start on one database at once: the second waits here and then finds people.
    await sql`lock table people in share row exclusive mode`.execute(tx);
    if (await tx.selectFrom('people').select('id').limit(1).executeTakeFirst()) return false;
    await insertAll(
      tx,
      'people',
      people.map((person) => directoryRow(person, now, timeZone)),
    );
    for (const { story, bills: papers } of filed)
      for (const bill of papers) if (!made.has(bill.hash)) made.set(bill.hash, story.steps[0]?.at ?? now);
    await insertAll(
      tx,
      'files',
      [...bills.values()].map((bill) => ({
        hash: bill.hash,
        size: bill.bytes.length,
        type: bill.type,
        created_at: made.get(bill.hash) ?? now,
      })),
    );
    await insertAll(tx, 'file_owners', ownersOf(filed, trips));
    await insertAll(
      tx,
      'trips',
      trips.map(({ trip }) => trip),
    );
    await insertAll(
      tx,
      'trip_tickets',
      trips.flatMap(({ trip, tickets }) =>
        tickets.map((file, position) => ({ trip_id: trip.id, position, file_hash: file.hash, name: file.name })),
      ),
    );
    await insertAll(tx, 'tally_batches', tally.batches);
    await insertAll(tx, 'claims', booked);
    await insertAll(tx, 'tally_vouchers', tally.vouchers);
    await insertAll(
      tx,
      'claim_bills',
      filed.flatMap(({ id, bills: papers }) =>
        papers.map((bill, position) => ({ claim_id: id, position, file_hash: bill.hash, name: bill.name })),
      ),
    );
    await insertAll(
      tx,
      'audit_log',
      [...[...rows, ...trips].flatMap((row) => row.audit), ...asked.audit, ...tally.audit]
        .toSorted((a, b) => a.at - b.at)
        .map((row) => ({
          ...row,
          before: row.before && JSON.parse(row.before),
          after: row.after && JSON.parse(row.after),
        })),
    );
    await insertAll(tx, 'enquiries', asked.enquiries);
    await sql`analyze`.execute(tx);
    return true;
  });
}
