import { withRole, type PersonInput } from './directory.ts';
import type { PeopleRow } from './peopleFile.ts';
import { judgeRows, type Judged } from './peopleJudging.ts';
import { NOBODY, type KnownPerson } from './peopleMatching.ts';

/** What importing a file of people does to the directory, found out before anything is done (ORG-21). */

/** A manager: somebody of the directory, or who is put in by this line of the file. */
export type ManagerRef = { id: string } | { line: number } | null;

interface Addition {
  line: number;
  input: PersonInput;
  manager: ManagerRef;
}

interface PersonChange {
  /** Null: no line of the file, but somebody who becomes a manager by it. */
  line: number | null;
  id: string;
  /** As the directory has it. */
  name: string;
  before: Partial<PersonInput>;
  after: Partial<PersonInput>;
  /** Undefined: stays. */
  manager?: ManagerRef;
  /** Changes of one wave may be written in any order: an address is given up before somebody else gets it. */
  wave: number;
}

interface RefusedRow {
  /** Null: somebody who would leave. */
  line: number | null;
  name: string;
  reason: string;
}

export interface ImportPlan {
  /** Managers come first. */
  added: Addition[];
  /** By waves. */
  changed: PersonChange[];
  /** Ids of people in whom nothing changes but that the file keeps them from now on (ORG-7). */
  taken: string[];
  unchanged: number;
  /** Reports come first. */
  leaving: { id: string; name: string; email: string }[];
  refused: RefusedRow[];
  /** Why nothing of it may be done as it is; null: it may. */
  stop: string | null;
}

export interface ImportOptions {
  /** Who is kept by a file and missing from this one leaves. */
  missingLeave: boolean;
  /** More than a tenth of all may leave. */
  sure: boolean;
}

/** Of all people at work, the part that may leave without being asked once more (ORG-22). */
const MANY = 0.1;

function stopOf({ known, rows, personOf, leaves }: Judged, sure: boolean): string | null {
  const leaving = leaves.reduce((sum, each) => sum + each, 0);
  if (leaving === 0) return null;
  const unclear = rows.find(({ nameless }, at) => nameless && (personOf[at] ?? 0) >= known.length);
  if (unclear) return `Line ${unclear.line} does not say whom it is about. Nobody leaves before it is put right.`;
  const active = known.reduce((count, person) => count + (person.active ? 1 : 0), 0);
  return sure || leaving <= active * MANY
    ? null
    : `${leaving} of ${active} people would leave, which is more than a tenth. Please confirm that this is right.`;
}

/** How many managers are above each person. */
function depthsOf({ rowOf, managerOf }: Judged): Int32Array {
  const depths = new Int32Array(rowOf.length).fill(NOBODY);
  for (let start = 0; start < depths.length; start += 1) {
    const path: number[] = [];
    let at = start;
    for (; at !== NOBODY && depths[at] === NOBODY; at = managerOf(at)) {
      depths[at] = 0;
      path.push(at);
    }
    let depth = at === NOBODY ? 0 : (depths[at] ?? 0) + 1;
    for (const person of path.toReversed()) depths[person] = depth++;
  }
  return depths;
}

const FIELDS = [
  'name',
  'email',
  'employeeCode',
  'roles',
  'costCentre',
  'grade',
  'baseLocation',
  'joinedOn',
] as const satisfies readonly (keyof PersonInput)[];

/** Makes the plan of what was judged: who is put in, and what changes in whom. */
class Planner {
  readonly judged: Judged;
  readonly added: Addition[] = [];
  readonly changed: PersonChange[] = [];
  readonly taken: string[] = [];
  unchanged = 0;
  /** By person: somebody reports to them, or something waits for their decision. */
  readonly #decides: Uint8Array;
  readonly #named: Uint8Array;

  constructor(judged: Judged) {
    this.judged = judged;
    const { rowOf, managerOf, known, leaves, reasons, namedOf } = judged;
    this.#decides = new Uint8Array(rowOf.length);
    this.#named = new Uint8Array(rowOf.length);
    for (const [person, row] of rowOf.entries()) {
      const self = known[person];
      // What waits for a leaver waits for who takes over.
      const counts = self ? self.active && (leaves[person] === 0 || self.pending) : this.#accepts(row);
      let manager = counts ? managerOf(person) : NOBODY;
      while (manager !== NOBODY && leaves[manager] === 1) manager = managerOf(manager);
      if (manager !== NOBODY) this.#decides[manager] = 1;
      if (self?.pending === true) this.#decides[person] = 1;
    }
    for (const [row, manager] of namedOf.entries())
      if (reasons[row] === null && manager !== undefined && manager !== NOBODY) this.#named[manager] = 1;
  }

