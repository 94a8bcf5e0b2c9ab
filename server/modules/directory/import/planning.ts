import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MAX_IMPORT_ROWS } from '#contract/limits.ts';
import { parsePeopleHeadings, parsePeopleRow, type PeopleColumns, type PeopleRow } from '#domain/peopleFile.ts';
import { planImport, type ImportOptions, type ImportPlan } from '#domain/peopleImport.ts';
import type { KnownPerson } from '#domain/peopleMatching.ts';
import { batchesOf, inTurns, mapInBatches } from '#server/platform/base/concurrency.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { readTable } from '#server/platform/readers/sheets/readTable.ts';
import { decidersWithPending } from '#server/modules/people/index.ts';
import { everybody, type ImportedRow } from './repository.ts';

/** What a file of people would do to the directory as it is (ORG-21). */

export interface PeopleFile {
  rows: PeopleRow[];
  passedOver: string[];
}

const LIMITS = { rows: MAX_IMPORT_ROWS + 1, columns: 60, chars: 40_000_000, room: 100_000_000 } as const;
const TOO_MANY = `At most ${MAX_IMPORT_ROWS.toLocaleString('en-IN')} people at once. Please divide the file.`;

/** Reads a CSV or XLSX file (ORG-20). Throws a refusal with what is wrong with the file as a whole. */
export async function readPeopleFile(bytes: Uint8Array): Promise<PeopleFile> {
  const wrong = (message: string) => invalidRequest(message, { file: message });
  let columns: PeopleColumns | undefined;
  const rows: PeopleRow[] = [];
  for await (const some of await readTable(bytes, LIMITS))
    for (const { row, cells } of some) {
      if (columns) rows.push(parsePeopleRow(columns, row, cells));
      else {
        const read = parsePeopleHeadings(cells);
        if ('message' in read) throw wrong(read.message);
        columns = read.value;
      }
    }
  if (!columns || rows.length === 0) throw wrong('The file has no rows');
  if (rows.length > MAX_IMPORT_ROWS) throw wrong(TOO_MANY);
  return { rows, passedOver: columns.passedOver };
}

const knownOf = (row: ImportedRow, pending: boolean): KnownPerson => ({
  id: row.id,
  name: row.name,
  email: row.email,
  employeeCode: row.employee_code,
  managerId: row.manager_id,
  roles: row.roles,
  costCentre: row.cost_centre,
  grade: row.grade,
  baseLocation: row.base_location,
  joinedOn: row.joined_on,
  active: !row.disabled,
  source: row.source,
  pending,
});

export interface Planned {
  plan: ImportPlan;
  /** The directory that it was made for, by id. */
  people: ReadonlyMap<string, ImportedRow>;
  /** Of the plan: another directory or file has another one, unless nothing of it matters. */
  hash: string;
}

/** Entry by entry: the whole plan of a large file as one text would need much memory. */
async function hashOf(plan: ImportPlan): Promise<string> {
  const hash = createHash('sha256');
  // Whether one is sure is no part of what is done.
  for (const [part, said] of Object.entries({ ...plan, stop: null }))
    for await (const entries of batchesOf<unknown>(Array.isArray(said) ? said : [said]))
      for (const entry of entries) hash.update(JSON.stringify([part, entry]));
  return hash.digest('hex');
}

export async function planFor(db: Kysely<Tables>, file: PeopleFile, options: ImportOptions): Promise<Planned> {
  const people = await everybody(db);
  const pending = await decidersWithPending(db);
  const known = await mapInBatches(people, (row) => knownOf(row, pending.has(row.id)));
  const plan = await inTurns(planImport(known, file.rows, options));
  return { plan, people: new Map(people.map((row) => [row.id, row])), hash: await hashOf(plan) };
}
