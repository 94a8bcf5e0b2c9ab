import type { Kysely } from 'kysely';
import type { PersonInput } from '#domain/directory.ts';
import type { Day } from '#domain/dates.ts';
import type { ManagerRef } from '#domain/peopleImport.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { changeManager } from '#server/modules/approvals/index.ts';
import { ownersWithPending } from '#server/modules/people/index.ts';
import { auditPeople, type LoggedPerson } from '../auditMany.ts';
import { leave } from '../leaving.ts';
import { lockPerson } from '../repository.ts';
import { welcome } from '../welcome.ts';
import { columnsOf } from '../writing.ts';
import type { Planned } from './planning.ts';
import { inChunks, insertPeople, updateManagers, updatePeople, type ImportedRow } from './repository.ts';

/** What carries out an import: many people at once, with a row in the log for each (ORG-23). */

/** A person with some fields changed, as they are stored; the manager stays. */
function changedRow(row: ImportedRow, after: Partial<PersonInput>, source: ImportedRow['source']): ImportedRow {
  const input: PersonInput = {
    name: row.name,
    email: row.email,
    employeeCode: row.employee_code,
    manager: null,
    roles: row.roles,
    costCentre: row.cost_centre,
    grade: row.grade,
    baseLocation: row.base_location,
    joinedOn: row.joined_on,
    ...after,
  };
  return { ...row, ...columnsOf(input), source };
}

/**
 * Gives people their new managers; with somebody of whose something is pending it moves along (ACC-19). Nobody is told
 * of it, as after any other change of the directory.
 */
async function moveReports(
  tx: Kysely<Tables>,
  doer: Doer,
  moves: readonly { id: string; manager_id: string | null }[],
): Promise<void> {
  const pending = await ownersWithPending(
    tx,
    moves.filter(({ manager_id }) => manager_id !== null).map(({ id }) => id),
  );
  await updateManagers(
    tx,
    moves.filter(({ id }) => !pending.has(id)),
    doer.now,
  );
  for (const { id, manager_id } of moves)
    if (manager_id !== null && pending.has(id)) await changeManager(tx, doer, id, manager_id);
}

/**
 * Carries out a plan. The caller's transaction, which holds the reporting lines and has made the plan under them, so
 * that all of it takes effect or nothing.
 */
export async function writePlan(tx: Kysely<Tables>, doer: Doer, { plan, people }: Planned, today: Day): Promise<void> {
  const ids = new Map(plan.added.map(({ line }) => [line, newId('PRS', doer.now)]));
  const idOf = (manager: ManagerRef): string | null =>
    manager === null ? null : 'id' in manager ? manager.id : (ids.get(manager.line) ?? null);
  const rowOf = (id: string): ImportedRow => {
    const row = people.get(id);
    if (!row) throw new Error('A person of the plan is not there');
    return row;
  };
  // Each part with its rows in the log, so that nothing of it is held until the end.
  for (const wave of new Set(plan.changed.map((change) => change.wave)))
    await inChunks(
      plan.changed.filter((change) => change.wave === wave),
      async (some) => {
        const rows = some.map(({ id, line, after }) =>
          changedRow(rowOf(id), after, line === null ? rowOf(id).source : 'FILE'),
        );
        await updatePeople(tx, rows, doer.now);
        await auditPeople(
          tx,
          doer,
          some.map(({ id, before, after }): LoggedPerson => ({ id, action: 'person-changed', before, after })),
        );
      },
    );
  await inChunks(plan.taken, (some) =>
    updatePeople(
      tx,
      some.map((id) => changedRow(rowOf(id), {}, 'FILE')),
      doer.now,
    ),
  );
  await inChunks(plan.added, async (some) => {
    const rows = some.map(({ line, input, manager }): ImportedRow => ({
      ...columnsOf(input),
      id: ids.get(line) ?? '',
      manager_id: idOf(manager),
      disabled: false,
      source: 'FILE',
    }));
    await insertPeople(tx, rows, doer.now);
    await welcome(
      tx,
      rows.map(({ id }) => id),
      doer.now,
    );
    await auditPeople(
      tx,
      doer,
      some.map(({ line, input }): LoggedPerson => {
        return { id: ids.get(line) ?? '', action: 'person-added', before: null, after: input };
      }),
    );
  });
  await moveReports(
    tx,
    doer,
    plan.changed.flatMap(({ id, manager }) => (manager === undefined ? [] : [{ id, manager_id: idOf(manager) }])),
  );
  for (const { id } of plan.leaving) {
    const row = await lockPerson(tx, id);
    if (row) await leave(tx, doer, row, { successor: null, today });
  }
}
