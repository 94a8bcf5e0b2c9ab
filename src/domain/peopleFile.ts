import type { Role } from '#contract/enums.ts';
import { formatDay } from './dates.ts';
import { parsePersonText, rolesInOrder, type PersonInput } from './directory.ts';
import type { Parsed } from './parsing.ts';
import { ROLE_WORDS } from './roles.ts';
import { dayIn, textOfCell, type CellContent } from './sheets.ts';
import { shorten } from './text.ts';

/** A file of people, as it is imported: which column says what, and what a row says of a person (ORG-20). */

type PersonField = keyof PersonInput;

/** How the fields are called. */
const PERSON_FIELD_WORDS: Readonly<Record<PersonField, string>> = {
  name: 'Name',
  email: 'E-mail',
  employeeCode: 'Employee code',
  manager: 'Manager',
  roles: 'Roles',
  costCentre: 'Cost centre',
  grade: 'Grade',
  baseLocation: 'Base location',
  joinedOn: 'Joining date',
};

/** Headings by field, without blanks and signs. Of several that the file has, the first of a line counts. */
const HEADINGS: Readonly<Record<PersonField, readonly string[]>> = {
  name: ['name', 'fullname', 'employeename', 'displayname'],
  email: ['email', 'workemail', 'emailaddress', 'emailid', 'officialemail', 'mail', 'mailid'],
  employeeCode: ['employeecode', 'empcode', 'employeeid', 'employeenumber', 'employeeno', 'empid', 'empno', 'code'],
  manager: ['manageremail', 'managercode', 'reportsto', 'reportingmanager', 'linemanager', 'manager'],
  roles: ['roles', 'role'],
  costCentre: ['costcentre', 'costcenter', 'department', 'dept'],
  grade: ['grade', 'band'],
  baseLocation: ['baselocation', 'location', 'office', 'worklocation'],
  joinedOn: ['joiningdate', 'dateofjoining', 'joinedon', 'joindate', 'doj'],
};
const FIELDS = Object.keys(HEADINGS) as PersonField[];

/** 'E-mail', 'e mail' and 'EMAIL' are one heading. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export interface PeopleColumns {
  at: ReadonlyMap<PersonField, number>;
  /** Headings of which nothing is read. */
  passedOver: string[];
}

/** Finds the columns by their names in any case. One that is missing leaves its field as it is (ORG-20). */
export function parsePeopleHeadings(cells: readonly CellContent[]): Parsed<PeopleColumns> {
  const headings = cells.map((cell) => plain(textOfCell(cell)));
  const at = new Map<PersonField, number>();
  for (const field of FIELDS) {
    const alias = HEADINGS[field].find((each) => headings.includes(each));
    if (alias === undefined) continue;
    const position = headings.indexOf(alias);
    if (headings.includes(alias, position + 1))
      return { message: `The file has two columns '${shorten(textOfCell(cells[position] ?? null), 60)}'` };
    at.set(field, position);
  }
  if (!at.has('email') && !at.has('employeeCode'))
    return { message: 'The file has no column for the e-mail address or the employee code' };
  const read = new Set(at.values());
  const others = cells.map(textOfCell).filter((text, position) => text.trim() !== '' && !read.has(position));
  return { value: { at, passedOver: others.map((text) => shorten(text.trim(), 60)) } };
}

/** What a row says of a person: the fields that the file has a column for. */
export interface PeopleRow {
  /** Of the file, as an editor or a spreadsheet counts. */
  line: number;
  values: Partial<Omit<PersonInput, 'manager'>>;
  /** An e-mail or an employee code in lower case; null: nobody; undefined: the file does not say. */
  manager?: string | null;
  /** What is wrong with the row; null: nothing by itself. */
  reason: string | null;
  /** Code or address cannot be read: of whom the row speaks may not be known. */
  nameless: boolean;
}

const ROLES_BY_WORD: ReadonlyMap<string, Role> = new Map(
  (Object.entries(ROLE_WORDS) as [Role, string][]).flatMap(([role, word]) => [
    [plain(role), role],
    [plain(word), role],
  ]),
);

function parseRoles(text: string): Parsed<Role[]> {
  const words = text.split(/[;,]/).filter((word) => word.trim() !== '');
  const unknown = words.find((word) => !ROLES_BY_WORD.has(plain(word)));
  if (unknown !== undefined) return { message: `There is no role '${shorten(unknown.trim(), 60)}'` };
  return { value: rolesInOrder(words.flatMap((word) => ROLES_BY_WORD.get(plain(word)) ?? [])) };
}

function parseValue(field: Exclude<PersonField, 'manager'>, cell: CellContent): Parsed<unknown> {
  const text = textOfCell(cell).trim();
  // What a spreadsheet would have computed is not what anybody is called.
  if (text.startsWith('=')) return { message: `${PERSON_FIELD_WORDS[field]} is a formula. Please save its value` };
  if (field === 'roles') return parseRoles(text);
  // Files that this product writes put an apostrophe before what a spreadsheet would compute.
  if (field !== 'joinedOn') return parsePersonText(field, /^'\s*[=+\-@]/.test(text) ? text.slice(1) : text);
  if (text === '' && !(cell instanceof Date)) return { value: null };
  const day = dayIn(cell);
  return day === null ? { message: 'Joining date must be a date, as 31-12-2026' } : { value: day };
}

/** Reads a row, with the first thing that is wrong with it (ORG-20). */
export function parsePeopleRow(columns: PeopleColumns, line: number, cells: readonly CellContent[]): PeopleRow {
  const values: Record<string, unknown> = {};
  let reason: string | null = null;
  for (const [field, position] of columns.at) {
    if (field === 'manager') continue;
    const read = parseValue(field, cells[position] ?? null);
    if ('message' in read) reason ??= read.message;
    else values[field] = read.value;
  }
  const row: PeopleRow = {
    line,
    values: values as PeopleRow['values'],
    reason,
    nameless: (['email', 'employeeCode'] as const).some(
      (field) => columns.at.has(field) && values[field] === undefined,
    ),
  };
  const manager = columns.at.get('manager');
  if (manager === undefined) return row;
  const named = textOfCell(cells[manager] ?? null)
    .trim()
    .toLowerCase();
  return { ...row, manager: named === '' ? null : named };
}

/** A field's value as people read it; null: there is none. */
function wordsOf(field: PersonField, value: PersonInput[PersonField] | undefined): string | null {
  if (value === undefined || value === null || value.length === 0) return null;
  if (typeof value !== 'string') return value.map((role) => ROLE_WORDS[role]).join(', ');
  return field === 'joinedOn' ? formatDay(value) : value;
}

/** What changes in a person, field by field, as people read it. */
export const describePersonChange = (before: Partial<PersonInput>, after: Partial<PersonInput>) =>
  (Object.keys(after) as PersonField[]).map((field) => ({
    field: PERSON_FIELD_WORDS[field],
    before: wordsOf(field, before[field]),
    after: wordsOf(field, after[field]),
  }));
