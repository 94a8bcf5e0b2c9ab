import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { claimsById, claimsWherever, replaceBills } from '#server/modules/claims/repository/claims.ts';
import { batchById } from '#server/modules/tally/repository/batches.ts';
import { claimsToBook } from '#server/modules/tally/repository/candidates.ts';
import { addFurtherTickets, replaceTickets, tripById, tripsById } from '#server/modules/trips/repository/trips.ts';
import type { Api } from '#tests/support/api.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import { somebodyWaits } from '#tests/support/lockWaits.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as trips from '#tests/support/trips.ts';

/** A row that was waited for is read together with what belonged to it when the wait was over, not before. */

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());

type Tx = Kysely<Tables>;

/**
 * Runs `change` in a transaction, starts `read` in another one, which waits for it, and commits: what `read` answers.
 */
async function readWhile<Result>(
  change: (tx: Tx) => Promise<unknown>,
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { db, kind } = server.database;
  let reading: Promise<Result> | undefined;
  const start = () => db.transaction().execute(read);
  await db.transaction().execute(async (tx) => {
    await change(tx);
    // The embedded database lets nobody in meanwhile: there it is read right after.
    if (kind !== 'postgres') return;
    reading = start();
    await Promise.race([reading, somebodyWaits(server)]);
  });
  return (await reading) ?? start();
}

const nextVersion = (tx: Tx, table: 'claims' | 'trips', id: string) =>
  tx
    .updateTable(table)
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: NOW }))
    .where('id', '=', id)
    .execute();

async function editClaim(tx: Tx, id: string, bill: string): Promise<void> {
  await nextVersion(tx, 'claims', id);
  await replaceBills(tx, id, [{ fingerPrint: bill, name: 'later.pdf' }]);
}

describe('S19 a row is locked first, and read with all that belongs to it after the wait', () => {
  it.each<[string, (tx: Tx, id: string) => Promise<{ version: number; bills: { fingerPrint: string }[] }[]>]>([
    ['claims of a kind', (tx, id) => claimsById(tx, 0, [id], true)],
    ['claims of any kind', (tx, id) => claimsWherever(tx, [id])],
  ])('S19 %s: the bills of the version that is read', async (_name, read) => {
    const { expenseId } = await file(employee);
    const later = await employee.bill(`later ${expenseId}`);
    const [row] = await readWhile(
      (tx) => editClaim(tx, expenseId, later),
      (tx) => read(tx, expenseId),
    );
    expect([row?.version, row?.bills.map(({ fingerPrint }) => fingerPrint)]).toEqual([2, [later]]);
  });

  it('S19 a claim that goes to another manager meanwhile: its names are those of the row', async () => {
    const { expenseId } = await file(employee);
    const [row] = await readWhile(
      (tx) =>
        tx
          .updateTable('claims')
          .set({ manager_id: idOf('manager2') })
          .where('id', '=', expenseId)
          .execute(),
      (tx) => claimsById(tx, 0, [expenseId], true),
    );
    expect(row).toMatchObject({ manager_id: idOf('manager2'), manager_name: 'Sunita Deshpande' });
  });

  it.each(['change', 'use'] as const)(
    'S19 a trip locked for %s: its tickets, and those that were added',
    async (lock) => {
      const { tripId } = dataOf<Trip>(await trips.create(employee));
      const [first, further] = [await employee.bill(`ticket ${tripId}`), await employee.bill(`further ${tripId}`)];
      const change = async (tx: Tx): Promise<void> => {
        await nextVersion(tx, 'trips', tripId);
        await replaceTickets(tx, tripId, [{ fingerPrint: first, name: 'first.pdf' }]);
        const row = await tripById(tx, tripId, null);
        if (row)
          await addFurtherTickets(tx, row, [{ fingerPrint: further, name: 'further.pdf' }], {
            amount: 5000,
            reason: 'A seat',
            by: idOf('admin'),
            at: NOW,
          });
      };
      const [row] = await readWhile(change, (tx) => tripsById(tx, [tripId], lock));
      expect([row?.version, row?.tickets.map(({ fingerPrint }) => fingerPrint), row?.further_tickets.length]).toEqual([
        2,
        [first, further],
        1,
      ]);
    },
  );

  it('S19 a claim for the accounts: whose it is, as the directory says it after the wait', async () => {
    const { expenseId } = await file(employee);
    const rename = async (tx: Tx, centre: string): Promise<void> => {
      await nextVersion(tx, 'claims', expenseId);
      await tx.updateTable('people').set({ cost_centre: centre }).where('id', '=', idOf('employee')).execute();
    };
    const [row] = await readWhile(
      (tx) => rename(tx, 'Moved'),
      (tx) => claimsToBook(tx, [expenseId]),
    );
    expect(row?.cost_centre).toBe('Moved');
    await rename(server.database.db, 'Field Sales South');
  });

  it('S19 a batch that is exported meanwhile says by whom', async () => {
    const batch = {
      id: 'TLY-locked',
      source: 'SCREEN' as const,
      status: 'NOT_EXPORTED' as const,
      kind: null,
      from_day: null,
      to_day: null,
      vouchers: 0,
      posted: 0,
      failed: 0,
      amount: 0,
      created_by: idOf('tally'),
      exported_at: null,
      exported_by: null,
      version: 1,
      creation_key: null,
      created_at: NOW,
      updated_at: NOW,
    };
    await server.database.db.insertInto('tally_batches').values(batch).execute();
    const exported = (tx: Tx) =>
      tx
        .updateTable('tally_batches')
        .set({ exported_at: NOW, exported_by: idOf('tally') })
        .where('id', '=', batch.id)
        .execute();
    const row = await readWhile(exported, (tx) => batchById(tx, batch.id, true));
    expect(row).toMatchObject({ exported_by: idOf('tally'), exporter_name: 'Lakshmi Subramanian' });
    await sql`delete from tally_batches where id = ${batch.id}`.execute(server.database.db);
  });

  it('S19 a decision on a claim that is edited in that moment: the log goes on from what the edit left', async () => {
    const manager = await server.as('manager');
    const { expenseId } = await file(employee);
    const later = await employee.bill(`edited ${expenseId}`);
    const { db, kind } = server.database;
    let decided: ReturnType<typeof approve> | undefined;
    // The edit without its row of the log: what the decision says was before is what the edit made.
    await db.transaction().execute(async (tx) => {
      await replaceBills(tx, expenseId, [{ fingerPrint: later, name: 'later.pdf' }]);
      await tx.updateTable('claims').set({ remarks: 'Edited' }).where('id', '=', expenseId).execute();
      if (kind !== 'postgres') return;
      decided = approve(manager, expenseId);
      await Promise.race([decided, somebodyWaits(server)]);
    });
    expect((await (decided ?? approve(manager, expenseId))).status).toBe(200);
    const last = await db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('record_id', '=', expenseId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last).toMatchObject({
      before: { remarks: 'Edited', bills: [later] },
      after: { remarks: 'Edited', bills: [later] },
    });
  });
});
