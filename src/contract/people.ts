import * as z from 'zod/mini';
import { PERSON_SOURCES, PERSON_STATUSES, ROLES } from './enums.ts';
import { dayMillis, moment } from './fields.ts';

/** The directory as organisation admins keep it (ORG-1). */

/** A person as others are named by: `personId` stays the same when name and address change. */
const colleague = z.object({ personId: z.string(), name: z.string(), email: z.string() });

/** A row of the directory's list. */
export const directoryRow = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  employeeCode: z.string(),
  manager: z.nullable(colleague),
  roles: z.array(z.enum(ROLES)),
  status: z.enum(PERSON_STATUSES),
  costCentre: z.string(),
  grade: z.string(),
  baseLocation: z.string(),
  source: z.enum(PERSON_SOURCES),
});
export type DirectoryRow = z.infer<typeof directoryRow>;

/** One person whole. `version` counts the changes; `reports` how many report to this person directly. */
export const directoryPerson = z.object({
  ...directoryRow.shape,
  joinedOn: z.nullable(dayMillis),
  leftOn: z.nullable(dayMillis),
  reports: z.int(),
  /** Requests that wait for this person's decision. */
  pending: z.int(),
  lastSeenAt: z.nullable(moment),
  /** What the identity provider has said, which is not changed on screen (ORG-7); none where it says nothing. */
  keptFields: z.optional(z.array(z.string()).check(z.maxLength(9))),
  version: z.int(),
});
export type DirectoryPerson = z.infer<typeof directoryPerson>;

/** What a person is put in with, or changed to. `manager` is an e-mail; null for nobody. */
export const personBody = z.object({
  name: z.string({ error: 'Please enter the name' }),
  email: z.string({ error: 'Please enter the e-mail address' }),
  employeeCode: z.string({ error: 'Please enter the employee code' }),
  manager: z.nullable(z.string()),
  roles: z.array(z.enum(ROLES)),
  costCentre: z.string(),
  grade: z.string(),
  baseLocation: z.string(),
  joinedOn: z.nullable(z.int()),
});
export type PersonBody = z.infer<typeof personBody>;

/** What somebody's leaving moves, counted before it happens. */
export const leavingPreview = z.object({
  reports: z.int(),
  claims: z.int(),
  trips: z.int(),
  standIns: z.int(),
  /** Takes over unless another is named: the manager above. */
  successor: z.nullable(colleague),
});
export type LeavingPreview = z.infer<typeof leavingPreview>;

/** `successor` is an e-mail; null: the manager above. */
export const leaveBody = z.object({ successor: z.nullable(z.string()) });
