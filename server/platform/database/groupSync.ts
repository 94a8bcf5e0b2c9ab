import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { WalState } from './walState.ts';

/** A sync of the log failed earlier; nothing can be acknowledged until the server has been restarted. */
export class DiskFailed extends Error {
  override name = 'DiskFailed';
}

/** Syncs the write-ahead log before answers leave. Requests that commit while a sync runs share the next one. */
export class GroupSync {
  readonly #wal: WalState;
  readonly #folder: string;
  readonly #observe: ((file: string) => () => void) | undefined;
  #round: Promise<void> | null = null;
  #open: { segment: string; file: FileHandle } | null = null;

  /** `observe` is called as a sync begins and what it returns as it ends; tests only. */
  constructor(wal: WalState, databaseFolder: string, observe?: (file: string) => () => void) {
    this.#wal = wal;
    this.#folder = path.join(databaseFolder, 'pg_wal');
    this.#observe = observe;
  }

  /**
   * Resolves when everything committed before the call is on the disk. Rejects with `DiskFailed` once a sync has
   * failed.
   */
  async durable(): Promise<void> {
    const moment = this.#wal.written;
    while (this.#wal.synced < moment) {
      // A round already running may have begun before our commit, so look again when it ends.
      this.#round ??= this.#sync().finally(() => {
        this.#round = null;
      });
      await this.#round;
    }
    if (this.#wal.failed) throw new DiskFailed('The disk refused a sync.');
  }

  async close(): Promise<void> {
    await this.#round?.catch(() => undefined);
    await this.#open?.file.close();
    this.#open = null;
  }

  async #sync(): Promise<void> {
    // Before the segment: see WalState.
    const moment = this.#wal.written;
    const segment = this.#wal.segment;
    let file: FileHandle;
    try {
      file = await this.#segmentFile(segment);
    } catch (error) {
      // Renamed or removed since: the writer syncs a segment before it does that, so `synced` has moved on.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' && this.#wal.synced >= moment) return;
      throw error;
    }
    const done = this.#observe?.(`pg_wal/${segment}`);
    try {
      await file.datasync();
    } catch (error) {
      this.#wal.countFailure();
      throw new DiskFailed('The disk refused a sync.', { cause: error });
    }
    done?.();
    this.#wal.countSync(moment);
  }

  async #segmentFile(segment: string): Promise<FileHandle> {
    if (this.#open?.segment === segment) return this.#open.file;
    await this.#open?.file.close();
    this.#open = null;
    const file = await open(path.join(this.#folder, segment), 'r');
    this.#open = { segment, file };
    return file;
  }
}
