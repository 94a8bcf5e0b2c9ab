import { circleFault, mayKeep, mayLoseOrgAdmin, rolesInOrder } from './directory.ts';
import type { PeopleRow } from './peopleFile.ts';
import { matchRows, NOBODY, type KnownPerson, type Matching } from './peopleMatching.ts';
import { shorten } from './text.ts';

/** Which rows of a file are taken in and who leaves, so that what is left of it fits together (ORG-21). */

export interface Judged extends Matching {
  /** By person: their manager before and once everything that is not refused is done, or NOBODY. */
  before: Int32Array;
  managerOf: (person: number) => number;
  /** By row: the manager that it names; NOBODY: none. Undefined: it says nothing of a manager. */
  namedOf: (number | undefined)[];
  /** By person. */
  leaves: Uint8Array;
  /** By person of the directory who would leave and cannot: why. */
  stay: Map<number, string>;
}

const MAX_REASON = 500;
const CIRCLE_NAMES = 20;

const rolesBut = (person: { roles: readonly string[] }): string =>
  rolesInOrder(person.roles.filter((role) => role !== 'manager')).join();

/** Whether a row says something else of a person than the directory; who is a manager follows from others' rows. */
function differs(row: PeopleRow, person: KnownPerson, manager: number | undefined, before: number): boolean {
  const { roles, ...texts } = row.values;
  return (
    (manager !== undefined && manager !== before) ||
    (roles !== undefined && rolesBut({ roles }) !== rolesBut(person)) ||
    (Object.keys(texts) as (keyof typeof texts)[]).some((field) => texts[field] !== person[field])
  );
}

/**
 * Judges rows together with the directory (ORG-21). What depends on something that is refused is refused too. Pauses
 * between its parts: of many people each takes a while.
 */
