import type { Kysely } from 'kysely';
import type { OrganisationBody, OrganisationState } from '#contract/organisation.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseOrganisationName, parseTimeZone } from '#domain/organisation.ts';
import { invalidRequest, movedOn } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { keptTimeZone, readLogo, readOrganisation, timeZoneIn } from '#server/modules/organisation/index.ts';
import { providerButtons } from '#server/modules/session/index.ts';
import { countAtWork } from './repository.ts';
import { chosenZone, rename } from './setup.ts';

async function stateOf({ services: { env } }: Context, db: Kysely<Tables>): Promise<OrganisationState> {
  const { name, logo, version } = await readOrganisation(db);
  return {
    name,
    logo,
    signIn: {
      google: env.googleClientId !== null,
      codes: env.smtpUrl !== null,
      providers: (await providerButtons(db)).length,
    },
    people: await countAtWork(db),
    publicUrl: env.publicUrl,
    timeZone: await timeZoneIn(db, env),
    timeZoneSet: env.timeZoneSet,
    timeZoneStays: (await keptTimeZone(db)).hasRecords,
    version,
  };
}

/** How far the organisation is set up. Throws FORBIDDEN unless the actor is an organisation admin (ORG-1). */
export async function organisationState(context: Context): Promise<OrganisationState> {
  assertAllowed(mayManageOrganisation(context.actor));
  return stateOf(context, context.services.database.db);
}

/** An organisation admin gives the organisation another name, logo or time zone. */
export async function renameOrganisation(context: Context, request: CommandRequest): Promise<CommandResult> {
  assertAllowed(mayManageOrganisation(context.actor));
  const body = (request.body ?? {}) as Partial<Record<keyof OrganisationBody, unknown>>;
  // Before the transaction: a picture takes its time.
  const logo = await readLogo(body.logo);
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      const current = await stateOf(context, tx);
      if (context.ifMatch !== null && context.ifMatch !== current.version)
        throw movedOn('VERSION_CONFLICT', { current });
      const name = parseOrganisationName(body.name);
      if ('message' in name) throw invalidRequest(name.message, { name: name.message });
      const timeZone = parseTimeZone(body.timeZone);
      if ('message' in timeZone) throw invalidRequest(timeZone.message, { timeZone: timeZone.message });
      const { env } = context.services;
      await rename(tx, context, { name: name.value, logo, timeZone: await chosenZone(tx, env, timeZone.value) });
      return { answer: { success: true, data: await stateOf(context, tx) }, recordId: null };
    },
  });
}
