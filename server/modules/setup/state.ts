import type { Kysely } from 'kysely';
import type { OrganisationState } from '#contract/organisation.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseOrganisationName } from '#domain/organisation.ts';
import { invalidRequest, movedOn } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { providerButtons } from '#server/modules/session/index.ts';
import { countAtWork } from './repository.ts';
import { rename } from './setup.ts';

async function stateOf({ services: { env } }: Context, db: Kysely<Tables>): Promise<OrganisationState> {
  const { name, version } = await readOrganisation(db);
  return {
    name,
    signIn: {
      google: env.googleClientId !== null,
      codes: env.smtpUrl !== null,
      providers: (await providerButtons(db)).length,
    },
    people: await countAtWork(db),
    publicUrl: env.publicUrl,
    timeZone: env.timeZone,
    version,
  };
}

/** How far the organisation is set up. Throws FORBIDDEN unless the actor is an organisation admin (ORG-1). */
export async function organisationState(context: Context): Promise<OrganisationState> {
  assertAllowed(mayManageOrganisation(context.actor));
  return stateOf(context, context.services.database.db);
}

/** An organisation admin gives the organisation another name. */
export function renameOrganisation(context: Context, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      const current = await stateOf(context, tx);
      if (context.ifMatch !== null && context.ifMatch !== current.version)
        throw movedOn('VERSION_CONFLICT', { current });
      const name = parseOrganisationName((request.body as { name?: unknown } | null)?.name);
      if ('message' in name) throw invalidRequest(name.message, { name: name.message });
      await rename(tx, context, name.value);
      return { answer: { success: true, data: await stateOf(context, tx) }, recordId: null };
    },
  });
}
