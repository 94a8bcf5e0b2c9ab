import type { Kysely } from 'kysely';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';

interface Done {
  action: string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Appends what happened to a receiver, at the version it has by then. */
export async function auditWebhook(
  tx: Kysely<Tables>,
  doer: Doer,
  { id, version }: { id: string; version: number },
  { action, before = null, after = null }: Done,
): Promise<void> {
  const who = { actorId: doer.actor.id, at: doer.now, origin: doer.origin, requestKey: doer.key };
  const entry = { ...who, recordId: id, recordKind: 'webhook', version, action, before, after };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [id])).get(id) ?? '');
}
