import { dayOf } from '#domain/dates.ts';
import { auditKeys } from '#server/platform/audit/seals.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { readState } from './repository/erasures.ts';
import { eraseDue } from './run.ts';
import { judgingOf } from './settings.ts';

/** What the daily job needs. */
interface JobInput {
  database: Database;
  files: FileStore;
  env: Pick<Env, 'secretsKeys' | 'auditKeys' | 'timeZone'>;
  /** Epoch milliseconds. */
  now: number;
}

/** Erases what is past its period, where an organisation admin has switched that on (RET-7). Answers how many rows. */
export async function runRetention({ database, files, env, now }: JobInput): Promise<number> {
  if (!(await readState(database.db)).enabled) return 0;
  const { timeZone } = env;
  const judging = await judgingOf(database.db, { now, today: dayOf(now, timeZone), timeZone });
  const { current: key } = await auditKeys(secretStoreOf({ database, env }), env.auditKeys);
  const totals = await eraseDue({ database, files, key }, judging);
  return Object.values(totals).reduce((sum, { rows }) => sum + rows, 0);
}
