import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayOf } from '#domain/dates.ts';
import type { Database } from '#server/platform/database/open.ts';
import { headDigest, newestHead, publishHeads, readSigner, type TellHead } from './heads.ts';
import { lastSeal } from './repository/seals.ts';
import type { SecretStore } from '#server/platform/secrets/repository.ts';
import { AuditKeyReplaced, auditKeys, sealAudit, type AuditHead } from './seals.ts';

/**
 * Seals what was written to the audit log, and publishes its head once a day: in the server's log and as a file under
 * `DATA_DIR/audit-heads`.
 */

export interface SealingInput {
  database: Database;
  dataDir: string;
  auditKeys: readonly string[];
  /** What this server's secrets are sealed with. */
  secretsKeys: SecretStore['keys'];
  timeZone: string;
  /** Epoch milliseconds. */
  clock: () => number;
  tell: TellHead;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const folderOf = (dataDir: string): string => join(dataDir, 'audit-heads');
const FILE = /^\d{4}-\d\d-\d\d\.json$/;

/** The heads that this folder holds, oldest first. Throws where one of them cannot be read. */
export function readHeads(dataDir: string): AuditHead[] {
  let names: string[];
  try {
    names = readdirSync(folderOf(dataDir));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
  return names
    .filter((name) => FILE.test(name))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folderOf(dataDir), name), 'utf8')) as AuditHead);
}

/** Publishes the newest seal as the head of today, unless there is one. A head is never written again. */
async function publishHead({ database, dataDir, clock, timeZone, log }: SealingInput): Promise<void> {
  const last = await lastSeal(database.db);
  if (!last) return;
  const head: AuditHead = { day: dayOf(clock(), timeZone), seq: last.seq, seal: last.seal };
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
  // What is published must outlast a power cut, or it would name what was never there.
  await database.durable();
  try {
    writeFileSync(join(folderOf(dataDir), `${head.day}.json`), `${JSON.stringify(head)}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EEXIST') return;
    throw error;
  }
  log.info({ job: 'auditHead', ...head }, 'head of the audit log');
}

const signedFolderOf = (dataDir: string): string => join(dataDir, 'signed-heads');

/** Signs what was sealed since the last head, once a day (AUD-23), and keeps the newest as a file. */
async function signHead({ database, dataDir, secretsKeys, clock, timeZone, tell }: SealingInput): Promise<void> {
  const signer = await readSigner({ db: database.db, keys: secretsKeys });
  const now = clock();
  if ((await publishHeads(database.db, signer, { day: dayOf(now, timeZone), now, tell })) > 0) await database.durable();
  const newest = await newestHead(database.db);
  if (!newest) return;
  const file = join(signedFolderOf(dataDir), `${newest.head.day}.json`);
  if (existsSync(file)) return;
  mkdirSync(signedFolderOf(dataDir), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify({ ...newest, digest: headDigest(newest.head) })}\n`, { mode: 0o600 });
}

/**
 * Seals what there is, then publishes the head if today has none. A failure is logged and tried again the next time.
 */
export async function runSealing(input: SealingInput): Promise<void> {
  try {
    await sealAudit(
      input.database.db,
      await auditKeys({ db: input.database.db, keys: input.secretsKeys }, input.auditKeys),
    );
    await publishHead(input);
    await signHead(input);
  } catch (error) {
    const why = error instanceof AuditKeyReplaced ? { why: error.message } : {};
    const { code } = (error ?? {}) as { code?: unknown };
    input.log.error(
      { job: 'auditSeals', kind: error instanceof Error ? error.name : typeof error, code, ...why },
      'job failed',
    );
  }
}

/** The first people are served before the first run. */
const FIRST_AFTER = 20_000;
const EVERY = 60_000;

/** Seals once a minute; answers how to stop, which waits for a running one. */
export function startSealing(input: SealingInput): () => Promise<void> {
  let running: Promise<void> | null = null;
  const run = (): void => {
    running ??= runSealing(input).finally(() => {
      running = null;
    });
  };
  const first = setTimeout(run, FIRST_AFTER);
  const timer = setInterval(run, EVERY);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