  #accepts(row: number): boolean {
    return row !== NOBODY && this.judged.reasons[row] === null;
  }

  #refOf(person: number): ManagerRef {
    const { known, rows, rowOf } = this.judged;
    if (person === NOBODY) return null;
    const found = known[person];
    return found ? { id: found.id } : { line: rows[rowOf[person] ?? NOBODY]?.line ?? 0 };
  }

  #emailAfter(person: number): string | null {
    const { known, rows, rowOf } = this.judged;
    const row = rowOf[person] ?? NOBODY;
    return (this.#accepts(row) ? rows[row]?.values.email : undefined) ?? known[person]?.email ?? null;
  }

  add(row: number): void {
    const { rows, personOf, managerOf } = this.judged;
    const { line, values } = rows[row] as PeopleRow;
    const person = personOf[row] ?? NOBODY;
    const manager = managerOf(person);
    const roles = values.roles ?? [];
    const input: PersonInput = {
      name: values.name ?? '',
      email: values.email ?? '',
      employeeCode: values.employeeCode ?? '',
      manager: this.#emailAfter(manager),
      roles: this.#decides[person] === 1 ? withRole(roles, 'manager') : roles,
      costCentre: values.costCentre ?? '',
      grade: values.grade ?? '',
      baseLocation: values.baseLocation ?? '',
      joinedOn: values.joinedOn ?? null,
    };
    this.added.push({ line, input, manager: this.#refOf(manager) });
  }

  /** What changes in somebody of the directory, by the row that speaks of them or by being named in others'. */
  change(person: number): void {
    const { known, rows, rowOf, before: managers } = this.judged;
    const self = known[person] as KnownPerson;
    const at = rowOf[person] ?? NOBODY;
    // What the identity provider says stays as it is, and the same in the file says nothing new.
    const isKept = self.source === 'SCIM';
    const row = this.#accepts(at) && !isKept ? rows[at] : undefined;
    const values = row?.values ?? {};
    const needsRole = this.#named[person] === 1 || (values.roles !== undefined && this.#decides[person] === 1);
    const roles = values.roles ?? self.roles;
    const wanted = { ...values, roles: needsRole ? withRole(roles, 'manager') : roles };
    const [before, after]: Record<string, unknown>[] = [{}, {}];
    for (const field of FIELDS) {
      const value = wanted[field];
      if (value === undefined || String(value) === String(self[field])) continue;
      if (before) before[field] = self[field];
      if (after) after[field] = value;
    }
    const named = row && this.judged.namedOf[at];
    const moves = named !== undefined && named !== managers[person];
    if (moves && before && after) {
      before['manager'] = known[managers[person] ?? NOBODY]?.email ?? null;
      after['manager'] = this.#emailAfter(named);
    }
    if (Object.keys(after ?? {}).length > 0)
      this.changed.push({
        line: row?.line ?? null,
        id: self.id,
        name: self.name,
        before: before as Partial<PersonInput>,
        after: after as Partial<PersonInput>,
        ...(moves && { manager: this.#refOf(named) }),
        wave: this.#waveOf(at),
      });
    else if (row && self.source === 'SCREEN') this.taken.push(self.id);
    else if (row || (isKept && this.#accepts(at))) this.unchanged += 1;
  }

  #waveOf(row: number): number {
    const { holderOf, rowOf } = this.judged;
    let wave = 0;
    for (let at = row; at !== NOBODY && (holderOf[at] ?? NOBODY) !== NOBODY; wave += 1)
      at = rowOf[holderOf[at] ?? NOBODY] ?? NOBODY;
    return wave;
  }
}

function refusedOf({ rows, reasons, stay, nameOf, known, personOf }: Judged): RefusedRow[] {
  const refused: RefusedRow[] = rows.flatMap(({ line, values }, at) => {
    const reason = reasons[at];
    return reason == null ? [] : [{ line, name: known[personOf[at] ?? NOBODY]?.name ?? values.name ?? '', reason }];
  });
  return [
    ...refused,
    ...[...stay]
      .toSorted(([a], [b]) => a - b)
      .map(([person, reason]) => ({ line: null, name: nameOf(person), reason })),
  ];
}

/** People between two pauses. */
const AT_ONCE = 1_000;

/**
 * What the rows would do to these people. What is refused stays as it is and does not stop the rest (ORG-21). It pauses
 * now and then, so that others have their turn.
 */
export function* planImport(
  directory: readonly KnownPerson[],
  rows: readonly PeopleRow[],
  { missingLeave, sure }: ImportOptions,
): Generator<undefined, ImportPlan> {
  const judged = yield* judgeRows(directory, rows, missingLeave);
  const { known, personOf, reasons, leaves } = judged;
  const depths = depthsOf(judged);
  const depthOf = (person: number): number => depths[person] ?? 0;
  const planner = new Planner(judged);
  const news = [...rows.keys()].filter((row) => reasons[row] === null && (personOf[row] ?? 0) >= known.length);
  const pauses = (n: number): boolean => n % AT_ONCE === AT_ONCE - 1;
  yield;
  news.sort((a, b) => depthOf(personOf[a] ?? 0) - depthOf(personOf[b] ?? 0));
  for (const [n, row] of news.entries()) {
    planner.add(row);
    if (pauses(n)) yield;
  }
  for (const person of known.keys()) {
    if (leaves[person] === 0) planner.change(person);
    if (pauses(person)) yield;
  }
  const leavers = [...known.keys()].filter((person) => leaves[person] === 1);
  return {
    added: planner.added,
    changed: planner.changed.toSorted((a, b) => a.wave - b.wave),
    taken: planner.taken,
    unchanged: planner.unchanged,
    leaving: leavers
      .toSorted((a, b) => depthOf(b) - depthOf(a))
      .flatMap((person) => known[person] ?? [])
      .map(({ id, name, email }) => ({ id, name, email })),
    refused: refusedOf(judged),
    stop: stopOf(judged, sure),
  };
}

/** How many people the plan does something to. */
export const planSize = ({ added, changed, taken, leaving }: ImportPlan): number =>
  added.length + changed.length + taken.length + leaving.length;
