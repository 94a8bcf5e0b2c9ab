import { DELIVERIES } from '#contract/campaignOptions.ts';
import { COLUMNS, sizesOf, type ColumnName } from './repository/columns.ts';
import type { CompaniesPart, Condition } from './repository/predicates.ts';
import type { CompanyDepth, ContactGroup, Plan } from './repository/statements.ts';
import type { Column, Numbers } from './packed.ts';

/**
 * Counts by columns what `companyDepths` and `contactGroups` count by rows, filter by filter over a whole part
 * (CAMP-27).
 */

/** Columns of a part by name: those of companies, or of contacts. */
export type MarketPart = ReadonlyMap<string, Column>;
/** For each text that is asked for, in the order of `textsOf`: which of the part's places are of its companies. */
export type FoundPlaces = readonly Uint8Array[];

/** Every text that only the database can look through. */
export const textsOf = ({ company }: Plan): CompaniesPart[] =>
  company.flatMap(({ parts }) => (parts ?? []).flatMap((part) => ('companies' in part ? [part] : [])));

/** The columns that steps ask for; null: some of it cannot be told by columns. */
function columnsOf(steps: readonly Condition[], always: readonly ColumnName[]): string[] | null {
  const names = new Set<string>(always);
  for (const { parts } of steps) {
    if (parts === null) return null;
    for (const part of parts) {
      const name = 'column' in part ? part.column : 'c.id';
      names.add(name);
      if (COLUMNS[name] === 'list') names.add(sizesOf(name));
    }
  }
  return [...names];
}
export const companyColumns = ({ company }: Plan): string[] | null => columnsOf(company, ['c.contacts']);
export const contactColumns = ({ contact }: Plan): string[] | null => columnsOf(contact, ['k.mail', 'k.mobile']);

/** More than there are deliveries, so that a code has a place of its own. */
const CODES = 16;
if (DELIVERIES.length >= CODES) throw new Error('More deliveries than counting has room for');

type Holds = (value: number) => boolean;

/** Rows that no filter has left out yet: the first `length` of `rows`. */
interface Left {
  rows: Int32Array;
  length: number;
}

function allOf(length: number): Left {
  const rows = new Int32Array(length);
  for (let row = 0; row < length; row += 1) rows[row] = row;
  return { rows, length };
}

/** Companies of a part that pass. */
export interface Passed {
  /** How many contacts each company of the part has. */
  sizes: Numbers;
  companies: Left;
}

