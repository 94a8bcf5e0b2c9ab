import { parsePeopleHeadings, parsePeopleRow } from '#domain/peopleFile.ts';
import { planImport, type ImportOptions, type ImportPlan, type ManagerRef } from '#domain/peopleImport.ts';
import type { KnownPerson } from '#domain/peopleMatching.ts';
import type { CellContent } from '#domain/sheets.ts';
import { withRole } from '#domain/directory.ts';

/** A directory in memory, and what a plan makes of it. */

/** Somebody of the directory, known by code and address that follow from the id. */
export const known = (id: string, changes: Partial<KnownPerson> = {}): KnownPerson => ({
  id,
  name: id,
  email: `${id}@example.com`,
  employeeCode: id,
  managerId: null,
  roles: [],
  costCentre: '',
  grade: '',
  baseLocation: '',
  joinedOn: null,
  active: true,
  source: 'SCREEN',
  pending: false,
  ...changes,
});

/** The directory once the plan is carried out, as the database would have it. */
export function applied(directory: readonly KnownPerson[], plan: ImportPlan): KnownPerson[] {
  const people = new Map(directory.map((person) => [person.id, { ...person }]));
  const idOf = (manager: ManagerRef): string | null =>
    manager === null ? null : 'id' in manager ? manager.id : `line${manager.line}`;
  for (const { id, after, manager, line } of plan.changed) {
    const person = people.get(id);
    if (!person) throw new Error('Nobody is there to change');
    const { manager: _name, ...values } = after;
    Object.assign(person, values, manager === undefined ? {} : { managerId: idOf(manager) });
    if (line !== null) person.source = 'FILE';
  }
  for (const id of plan.taken) Object.assign(people.get(id) ?? {}, { source: 'FILE' });
  for (const { line, input, manager } of plan.added) {
    const { manager: _name, ...values } = input;
    const managerId = idOf(manager);
    if (managerId !== null && !people.has(managerId)) throw new Error('A manager comes after a report');
    people.set(`line${line}`, known(`line${line}`, { ...values, managerId, source: 'FILE' }));
  }
  for (const { id } of plan.leaving) {
    const leaver = people.get(id);
    if (!leaver) throw new Error('Nobody is there to leave');
    const reports = [...people.values()].filter(({ managerId }) => managerId === id);
    const successor = people.get(leaver.managerId ?? '');
    if (leaver.pending || reports.some(({ active }) => active)) {
      if (!successor?.active) throw new Error('Nobody takes over');
      successor.roles = withRole(successor.roles, 'manager');
      successor.pending ||= leaver.pending;
      for (const report of reports) report.managerId = successor.id;
    }
    leaver.active = false;
    leaver.pending = false;
  }
  return [...people.values()];
}

/** Ids of the managers above somebody. */
export function lineage(people: readonly KnownPerson[], { managerId }: KnownPerson): string[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  const line: string[] = [];
  for (let at = managerId; at !== null && !line.includes(at); at = byId.get(at)?.managerId ?? null) line.push(at);
  return line;
}

const JUST: ImportOptions = { missingLeave: false, sure: false };

/** Plans a file that is given as its heading and its rows. */
export function plan(
  directory: readonly KnownPerson[],
  table: readonly (readonly CellContent[])[],
  options = JUST,
): ImportPlan {
  const [head = [], ...rows] = table;
  const columns = parsePeopleHeadings(head);
  if ('message' in columns) throw new Error(columns.message);
  return stepsOf(
    directory,
    rows.map((cells, at) => parsePeopleRow(columns.value, at + 2, cells)),
    options,
  ).plan;
}

/** The plan, and how often it paused on its way. */
export function stepsOf(...given: Parameters<typeof planImport>): { plan: ImportPlan; pauses: number } {
  const steps = planImport(...given);
  for (let pauses = 0; ; pauses += 1) {
    const step = steps.next();
    if (step.done === true) return { plan: step.value, pauses };
  }
}

/** Every field of a person, in the words of some file. */
export const ALL_COLUMNS = [
  'Name',
  'E-mail',
  'Employee Code',
  'Manager',
  'Roles',
  'Cost centre',
  'Grade',
  'Location',
  'DOJ',
];
