import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { DatabaseLog } from '../database.ts';
import {
  assertRoom,
  backupFile,
  listBackups,
  makeBackup,
  openBackup,
  PARTIAL,
  transactionOf,
  type BackupInfo,
} from './backup.ts';
import { readBackupTop, type BackupKey } from './backupFile.ts';
import { sortOut } from './schedule.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The first one waits until the server has long been started. */
const FIRST_AFTER = MINUTE;
const LOOK_EVERY = MINUTE;
/** How long after a failure it is tried again. */
const RETRY_AFTER = 5 * MINUTE;

/** A place for backups away from this machine. */
export interface BackupStore {
  /** The names that are there. */
  list(): Promise<string[]>;
  put(name: string, file: string, signal: AbortSignal): Promise<void>;
  /** Brings it into a file that is not there yet. */
  get(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface BackupOptions {
  /** How old the newest may be, in milliseconds, once something has changed; 0 makes none by itself. */
  every: number;
  /** The first encrypts, all decrypt. */
  keys: readonly BackupKey[];
  away: BackupStore | null;
}

/** For who opens the database for a moment, and for tests. */
export const PLAIN_BACKUPS: BackupOptions = { every: 15 * MINUTE, keys: [], away: null };

/** Epoch milliseconds, or null: never so far. */
export interface BackupAges {
  newest: number | null;
  /** Of the newest that is away; absent where no place is set. */
  newestAway?: number | null;
  /** The last attempt to make one, or to send it away, failed. */
  failing: boolean;
}

/** The moment of a backup by its name. */
export const momentOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'));

/** Makes backups of the embedded database when something has changed, and removes those not needed any more. */
export class BackupKeeper {
  readonly #pool: pg.Pool;
  readonly #dataDir: string;
  readonly #log: DatabaseLog;
  readonly #options: BackupOptions;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> | null = null;
  #copying = false;
  #newestAway: number | null = null;
  #notBefore = 0;
  #failing = false;

  constructor(pool: pg.Pool, dataDir: string, log: DatabaseLog, options: BackupOptions) {
    this.#pool = pool;
    this.#dataDir = dataDir;
    this.#log = log;
    this.#options = options;
  }

  get running(): boolean {
    return this.#current !== null;
  }

  /** True while files are copied, when no checkpoint may be made. */
  get copying(): boolean {
    return this.#copying;
  }

  /** Makes one now; a second call while it runs shares it. Throws when it cannot be made or checked. */
  make(now = Date.now()): Promise<void> {
    this.#current ??= this.#make(now).finally(() => {
      this.#current = null;
      this.#copying = false;
    });
    return this.#current;
  }

  async #make(now: number): Promise<void> {
    this.#copying = true;
    const onCopied = (): void => void (this.#copying = false);
    const info = await makeBackup(this.#pool, this.#dataDir, { now, key: this.#options.keys[0] ?? null, onCopied });
    this.#log.info(`Made and checked a backup of the database: ${info.name}`);
    for (const { file } of sortOut(await listBackups(this.#dataDir), now).dropped)
      await rm(file, { recursive: true, force: true });
  }

  /** What is due: a backup where something has changed, and its copy away from here. */
  async look(now = Date.now()): Promise<void> {
    if (now < this.#notBefore) return;
    this.#failing = false;
    try {
      if (await this.#isDue(now)) await this.make(now);
    } catch (error) {
      this.#failed(now, `The backup of the database failed: ${(error as Error).message}`);
    }
    try {
      await this.#sendAway(now);
    } catch (error) {
      this.#failed(now, `The backup of the database is not in BACKUP_URL: ${(error as Error).message}`);
    }
  }

  #failed(now: number, message: string): void {
    this.#notBefore = now + RETRY_AFTER;
    this.#failing = true;
    this.#log.error(message);
  }

  async #isDue(now: number): Promise<boolean> {
    const { every } = this.#options;
    const [newest] = await listBackups(this.#dataDir);
    if (every === 0) return false;
    if (!newest || now - newest.at >= DAY) return true;
    return now - newest.at >= every && newest.transaction !== (await transactionOf(this.#pool));
  }

  async #sendAway(now: number): Promise<void> {
    const { away } = this.#options;
    const [newest] = await listBackups(this.#dataDir);
    if (!away || !newest || this.#newestAway === newest.at || newest.file !== backupFile(this.#dataDir, newest.name))
      return;
    const names = await away.list();
    if (!names.includes(newest.name)) await away.put(newest.name, newest.file, this.#ending.signal);
    this.#newestAway = newest.at;
    const there = [...new Set([...names, newest.name])].map((name) => ({ name, at: momentOf(name) }));
    for (const { name } of sortOut(there, now).dropped) await away.remove(name);
  }

  /** When the newest ones were made. */
  async ages(): Promise<BackupAges> {
    const [newest] = await listBackups(this.#dataDir);
    const newestAway = this.#newestAway;
    return { newest: newest?.at ?? null, failing: this.#failing, ...(this.#options.away && { newestAway }) };
  }

  /**
   * Restores the newest backup into a scratch folder, from away where a place is set, and opens it there. Answers its
   * name; null where there is none yet. Throws where it could not be restored.
   */
  async rehearse(): Promise<string | null> {
    const { away, keys } = this.#options;
    const scratch = path.join(this.#dataDir, 'restore-rehearsal');
    await rm(scratch, { recursive: true, force: true });
    await assertRoom(this.#dataDir);
    try {
      const backup = away ? await fetched(away, scratch) : (await listBackups(this.#dataDir))[0];
      if (!backup) return null;
      await openBackup(backup, path.join(scratch, 'database'), keys);
      return backup.name;
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  start(): void {
    const look = async (): Promise<void> => {
      await this.look();
      if (this.#ending.signal.aborted) return;
      this.#timer = setTimeout(() => void look(), LOOK_EVERY);
      this.#timer.unref();
    };
    this.#timer = setTimeout(() => void look(), FIRST_AFTER);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#current?.catch(() => undefined);
  }
}

/** Brings a backup from away below `folder`: that of this name, or the newest. Undefined where there is none. */
export async function fetched(away: BackupStore, folder: string, name?: string): Promise<BackupInfo | undefined> {
  const wanted = name ?? (await away.list()).toSorted().at(-1);
  if (wanted === undefined) return undefined;
  const file = backupFile(folder, wanted);
  const partial = `${file}${PARTIAL}`;
  await rm(partial, { force: true });
  await away.get(wanted, partial);
  await rename(partial, file);
  const { info, keyId } = await readBackupTop<Omit<BackupInfo, 'file' | 'keyId'>>(file);
  return { ...info, file, keyId };
}
