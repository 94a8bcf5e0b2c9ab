import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { mayManageOrganisation } from '#domain/access.ts';
import { isSameSetup, isSetupOpen, parseSetup, SETUP_CLOSED, SETUP_HOURS } from '#domain/organisation.ts';
import type { SetupBody } from '#contract/organisation.ts';
import type { PersonInput } from '#domain/directory.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { forbidden, invalidRequest } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Doer } from '#server/platform/http/context.ts';
import type { Env } from '#server/platform/settings/env.ts';
import type { Services } from '#server/platform/http/services.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { giveRole, insertPerson } from '#server/modules/directory/index.ts';
import { changeOrganisation, chooseTimeZone, readOrganisation } from '#server/modules/organisation/index.ts';
import { holdReportingLines, otherOrgAdmins, personByEmail, personById } from '#server/modules/people/index.ts';
import { openByLink, openFor, type Claimant, type Opened } from '#server/modules/session/index.ts';
import { addLink, lockLink, spendLink, type SetupLink } from './repository.ts';

/** How an organisation gets its first admin: by a link that the start prints, or from the command line. */

/** Stands for nobody who has an id: every organisation admin counts. */
const NOBODY = '';

/**
 * Makes a setup link while the organisation has no admin; answers its secret, or null. Each process of several prints
 * its own, and all are good until one is used (ORG-8).
 */
export async function issueSetupSecret(database: Database, now: number): Promise<string | null> {
  const secret = randomBytes(32).toString('base64url');
  const made = await transact(database.db, async (tx) => {
    if ((await otherOrgAdmins(tx, NOBODY)) > 0) return false;
    await addLink(tx, sha256(secret), { now, expired: now - SETUP_HOURS * 3_600_000, signsIn: null });
    return true;
  });
  await database.durable();
  return made ? secret : null;
}

/** A time zone that is chosen instead of the one before. */
interface ChosenZone {
  before: string;
  after: string;
}

/** Chooses the time zone (ORG-36); null: nothing is said of it, or it is the one that counts. Refuses by INVALID. */
export async function chosenZone(tx: Kysely<Tables>, env: Env, after: string | undefined): Promise<ChosenZone | null> {
  const before = after === undefined ? null : await chooseTimeZone(tx, env, after);
  return after === undefined || before === null ? null : { before, after };
}

/**
 * Names the organisation, gives it a logo, or says which time zone was chosen, with a row in the log. `logo` undefined:
 * it stays.
 */
export async function rename(
  tx: Kysely<Tables>,
  doer: Doer,
  { name, logo, timeZone }: { name: string; logo?: string | null | undefined; timeZone: ChosenZone | null },
): Promise<void> {
  const before = await readOrganisation(tx);
  const after = { name, logo: logo === undefined ? before.logo : logo };
  if (before.name === name && before.logo === after.logo && timeZone === null) return;
  await changeOrganisation(tx, after, doer.now);
  const logged = (one: typeof after) => ({ name: one.name, logo: one.logo === null ? null : sha256(one.logo) });
  const entry = {
    recordId: newId('ORG', doer.now),
    recordKind: 'organisation',
    version: 1,
    at: doer.now,
    actorId: doer.actor.id,
    action: 'organisation-named',
    before: { ...logged(before), ...(timeZone && { timeZone: timeZone.before }) },
    after: { ...logged(after), ...(timeZone && { timeZone: timeZone.after }) },
    origin: doer.origin,
    requestKey: doer.key,
  };
  await appendAudit(tx, entry, '');
}

/** Who the first admin is, and from where it was said. */
interface FirstAdmin {
  organisation: string | null;
  timeZone: string | undefined;
  admin: PersonInput;
  now: number;
  origin: string;
}

/**
 * Puts the first admin in, or gives the role to who has that address already. Refuses by FORBIDDEN where the
 * organisation has an admin, by INVALID a code that is somebody else's, or a person who has left.
 */
export async function makeFirstAdmin(
  tx: Kysely<Tables>,
  env: Env,
  { organisation, timeZone, admin, now, origin }: FirstAdmin,
): Promise<string> {
  await holdReportingLines(tx);
  if ((await otherOrgAdmins(tx, NOBODY)) > 0) throw forbidden('The organisation has an admin already.');
  const known = await personByEmail(tx, admin.email);
  const id = known?.id ?? newId('PRS', now);
  const doer: Doer = { actor: { id }, now, origin, key: null };
  if (known) await giveRole(tx, doer, known.id, 'orgAdmin');
  else await insertPerson(tx, doer, admin, { id, source: 'SCREEN' });
  const { name: present } = await readOrganisation(tx);
  await rename(tx, doer, { name: organisation ?? present, timeZone: await chosenZone(tx, env, timeZone) });
  return id;
}

/** This person's id while they are an organisation admin at work; else null. */
export async function orgAdminAtWork(tx: Kysely<Tables>, id: string): Promise<string | null> {
  const person = await personById(tx, id);
  return person && !person.disabled && mayManageOrganisation(person).ok ? person.id : null;
}

/** The admin who came in by this link and this attempt, when the answer may be asked for again; else null. */
async function sameAdmin(
  tx: Kysely<Tables>,
  link: SetupLink | null,
  asked: { attempt: string | null; now: number },
): Promise<string | null> {
  if (link === null || link.personId === null || !isSameSetup(link, asked)) return null;
  return orgAdminAtWork(tx, link.personId);
}

/** Sets the organisation up by its link and opens a session for its first admin (ORG-8). */
export const setUp = (services: Services, body: SetupBody, claimant: Claimant): Promise<Opened> =>
  openByLink(services, claimant, 'setup', async (tx, now) => {
    const attempt = body.attempt === undefined ? null : sha256(body.attempt);
    // In this order wherever people change: the reporting lines, rows, then the organisation's admins.
    await holdReportingLines(tx);
    const hash = sha256(body.secret);
    const link = await lockLink(tx, hash, { signsIn: false });
    const orgAdmins = await otherOrgAdmins(tx, NOBODY);
    const again = await sameAdmin(tx, link, { attempt, now });
    if (again !== null) return openFor(tx, { personId: again, now }, claimant, 'setup');
    if (!isSetupOpen(link, { now, orgAdmins })) throw forbidden(SETUP_CLOSED);
    const parsed = parseSetup(body);
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const personId = await makeFirstAdmin(tx, services.env, { ...parsed.value, now, origin: claimant.origin });
    await spendLink(tx, hash, { now, attempt, personId });
    return openFor(tx, { personId, now }, claimant, 'setup');
  });
