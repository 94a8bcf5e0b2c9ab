import type { Kysely } from 'kysely';
import type { PersonInput } from '#domain/directory.ts';
import { appendManyAudits, type AuditEntry } from '#server/platform/audit/audit.ts';
import { lastAuditLinks } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { tellAdmins } from '#server/modules/people/index.ts';
import { inChunks } from './import/repository.ts';

/** What happened to one of many people. */
export interface LoggedPerson {
  id: string;
  action: 'person-added' | 'person-changed';
  before: Partial<PersonInput> | null;
  after: Partial<PersonInput>;
}

/** The row of the log for what happened to a person. */
export const personEntry = (
  { now, actor, origin, key }: Doer,
  said: Pick<AuditEntry, 'version' | 'action' | 'before' | 'after'> & { id: string },
): AuditEntry => {
  const { id, ...what } = said;
  return {
    ...what,
    recordId: id,
    recordKind: 'person',
    at: now,
    actorId: actor.id,
    onBehalfOf: id,
    origin,
    requestKey: key,
  };
};

/** Appends a row to the chain of each of many people. */
export async function auditPeople(tx: Kysely<Tables>, doer: Doer, logged: readonly LoggedPerson[]): Promise<void> {
  await inChunks(logged, async (some) => {
    const links = await lastAuditLinks(
      tx,
      some.map(({ id }) => id),
    );
    const entries = some.map((each) => personEntry(doer, { ...each, version: (links.get(each.id)?.version ?? 0) + 1 }));
    await appendManyAudits(tx, entries, new Map([...links].map(([id, { hash }]) => [id, hash])));
    await tellAdmins(
      tx,
      doer,
      entries.map((entry) => ({ ...entry, personId: entry.recordId })),
    );
  });
}
