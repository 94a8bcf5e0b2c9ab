import type { Kysely } from 'kysely';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Services } from '#server/platform/http/services.ts';
import { attempt } from '#server/platform/limits/attempts.ts';
import type { Limit } from '#server/platform/limits/repository.ts';
import { auditingRefusals } from './accessAudit.ts';
import { attemptOf, type Claimant, type Opened } from './session.ts';

const limitOf = (network: string): Limit => ({ bucket: `setup:${sha256(network)}`, most: 10, windowMillis: 60_000 });

/**
 * Opens a session by a link, tried only so often from a network; what was opened is durable, what was refused is on
 * record.
 */
export function openByLink(
  services: Services,
  claimant: Claimant,
  how: 'setup' | 'link' | 'leaving',
  open: (tx: Kysely<Tables>, now: number) => Promise<Opened>,
): Promise<Opened> {
  const { database, clock } = services;
  return auditingRefusals(services, attemptOf(claimant, how, ''), () =>
    attempt(services, limitOf(claimant.network), 'Too many tries. Please wait a minute.', async () => {
      const opened = await transact(database.db, (tx) => open(tx, clock()));
      await database.durable();
      return opened;
    }),
  );
}
