import { planSize, type ImportOptions } from '#domain/peopleImport.ts';
import type { Day } from '#domain/dates.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { holdReportingLines } from '#server/modules/people/index.ts';
import { planFor, type PeopleFile, type Planned } from './planning.ts';
import { writePlan } from './writing.ts';

const MOVED = 'The directory was changed in the meantime. Please look at what the file does now.';

/**
 * Takes a file of people in, in one transaction: all of the plan or nothing (ORG-23). `seen`: the hash of the plan that
 * was looked at, which must still be the one; undefined: whatever it is now. Nothing to do is fine. Refuses by
 * CONFLICT.
 */
export async function applyImport(
  database: Pick<Database, 'db' | 'durable'>,
  doer: Doer,
  file: PeopleFile,
  { today, seen, ...options }: ImportOptions & { today: Day; seen?: string },
): Promise<Planned> {
  const planned = await transact(database.db, async (tx) => {
    await holdReportingLines(tx);
    const found = await planFor(tx, file, options);
    if (planSize(found.plan) === 0) return found;
    if (seen !== undefined && seen !== found.hash) throw new Refusal('CONFLICT', MOVED);
    if (found.plan.stop !== null) throw new Refusal('CONFLICT', found.plan.stop);
    await writePlan(tx, doer, found, today);
    return found;
  });
  await database.durable();
  return planned;
}
