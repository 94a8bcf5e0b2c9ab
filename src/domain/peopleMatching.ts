import type { PersonSource } from '#contract/enums.ts';
import { missingOf, type PersonInput } from './directory.ts';
import type { PeopleRow } from './peopleFile.ts';

/** Which row of a file is about which person (ORG-20). */

/** A person as the directory has them. */
export interface KnownPerson extends Omit<PersonInput, 'manager'> {
  id: string;
  managerId: string | null;
  active: boolean;
  source: PersonSource;
  /** Something waits for this person's decision. */
  pending: boolean;
}

export const NOBODY = -1;

/**
 * People are numbered: first those of the directory in its order, then one for each row that is about nobody of them.
 * Rows are numbered in the order of the file.
 */
export interface Matching {
  known: readonly KnownPerson[];
  rows: readonly PeopleRow[];
  /** By row. */
  personOf: readonly number[];
  /** By person: the row that speaks of them, or NOBODY. */
  rowOf: Int32Array;
  /** By row: the person of the directory who has its address now and is somebody else, or NOBODY. */
  holderOf: Int32Array;
  /** By row: why it cannot be taken in, as far as one sees without looking at others' managers. */
  reasons: (string | null)[];
  /** The person whom an e-mail or an employee code names once the file is taken in, or NOBODY. */
  named: (key: string) => number;
  nameOf: (person: number) => string;
}

const codeOf = (row: PeopleRow): string | undefined => row.values.employeeCode?.toLowerCase();

/** The first row by each key, and the other rows that have the same key told of one another. */
function indexRows(
  rows: readonly PeopleRow[],
  keyOf: (row: PeopleRow) => string | undefined,
  word: string,
  reasons: (string | null)[],
): Map<string, number> {
  const first = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, at);
      continue;
    }
    const message = `Lines ${rows[earlier]?.line} and ${row.line} have the same ${word}`;
    reasons[earlier] ??= message;
    reasons[at] ??= message;
  }
  return first;
}

/** The directory by address and by code, both in lower case. */
function indexPeople(known: readonly KnownPerson[]) {
  const byEmail = new Map<string, number>();
  const byCode = new Map<string, number>();
  const byId = new Map<string, number>();
  for (const [at, person] of known.entries()) {
    byEmail.set(person.email, at);
    byCode.set(person.employeeCode.toLowerCase(), at);
    byId.set(person.id, at);
  }
  return { byEmail, byCode, byId };
}

/** The person of each row: by employee code first, then by e-mail, else somebody new. */
function matchPeople(
  rows: readonly PeopleRow[],
  known: readonly KnownPerson[],
  { byEmail, byCode }: ReturnType<typeof indexPeople>,
): { personOf: number[]; rowOf: Int32Array } {
  const rowOf = new Int32Array(known.length + rows.length).fill(NOBODY);
  const found = (index: ReadonlyMap<string, number>, key: string | undefined): number =>
    (key === undefined ? undefined : index.get(key)) ?? NOBODY;
  const personOf = rows.map((row) => found(byCode, codeOf(row)));
  for (const [at, person] of personOf.entries()) if (person !== NOBODY && rowOf[person] === NOBODY) rowOf[person] = at;
  let next = known.length;
  for (const [at, row] of rows.entries()) {
    if (personOf[at] !== NOBODY) continue;
    const sameEmail = found(byEmail, row.values.email);
    const person = sameEmail !== NOBODY && rowOf[sameEmail] === NOBODY ? sameEmail : next++;
    personOf[at] = person;
    rowOf[person] = at;
  }
  return { personOf, rowOf };
}

/** What a row lacks for somebody who is not in the directory yet. */
function faultOfNew({ values }: PeopleRow): string | null {
  const field = (['name', 'email', 'employeeCode'] as const).find((each) => values[each] === undefined);
  return field === undefined ? null : missingOf(field);
}

/** Finds out of whom each row speaks, and which rows cannot be taken in whoever the others are (ORG-20). */
export function matchRows(
  known: readonly KnownPerson[],
  rows: readonly PeopleRow[],
): Matching & {
  byId: ReadonlyMap<string, number>;
} {
  const people = indexPeople(known);
  const reasons = rows.map(({ reason }) => reason);
  const rowsByCode = indexRows(rows, codeOf, 'employee code', reasons);
  const rowsByEmail = indexRows(rows, (row) => row.values.email, 'e-mail address', reasons);
  const { personOf, rowOf } = matchPeople(rows, known, people);
  const holderOf = new Int32Array(rows.length).fill(NOBODY);
  for (const [at, row] of rows.entries()) {
    const person = personOf[at] ?? NOBODY;
    const holder = row.values.email === undefined ? undefined : people.byEmail.get(row.values.email);
    if (holder !== undefined && holder !== person) holderOf[at] = holder;
    const self = known[person];
    if (self === undefined) reasons[at] ??= faultOfNew(row);
    else if (!self.active) reasons[at] ??= `${self.name} has left. Please let them come back first`;
  }
  const valueOf = (person: number, field: 'email' | 'employeeCode'): string | undefined =>
    rows[rowOf[person] ?? NOBODY]?.values[field]?.toLowerCase();
  const named = (key: string): number => {
    const row = rowsByEmail.get(key) ?? rowsByCode.get(key);
    if (row !== undefined) return personOf[row] ?? NOBODY;
    for (const [index, field] of [
      [people.byEmail, 'email'],
      [people.byCode, 'employeeCode'],
    ] as const) {
      const person = index.get(key);
      // Who has another address or code by the same file is not called so any more.
      if (person !== undefined && (valueOf(person, field) ?? key) === key) return person;
    }
    return NOBODY;
  };
  const nameOf = (person: number): string =>
    known[person]?.name ?? rows[rowOf[person] ?? NOBODY]?.values.name ?? 'Somebody';
  return { known, rows, personOf, rowOf, holderOf, reasons, named, nameOf, byId: people.byId };
}
