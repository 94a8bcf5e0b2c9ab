import { describe, expect, test } from 'vitest';
import { parsePeopleHeadings } from '#domain/peopleFile.ts';
import { planSize, type ImportPlan } from '#domain/peopleImport.ts';
import { ALL_COLUMNS as ALL, known, plan, stepsOf } from '#tests/support/peopleImport.ts';

const asha = known('a', { name: 'Asha', managerId: 'm' });
const ravi = known('m', { name: 'Ravi', roles: ['manager'], managerId: 'd' });
const vikram = known('d', { name: 'Vikram', roles: ['manager', 'orgAdmin'] });
const COMPANY = [asha, ravi, vikram];
const reasons = ({ refused }: ImportPlan) => refused.map(({ line, reason }) => [line, reason]);

describe('ORG-20 the columns', () => {
  test.each([
    [['full name', 'Work Email', 'EMP CODE', 'reports_to', 'Role', 'Department', 'Band', 'Office', 'Date of joining']],
    [
      [
        'NAME',
        'e-mail',
        'employee id',
        'Manager E-Mail',
        'roles',
        'cost center',
        'grade',
        'Base Location',
        'Joined on',
      ],
    ],
  ])('are found by their names: %j', (head) => {
    const columns = parsePeopleHeadings([...head, 'Blood group']);
    expect(columns).toMatchObject({ value: { passedOver: ['Blood group'] } });
    expect('value' in columns && [...columns.value.at.values()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('of a cost centre and a department the cost centre is read; the same twice is refused', () => {
    const columns = parsePeopleHeadings(['Department', 'Email', 'Cost centre']);
    expect(columns).toMatchObject({ value: { passedOver: ['Department'] } });
    expect(parsePeopleHeadings(['Email', 'e-mail'])).toEqual({ message: "The file has two columns 'Email'" });
    expect(parsePeopleHeadings(['Name', 'Grade'])).toEqual({
      message: 'The file has no column for the e-mail address or the employee code',
    });
  });

  test('a person is known by the code first, then by the address', () => {
    const moved = plan(COMPANY, [
      ['Email', 'Code'],
      ['new@example.com', 'a'],
      ['M@Example.com', 'M-7'],
    ]);
    expect(moved.changed.map(({ id, after }) => [id, after])).toEqual([
      ['a', { email: 'new@example.com' }],
      ['m', { employeeCode: 'M-7' }],
    ]);
  });

  test('a missing column leaves its field as it is, an empty cell empties it', () => {
    const graded = known('a', { grade: 'M2', costCentre: 'Sales' });
    expect(
      plan(
        [graded],
        [
          ['Email', 'Grade'],
          ['a@example.com', ''],
        ],
      ).changed,
    ).toMatchObject([{ before: { grade: 'M2' }, after: { grade: '' } }]);
  });
});

describe('ORG-21 the plan', () => {
  test('says who is new and what changes, with roles by their words and managers put in by the same file', () => {
    const day = new Date(Date.UTC(2026, 10, 2));
    const found = plan(COMPANY, [
      ALL,
      ['Zoe', 'zoe@example.com', 'Z1', 'z2', 'Finance; tally admin', 'Sales', 'M1', 'Pune', '02/11/2026'],
      ['Zia', 'zia@example.com', 'Z2', 'ravi@x', '', '', '', '', day],
      ['Zac', 'zac@example.com', 'Z2b', 'm@example.com', '', '', '', '', '2026-11-02'],
      ['Asha', 'a@example.com', 'a', 'Z2B', '', '', '', '', ''],
    ]);
    expect(reasons(found)).toEqual([
      [2, 'The manager, Zia, is refused in line 3'],
      [3, "Nobody in the file or the directory is called 'ravi@x'"],
    ]);
    expect(found.added).toMatchObject([
      {
        line: 4,
        manager: { id: 'm' },
        input: { roles: ['manager'], manager: 'm@example.com', joinedOn: '2026-11-02' },
      },
    ]);
    expect(found.changed).toMatchObject([
      { line: 5, id: 'a', before: { manager: 'm@example.com' }, after: { manager: 'zac@example.com' } },
    ]);
  });

  test('whoever is named as a manager becomes one, and keeps the role against the column', () => {
    expect(
      plan(COMPANY, [
        ['Code', 'Reports to'],
        ['m', 'a'],
      ]).refused,
    ).toHaveLength(1);
    const promoted = plan(
      [known('a'), known('b')],
      [
        ['Code', 'Reports to'],
        ['b', 'a@example.com'],
      ],
    );
    expect(promoted.changed).toMatchObject([
      { line: null, id: 'a', after: { roles: ['manager'] } },
      { line: 2, id: 'b', manager: { id: 'a' } },
    ]);
    const kept = plan(COMPANY, [
      ['Code', 'Roles'],
      ['m', 'Finance'],
    ]);
    expect(kept.changed).toMatchObject([{ id: 'm', after: { roles: ['manager', 'finance'] } }]);
  });

  test.each<[string, (string | number)[], string]>([
    ['a bad address', ['Zoe', 'zoe', 'Z1', ''], 'This is not an e-mail address'],
    ['no name', ['', 'zoe@example.com', 'Z1', ''], 'Please enter the name'],
    ['no code', ['Zoe', 'zoe@example.com', '', ''], 'Please enter the employee code'],
    ['themselves as the manager', ['Zoe', 'zoe@example.com', 'Z1', 'z1'], 'A person cannot be their own manager'],
    ['a formula', ['=cmd()', 'zoe@example.com', 'Z1', ''], 'Name is a formula. Please save its value'],
    ["somebody else's address", ['Zoe', 'A@example.com', 'm', ''], 'Asha has this e-mail address'],
    ['a role that is none', ['Zoe', 'z@example.com', 'Z1', '', 'Owner'], "There is no role 'Owner'"],
    [
      'a day that is none',
      ['Z', 'z@example.com', 'Z', '', '', '', '', '', '31-02-2026'],
      'Joining date must be a date, as 31-12-2026',
    ],
  ])('refuses %s', (_what, row, reason) => {
    const found = plan(COMPANY, [ALL, row]);
    expect(reasons(found)).toEqual([[2, reason]]);
    expect(planSize(found)).toBe(0);
  });

  test('names both lines of one code or address, and the names of a circle', () => {
    const twice = plan([], [ALL, ['A', 'a@x', '1'], ['B', 'b@x', '1'], ['C', 'A@x', '2']]);
    expect(reasons(twice)).toEqual([
      [2, 'Lines 2 and 3 have the same employee code'],
      [3, 'Lines 2 and 3 have the same employee code'],
      [4, 'Lines 2 and 4 have the same e-mail address'],
    ]);
    const circle = plan(COMPANY, [
      ['Code', 'Manager'],
      ['d', 'a'],
      ['a', 'm'],
    ]);
    expect(reasons(circle)).toEqual([
      [2, 'This would make a circle: Asha reports to Ravi reports to Vikram reports to Asha'],
    ]);
  });

  test('leaves alone whom the identity provider keeps, who left, and the last organisation admin', () => {
    const people = [{ ...asha, source: 'SCIM' as const }, { ...ravi, active: false }, vikram];
    const found = plan(people, [
      ['Code', 'Roles', 'Grade'],
      ['a', 'finance', ''],
      ['m', 'manager', ''],
      ['d', 'manager', ''],
    ]);
    expect(reasons(found)).toEqual([
      [2, 'This person is kept by the identity provider.'],
      [3, 'Ravi has left. Please let them come back first'],
      [4, 'This is the last organisation admin. Please name another one first.'],
    ]);
    expect(
      plan(people, [
        ['Code', 'Grade'],
        ['a', ''],
      ]),
    ).toMatchObject({ unchanged: 1, refused: [], changed: [] });
  });

  test('an address is given up before somebody else gets it, and not swapped', () => {
    const passed = plan(COMPANY, [
      ['Code', 'Email'],
      ['m', 'a@example.com'],
      ['a', 'z@example.com'],
    ]);
    expect(passed.changed.map(({ id, wave }) => [id, wave])).toEqual([
      ['a', 0],
      ['m', 1],
    ]);
    const swapped = plan(COMPANY, [
      ['Code', 'Email'],
      ['m', 'a@example.com'],
      ['a', 'm@example.com'],
    ]);
    expect(reasons(swapped).map(([line]) => line)).toEqual([2, 3]);
    expect(planSize(swapped)).toBe(0);
  });
});

describe('ORG-22 people who are missing', () => {
  const filed = [asha, ravi, vikram].map((person) => ({ ...person, source: 'FILE' as const }));
  const leave = { missingLeave: true, sure: true };

  test('leave where that is asked for, reports first, and nobody else does', () => {
    const file = [['Code'], ['d']];
    expect(plan(filed, file).leaving).toEqual([]);
    expect(plan(filed, file, leave).leaving.map(({ id }) => id)).toEqual(['a', 'm']);
    expect(plan([asha, ravi, vikram], file, leave).leaving).toEqual([]);
  });

  test('more than a tenth asks once more, and a line about nobody stops it', () => {
    const file = [
      ['Code', 'Email'],
      ['d', 'd@example.com'],
    ];
    expect(plan(filed, file, { ...leave, sure: false }).stop).toBe(
      '2 of 3 people would leave, which is more than a tenth. Please confirm that this is right.',
    );
    expect(plan(filed, file, leave).stop).toBeNull();
    expect(plan(filed, [...file, ['', 'nobody']], leave).stop).toBe(
      'Line 3 does not say whom it is about. Nobody leaves before it is put right.',
    );
  });

  test('stay where nobody takes over, where a line names them as a manager, and where they are the last admin', () => {
    expect(plan(filed, [['Code'], ['a'], ['m']], leave)).toMatchObject({
      leaving: [],
      refused: [{ line: null, name: 'Vikram', reason: 'Vikram has no manager who takes over. Please name one first' }],
    });
    expect(
      plan(
        filed,
        [
          ['Code', 'Manager'],
          ['a', 'm'],
          ['d', ''],
        ],
        leave,
      ).refused,
    ).toMatchObject([{ line: null, reason: 'Ravi is not in the file, but the manager in line 2' }]);
    const alone = { ...vikram, source: 'FILE' as const };
    expect(plan([alone, known('b')], [['Code'], ['b']], leave).refused).toMatchObject([
      { line: null, reason: 'This is the last organisation admin. Please name another one first.' },
    ]);
  });
});

test('S1 ORG-21 the plan of many people pauses, so that others have their turn', () => {
  const directory = Array.from({ length: 10_000 }, (_, n) => known(`p${n}`, { managerId: n === 0 ? null : 'p0' }));
  const rows = directory.map(({ email }, n) => ({
    line: n + 2,
    values: { email, name: `Somebody ${n}` },
    reason: null,
    nameless: false,
  }));
  const { plan: made, pauses } = stepsOf(directory, rows, { missingLeave: false, sure: false });
  expect(made.changed).toHaveLength(10_000);
  expect(pauses).toBeGreaterThanOrEqual(15);
});