export class ColumnCount {
  readonly #plan: Plan;
  /** Answers by value, for columns of a byte or two. */
  readonly #answers = new Map<Holds, Uint8Array>();
  readonly #companies: Float64Array;
  readonly #contacts: Float64Array;
  readonly #groups: Float64Array;
  #right = new Uint8Array();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#companies = new Float64Array(plan.company.length + 1);
    this.#contacts = new Float64Array(plan.company.length + 1);
    const steps = plan.contact.length;
    this.#groups = new Float64Array((steps + 1) * (steps + 2) * 2 * CODES * CODES);
  }

  /** Adds the companies of a part to what was counted; null: none passes, so its contacts need not be added. */
  addCompanies(part: MarketPart, found: FoundPlaces): Passed | null {
    const sizes = numbersOf(columnIn(part, 'c.contacts'));
    const levels = new Uint8Array(sizes.length).fill(this.#plan.company.length);
    const companies = allOf(sizes.length);
    let text = 0;
    for (const [level, step] of this.#plan.company.entries()) {
      const places = (step.parts ?? []).flatMap((each) => ('companies' in each ? [found[text++]] : []));
      this.#keep(step, part, companies, levels, level, places);
    }
    for (let row = 0; row < sizes.length; row += 1) {
      const level = levels[row] as number;
      (this.#companies[level] as number) += 1;
      (this.#contacts[level] as number) += sizes[row] as number;
    }
    return companies.length === 0 ? null : { sizes, companies };
  }

  /** Adds the contacts of a part's companies that pass. */
  addContacts(part: MarketPart, { sizes, companies }: Passed): void {
    const contacts = { rows: new Int32Array(columnIn(part, 'k.mail').length), length: 0 };
    const ends = new Int32Array(companies.length);
    for (let company = 0, next = 0, at = 0; company < sizes.length; company += 1) {
      const end = at + (sizes[company] as number);
      if (companies.rows[next] === company && next < companies.length) {
        for (let row = at; row < end; row += 1) contacts.rows[contacts.length++] = row;
        ends[next++] = contacts.length;
      }
      at = end;
    }
    const rows = contacts.rows.slice(0, contacts.length);
    const levels = new Uint8Array(contacts.rows.length).fill(this.#plan.contact.length);
    for (const [level, step] of this.#plan.contact.entries()) this.#keep(step, part, contacts, levels, level, []);
    this.#group(part, rows, ends, levels);
  }

  get companies(): CompanyDepth[] {
    return [...this.#companies].flatMap((companies, depth) =>
      companies > 0 ? [{ depth, companies, contacts: this.#contacts[depth] ?? 0 }] : [],
    );
  }

  get contacts(): ContactGroup[] {
    const steps = this.#plan.contact.length;
    const groups: ContactGroup[] = [];
    this.#groups.forEach((contacts, index) => {
      if (contacts === 0) return;
      const [mobile, rest] = [index % CODES, Math.floor(index / CODES)];
      const [mail, which] = [rest % CODES, Math.floor(rest / CODES)];
      const place = Math.floor(which / 2);
      const [depth, before] = [Math.floor(place / (steps + 2)), (place % (steps + 2)) - 1];
      groups.push({ depth, before, chosen: which % 2 === 1, mail, mobile, contacts });
    });
    return groups;
  }

  /** Leaves out the rows that the condition is not true of, and notes `level` for them. */
  #keep(
    { parts }: Condition,
    part: MarketPart,
    left: Left,
    levels: Uint8Array,
    level: number,
    found: readonly (Uint8Array | undefined)[],
  ): void {
    if (left.length === 0) return;
    const [only, ...others] = parts ?? [];
    if (only && 'column' in only && others.length === 0 && COLUMNS[only.column] !== 'list') {
      const { values, constant } = columnIn(part, only.column);
      if (values === null && only.holds(constant)) return;
      if (values instanceof Uint8Array)
        return keepByByte(left, values, this.#answersOf(only.holds, 256), levels, level);
    }
    if (this.#right.length < levels.length) this.#right = new Uint8Array(levels.length);
    const right = this.#right.fill(0, 0, levels.length);
    let text = 0;
    for (const each of parts ?? []) {
      if ('companies' in each) markFound(left, numbersOf(columnIn(part, 'c.id')), found[text++], each.not, right);
      else if (COLUMNS[each.column] === 'list') this.#markLists(left, each.column, each.holds, part, right);
      else this.#mark(left, columnIn(part, each.column), each.holds, right);
    }
    const { rows, length } = left;
    let kept = 0;
    for (let index = 0; index < length; index += 1) {
      const row = rows[index] as number;
      if (right[row] === 0) levels[row] = level;
      else rows[kept++] = row;
    }
    left.length = kept;
  }

  #mark(left: Left, { values, constant }: Column, holds: Holds, right: Uint8Array): void {
    if (values === null) {
      if (holds(constant)) right.fill(1);
    } else if (values instanceof Int32Array) markByAsking(left, values, holds, right);
    else if (values instanceof Uint16Array) markByTwoBytes(left, values, this.#answersOf(holds, 65_536), right);
    else markByByte(left, values, this.#answersOf(holds, 256), right);
  }

  #markLists(left: Left, column: ColumnName, holds: Holds, part: MarketPart, right: Uint8Array): void {
    const values = numbersOf(columnIn(part, column));
    const sizes = numbersOf(columnIn(part, sizesOf(column)));
    for (let row = 0, at = 0, next = 0; next < left.length; row += 1) {
      const end = at + (sizes[row] as number);
      if (left.rows[next] === row) {
        next += 1;
        for (let index = at; index < end; index += 1) if (holds(values[index] as number)) right[row] = 1;
      }
      at = end;
    }
  }

  #answersOf(holds: Holds, values: number): Uint8Array {
    const known = this.#answers.get(holds);
    if (known && known.length >= values) return known;
    const answers = new Uint8Array(values);
    for (let value = 0; value < values; value += 1) if (holds(value)) answers[value] = 1;
    this.#answers.set(holds, answers);
    return answers;
  }

  /** Goes through the contacts of the companies that pass, in the order in which they are chosen. */
  #group(part: MarketPart, rows: Int32Array, ends: Int32Array, levels: Uint8Array): void {
    const mails = numbersOf(columnIn(part, 'k.mail'));
    const mobiles = numbersOf(columnIn(part, 'k.mobile'));
    const groups = this.#groups;
    const steps = this.#plan.contact.length;
    const most = this.#plan.most ?? rows.length;
    let index = 0;
    for (const end of ends)
      for (let before = 0, taken = 0; index < end; index += 1) {
        const row = rows[index] as number;
        const depth = levels[row] as number;
        const chosen = depth === steps && taken < most ? 1 : 0;
        const codes = (mails[row] as number) * CODES + (mobiles[row] as number);
        (groups[((depth * (steps + 2) + before) * 2 + chosen) * CODES * CODES + codes] as number) += 1;
        if (depth >= before) before = depth + 1;
        if (depth === steps) taken += 1;
      }
  }
}

/** What most filters come to, in one go. */
function keepByByte(left: Left, values: Uint8Array, answers: Uint8Array, levels: Uint8Array, level: number): void {
  const { rows, length } = left;
  let kept = 0;
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    if (answers[values[row] as number] === 1) rows[kept++] = row;
    else levels[row] = level;
  }
  left.length = kept;
}

// A loop for each width, so that each is compiled for it.
function markByByte({ rows, length }: Left, values: Uint8Array, answers: Uint8Array, right: Uint8Array): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    (right[row] as number) |= answers[values[row] as number] as number;
  }
}

function markByTwoBytes({ rows, length }: Left, values: Uint16Array, answers: Uint8Array, right: Uint8Array): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    (right[row] as number) |= answers[values[row] as number] as number;
  }
}

function markByAsking({ rows, length }: Left, values: Int32Array, holds: Holds, right: Uint8Array): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    if (holds(values[row] as number)) right[row] = 1;
  }
}

function markFound(
  { rows, length }: Left,
  places: Numbers,
  found: Uint8Array | undefined,
  not: boolean,
  right: Uint8Array,
): void {
  for (let index = 0; index < length; index += 1) {
    const row = rows[index] as number;
    if ((found?.[places[row] as number] === 1) !== not) right[row] = 1;
  }
}

function columnIn(part: MarketPart, name: string): Column {
  const column = part.get(name);
  if (!column) throw new Error(`A part of the market without ${name}`);
  return column;
}

const numbersOf = ({ values, constant, length }: Column): Numbers => values ?? new Int32Array(length).fill(constant);
