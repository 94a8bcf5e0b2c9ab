import { randomBytes } from 'node:crypto';
import type { SignInByLinkBody } from '#contract/organisation.ts';
import { isSignInLinkOpen, SETUP_HOURS, SIGN_IN_LINK_CLOSED } from '#domain/organisation.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { forbidden, StartupError } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Services } from '#server/platform/http/services.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { personByEmail, tellAdmins } from '#server/modules/people/index.ts';
import { openByLink, openFor, type Claimant, type Opened } from '#server/modules/session/index.ts';
import { addLink, lockLink, spendLink } from './repository.ts';
import { orgAdminAtWork } from './setup.ts';

/** How an organisation admin comes in where no way of signing in works: by a link that the operator makes (ORG-33). */

/** Makes a sign-in link for an organisation admin; answers its secret. Throws `StartupError` for anybody else. */
export async function issueSignInSecret(database: Database, email: string, now: number): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await transact(database.db, async (tx) => {
    const person = await personByEmail(tx, email);
    const id = person ? await orgAdminAtWork(tx, person.id) : null;
    if (id === null) throw new StartupError(`${email} is no organisation admin at work.`);
    await addLink(tx, sha256(secret), { now, expired: now - SETUP_HOURS * 3_600_000, signsIn: id });
    const entry = {
      recordId: newId('LNK', now),
      recordKind: 'person',
      version: 1,
      at: now,
      actorId: null,
      onBehalfOf: id,
      action: 'sign-in-link-made',
      before: null,
      after: null,
      origin: 'npm run setup',
      requestKey: null,
    };
    await appendAudit(tx, entry, '');
    await tellAdmins(tx, { actor: { id: null }, now }, [{ ...entry, personId: id }]);
  });
  await database.durable();
  return secret;
}

/** Opens a session for the organisation admin whom the link is for (ORG-33). Refuses by FORBIDDEN. */
export const signInByLink = (services: Services, body: SignInByLinkBody, claimant: Claimant): Promise<Opened> =>
  openByLink(services, claimant, 'link', async (tx, now) => {
    const [hash, attempt] = [sha256(body.secret), sha256(body.attempt)];
    const link = await lockLink(tx, hash, { signsIn: true });
    const personId = link?.signsIn == null ? null : await orgAdminAtWork(tx, link.signsIn);
    if (link === null || personId === null || !isSignInLinkOpen(link, { attempt, now }))
      throw forbidden(SIGN_IN_LINK_CLOSED);
    if (link.usedAt === null) await spendLink(tx, hash, { now, attempt, personId });
    return openFor(tx, { personId, now }, claimant, 'link');
  });