export function* judgeRows(
  directory: readonly KnownPerson[],
  rows: readonly PeopleRow[],
  missingLeave: boolean,
): Generator<undefined, Judged> {
  const { byId, ...matching } = matchRows(directory, rows);
  yield;
  const { known, personOf, rowOf, holderOf, reasons, named, nameOf } = matching;
  const people = rowOf.length;
  const before = new Int32Array(people).fill(NOBODY);
  for (const [at, { managerId }] of known.entries()) if (managerId !== null) before[at] = byId.get(managerId) ?? NOBODY;
  const namedOf = rows.map(({ manager }) =>
    manager === undefined ? undefined : manager === null ? NOBODY : named(manager),
  );
  const leaves = new Uint8Array(people);
  const stay = new Map<number, string>();
  const followers = new Map<number, number[]>();
  const follow = (row: number, other: number): void => {
    const others = followers.get(row);
    if (others) others.push(other);
    else followers.set(row, [other]);
  };
  let refusals = 0;

  /** Refuses a row, and the rows that name its person as a manager or wait for the address. */
  function refuse(row: number, reason: string): void {
    const queue: [number, string][] = [[row, reason]];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [at, why] = next;
      if (reasons[at] !== null) continue;
      reasons[at] = shorten(why, MAX_REASON);
      refusals += 1;
      queue.push(...dependents(at));
    }
  }
  const dependents = (row: number): [number, string][] =>
    (followers.get(row) ?? []).map((other) => [
      other,
      holderOf[other] === personOf[row]
        ? `${nameOf(personOf[row] ?? NOBODY)} has this e-mail address`
        : `The manager, ${nameOf(personOf[row] ?? NOBODY)}, is refused in line ${rows[row]?.line}`,
    ]);

  /** Rows that cannot be taken in because of the manager they name or the address they take. */
  function judgeNames(): void {
    for (const [at, row] of rows.entries()) {
      const person = personOf[at] ?? NOBODY;
      const manager = namedOf[at];
      const holder = holderOf[at] ?? NOBODY;
      if (holder !== NOBODY) {
        const other = rowOf[holder] ?? NOBODY;
        const email = rows[other]?.values.email;
        if (other === NOBODY || email === undefined || email === row.values.email)
          refuse(at, `${nameOf(holder)} has this e-mail address`);
        else follow(other, at);
      }
      if (manager === undefined || row.manager === null) continue;
      if (manager === NOBODY)
        refuse(at, `Nobody in the file or the directory is called '${shorten(row.manager ?? '', 60)}'`);
      else if (manager === person) refuse(at, 'A person cannot be their own manager');
      else if (known[manager]?.active === false) refuse(at, `The manager, ${nameOf(manager)}, has left`);
      else if ((rowOf[manager] ?? NOBODY) !== NOBODY && manager >= known.length) follow(rowOf[manager] ?? NOBODY, at);
    }
    for (const [at, person] of personOf.entries()) {
      const self = known[person];
      const kept = self && mayKeep('FILE', self.source);
      if (self && kept?.ok === false && differs(rows[at] as PeopleRow, self, namedOf[at], before[person] ?? NOBODY))
        refuse(at, kept.message);
    }
    // Of what is refused by itself the dependents are refused too.
    for (const [at, reason] of reasons.entries())
      if (reason !== null) for (const [other, why] of dependents(at)) refuse(other, why);
  }

  /** People who pass their addresses on in a ring. */
  function judgeSwaps(): void {
    const seen = new Uint8Array(rows.length);
    for (let start = 0; start < rows.length; start += 1) {
      const path: number[] = [];
      let at = start;
      while (at !== NOBODY && seen[at] === 0 && reasons[at] === null) {
        seen[at] = 1;
        path.push(at);
        const holder = holderOf[at] ?? NOBODY;
        at = holder === NOBODY ? NOBODY : (rowOf[holder] ?? NOBODY);
      }
      const from = path.indexOf(at);
      if (at !== NOBODY && from >= 0)
        for (const each of path.slice(from)) refuse(each, 'Addresses cannot be swapped at once');
    }
  }

  const managerNow = (person: number): number => {
    const row = rowOf[person] ?? NOBODY;
    const manager = row !== NOBODY && reasons[row] === null ? namedOf[row] : undefined;
    return manager ?? before[person] ?? NOBODY;
  };

  function judgeCircles(): void {
    // 0: not looked at, 1: on the way up, 2: leads to the top.
    const seen = new Uint8Array(people);
    for (let start = 0; start < people; start += 1) {
      for (;;) {
        const path: number[] = [];
        let at = start;
        for (; at !== NOBODY && seen[at] === 0; at = managerNow(at)) {
          seen[at] = 1;
          path.push(at);
        }
        const circle = at !== NOBODY && seen[at] === 1 ? path.slice(path.indexOf(at)) : [];
        const guilty = circle.map((each) => rowOf[each] ?? NOBODY).filter((row) => changesManager(row));
        for (const each of path) seen[each] = guilty.length === 0 ? 2 : 0;
        if (guilty.length === 0) break;
        const names = circle.slice(0, CIRCLE_NAMES).map(nameOf);
        const reason = circleFault(circle.length > CIRCLE_NAMES ? [...names, '…'] : [...names, names[0] ?? '']);
        for (const row of guilty) refuse(row, reason);
      }
    }
  }
  const changesManager = (row: number): boolean =>
    row !== NOBODY &&
    reasons[row] === null &&
    namedOf[row] !== undefined &&
    namedOf[row] !== before[personOf[row] ?? NOBODY];

  /** The nearest manager above who does not leave, else the topmost one who does. */
  function takesOver(leaver: number): number {
    let at = leaver;
    for (let steps = 0; steps < people; steps += 1) {
      const above = managerNow(at);
      if (above === NOBODY || known[above]?.active === false) return at;
      at = above;
      if (leaves[at] === 0) return at;
    }
    return leaver;
  }

  /** Where something waits for a leaver, somebody above must take over; of a line of leavers the topmost stays. */
  function judgeLeavers(): void {
    for (let person = 0; person < people; person += 1) {
      const above = managerNow(person);
      const isReport =
        leaves[person] === 0 && known[person]?.active !== false && above !== NOBODY && leaves[above] === 1;
      const leaver = isReport ? above : leaves[person] === 1 && known[person]?.pending === true ? person : NOBODY;
      if (leaver === NOBODY) continue;
      const successor = takesOver(leaver);
      if (leaves[successor] === 1)
        keep(successor, `${nameOf(successor)} has no manager who takes over. Please name one first`);
    }
  }
  function keep(person: number, reason: string): void {
    if (leaves[person] === 0) return;
    leaves[person] = 0;
    stay.set(person, shorten(reason, MAX_REASON));
    refusals += 1;
  }

  function judgeOrgAdmins(): void {
    const losing: number[] = [];
    let [had, left] = [0, 0];
    for (const [person, { active, roles }] of known.entries()) {
      const was = active && roles.includes('orgAdmin');
      const row = rowOf[person] ?? NOBODY;
      const now = row !== NOBODY && reasons[row] === null ? (rows[row]?.values.roles ?? roles) : roles;
      const is = active && leaves[person] === 0 && now.includes('orgAdmin');
      had += was ? 1 : 0;
      left += is ? 1 : 0;
      if (was && !is) losing.push(person);
    }
    for (const [at, row] of rows.entries())
      if (reasons[at] === null && (personOf[at] ?? 0) >= known.length && row.values.roles?.includes('orgAdmin'))
        left += 1;
    const may = mayLoseOrgAdmin({ roles: ['orgAdmin'], active: true }, left);
    if (had === 0 || may.ok) return;
    for (const person of losing) {
      if (leaves[person] === 1) keep(person, may.message);
      else refuse(rowOf[person] ?? NOBODY, may.message);
    }
  }

  judgeNames();
  yield;
  judgeSwaps();
  yield;
  if (missingLeave) {
    for (const [person, { active, source }] of known.entries())
      if (active && source === 'FILE' && rowOf[person] === NOBODY) leaves[person] = 1;
    for (const [at, manager] of namedOf.entries())
      if (manager !== undefined && manager !== NOBODY && leaves[manager] === 1)
        keep(manager, `${nameOf(manager)} is not in the file, but the manager in line ${rows[at]?.line}`);
  }
  for (let round = -1; round !== refusals;) {
    round = refusals;
    for (const judge of [judgeCircles, judgeLeavers, judgeOrgAdmins]) {
      judge();
      yield;
    }
  }
  return { ...matching, before, managerOf: managerNow, namedOf, leaves, stay };
}
