import { describe, expect, test } from 'vitest';
import { planSize } from '#domain/peopleImport.ts';
import type { KnownPerson } from '#domain/peopleMatching.ts';
import { ALL_COLUMNS, applied, known, lineage, plan } from '#tests/support/peopleImport.ts';
import { fc } from '#tests/support/property.ts';

describe('whatever is in the file', () => {
  const people = 12;
  const ids = Array.from({ length: people }, (_, n) => `p${n}`);
  const directory = fc
    .array(
      fc.record({
        manager: fc.nat(people),
        source: fc.constantFrom('SCREEN' as const, 'FILE' as const, 'SCIM' as const),
        active: fc.constantFrom(true, true, true, false),
        admin: fc.boolean(),
        pending: fc.boolean(),
      }),
      { maxLength: people },
    )
    .map((drawn) =>
      drawn.map(({ manager, source, active, admin, pending }, n) =>
        known(ids[n] ?? '', {
          // Managers stand before their reports: no circle, and nobody at work reports to somebody who left.
          managerId: manager < n && drawn[manager]?.active ? (ids[manager] ?? null) : null,
          roles: admin ? ['manager', 'orgAdmin'] : ['manager'],
          source,
          active,
          pending,
        }),
      ),
    );
  const word = fc.constantFrom(...ids, 'q1', 'q2', 'q3', '');
  const address = fc.oneof(
    word.map((id) => `${id}@example.com`),
    fc.constantFrom('', 'nothing', 'p1@example.com'),
  );
  const roles = fc.constantFrom('', 'Manager', 'orgAdmin; finance', 'owner');
  const row = fc.tuple(fc.constantFrom('A', 'B', ''), address, word, fc.oneof(address, word), roles);
  const heads = [
    ['Name', 'Email', 'Code', 'Manager', 'Roles'],
    ['Name', 'Email', 'Code', 'Manager', '-'],
    ['Name', 'Email', 'Code', '-', 'Roles'],
    ['Name', 'Email', '-', 'Manager', '-'],
    ['Name', '-', 'Code', 'Manager', '-'],
  ];
  const file = fc
    .tuple(fc.constantFrom(...heads), fc.array(row, { maxLength: 16 }))
    .map(([head, rows]) => [head, ...rows]);

  test('ORG-21 what is done fits together, and the same file again does nothing and refuses the same', () => {
    fc.assert(
      fc.property(directory, file, fc.boolean(), (before, table, missingLeave) => {
        const options = { missingLeave, sure: true };
        const first = plan(before, table, options);
        const after = applied(before, first);
        for (const field of ['email', 'employeeCode'] as const) {
          const keys = after.map((person) => person[field].toLowerCase());
          expect(new Set(keys).size).toBe(keys.length);
        }
        for (const person of after) {
          expect(lineage(after, person)).not.toContain(person.id);
          const manager = after.find(({ id }) => id === person.managerId);
          if (person.active && manager) expect(manager.active && manager.roles.includes('manager')).toBe(true);
        }
        const admins = (of: readonly KnownPerson[]) => of.filter((one) => one.active && one.roles.includes('orgAdmin'));
        if (admins(before).length > 0) expect(admins(after).length).toBeGreaterThan(0);
        const second = plan(after, table, options);
        expect(planSize(second)).toBe(0);
        // Reasons name people, and names may have changed.
        expect(second.refused.map(({ line }) => line)).toEqual(first.refused.map(({ line }) => line));
      }),
      { numRuns: 1_000 },
    );
  });

  test('ORG-21 nothing of it throws, and every refusal has its reason', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.date({ noInvalidDate: false }),
      fc.constant(null),
      address,
    );
    const junk = fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 20 });
    fc.assert(
      fc.property(directory, junk, (before, rows) => {
        const found = plan(before, [ALL_COLUMNS, ...rows], { missingLeave: true, sure: true });
        return found.refused.every(({ reason }) => reason !== '' && reason.length <= 500);
      }),
    );
  });
});
