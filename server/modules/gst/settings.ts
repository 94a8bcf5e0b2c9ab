import type { Kysely } from 'kysely';
import type { GstFacts } from '#contract/gst.ts';
import type { GstSettings } from '#contract/gstSettings.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { parseGstins, parseGstKey } from '#domain/gstInvoice/settings.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { invalidRequest, movedOn } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { addKey, endKey } from './keys.ts';
import { allGstKeys, readGstins, writeGstins, type GstKeyRow } from './repository.ts';

/** A key as devices have it. */
export const keyOf = (row: GstKeyRow) => ({
  keyId: row.id,
  kid: row.kid,
  publicKey: row.public_key,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

/** What every phone reads: public keys, and the organisation's GSTINs, which stand on each of its invoices. */
export async function gstFacts({ services: { database } }: Pick<Context, 'services'>): Promise<GstFacts> {
  const keys = (await allGstKeys(database.db)).map(keyOf);
  return { keys, gstins: (await readGstins(database.db)).gstins };
}

async function settingsOf(db: Kysely<Tables>): Promise<GstSettings> {
  const keys = (await allGstKeys(db)).map((row) => ({
    ...keyOf(row),
    addedBy: row.added_by_name,
    addedAt: row.added_at,
  }));
  return { keys, ...(await readGstins(db)) };
}

/** The same with who added what. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function gstSettings({ services, actor }: Context): Promise<GstSettings> {
  assertAllowed(mayManageOrganisation(actor));
  return settingsOf(services.database.db);
}

/** A change of an organisation admin, answered with the settings as they are then. */
const changing = (
  context: Context,
  request: CommandRequest,
  step: (tx: Kysely<Tables>) => Promise<void>,
): Promise<CommandResult> =>
  change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      await step(tx);
      return { answer: { success: true, data: await settingsOf(tx) }, recordId: null };
    },
  });

const bodyOf = ({ body }: CommandRequest): Record<string, unknown> => (body ?? {}) as Record<string, unknown>;

/** Adds a key (GST-5). */
export const addGstKey = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  changing(context, request, async (tx) => {
    const parsed = parseGstKey(bodyOf(request));
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    await addKey(tx, context, context.newId('GSK'), parsed.value);
  });

/** Sets the last day of a key (GST-5). */
export const endGstKey = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  changing(context, request, (tx) => endKey(tx, context, id, bodyOf(request)['validTo']));

/** Saves the organisation's GSTINs (GST-6). */
export const saveGstins = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  changing(context, request, async (tx) => {
    const before = await readGstins(tx);
    if (context.ifMatch !== null && context.ifMatch !== before.version)
      throw movedOn('VERSION_CONFLICT', { current: await settingsOf(tx) });
    const gstins = parseGstins(bodyOf(request)['gstins']);
    if ('message' in gstins) throw invalidRequest(gstins.message, { gstins: gstins.message });
    if (gstins.value.join() === before.gstins.join()) return;
    await writeGstins(tx, gstins.value, context.now);
    const entry = {
      recordId: context.newId('ORG'),
      recordKind: 'organisation',
      version: 1,
      at: context.now,
      actorId: context.actor.id,
      action: 'organisation-gstins',
      before: { gstins: before.gstins },
      after: { gstins: gstins.value },
      origin: context.origin,
      requestKey: context.key,
    };
    await appendAudit(tx, entry, '');
  });
