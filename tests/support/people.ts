import type { Kysely } from 'kysely';
import type { Role } from '#contract/enums.ts';
import { demoPeople, emailOf, personIdOf } from '#server/demo/people.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** The demo's accounts by the part of their address before the @. */
export const PEOPLE = [
  'employee',
  'employee2',
  'employee3',
  'manager',
  'manager2',
  'director',
  'finance',
  'finance2',
  'finance-docs',
  'admin',
  'tally',
  'campaign-manager',
  'campaign-manager2',
  'campaign-user',
  'case-user',
  'newcomer',
  'org-admin',
] as const;
export type PersonKey = (typeof PEOPLE)[number];

export const email = (key: PersonKey): string => emailOf(key);
export const idOf = (key: PersonKey): string => personIdOf(key);

/** Puts these people into an empty directory: first all of them, then who reports to whom. */
export async function addPeople(db: Kysely<Tables>, now: number): Promise<void> {
  const people = demoPeople().filter((person) => person.named);
  await db
    .insertInto('people')
    .values(
      people.map((person) => ({
        id: personIdOf(person.key),
        email: emailOf(person.key),
        name: person.name,
        employee_code: person.employeeCode,
        manager_id: null,
        roles: [...person.roles],
        cost_centre: person.costCentre,
        disabled: false,
        exceptional_date: null,
        subject: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  for (const person of people)
    await db
      .updateTable('people')
      .set({ manager_id: personIdOf(person.manager) })
      .where('id', '=', personIdOf(person.key))
      .execute();
}

export async function setRoles(db: Kysely<Tables>, key: PersonKey, roles: Role[]): Promise<void> {
  await db.updateTable('people').set({ roles }).where('id', '=', idOf(key)).execute();
}
