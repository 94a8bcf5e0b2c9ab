import { mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs, durableSettings, type DiskObserver } from './durableFs.ts';
import { joined } from './workerStream.ts';
import { syncFolder, syncTree } from './syncTree.ts';
import { copyTemplate, isNewDatabase } from './template.ts';
import type { WalState } from './walState.ts';

export interface EngineOptions {
  /** The PostgreSQL folder. Made on first use. */
  folder: string;
  /** Copied where there is no database yet. */
  template?: string | null;
  wal: WalState;
  /**
   * PostgreSQL gave up, as it must when the disk refuses its log. Called inside the failing call, which never returns.
   */
  onEnd?: (reason: string) => void;
  observer?: DiskObserver;
  /** False leaves PGlite as it is, without any sync: for a copy that is only looked at. */
  durable?: boolean;
}

/**
 * Pages kept by PostgreSQL itself. What it keeps counts to this process, all of it is written at each start, and
 * reading a page from the system's cache instead costs little: searches of 100,000 claims take as long as with the 128
 * MB that PGlite sets.
 */
const pageMemory = ['-c', 'shared_buffers=32MB'];
const leaveOutFsyncOff = PGlite.defaultStartParams.filter((setting) => setting !== '-F');

/** PGlite on a folder, with syncing restored. One session, for one caller at a time. */
export class EmbeddedEngine {
  readonly #pg: PGlite;

  private constructor(pg: PGlite) {
    this.#pg = pg;
  }

  /**
   * Opens the folder. A new one is made beside it, synced and then renamed, so that a server killed while it makes its
   * first database starts afresh and never opens half of one. Throws an `Error` with PostgreSQL's last lines.
   */
  static async open({
    folder,
    template = null,
    wal,
    onEnd,
    observer,
    durable = true,
  }: EngineOptions): Promise<EmbeddedEngine> {
    if (template !== null && isNewDatabase(folder)) await copyTemplate(template, folder);
    const isNew = isNewDatabase(folder);
    const home = isNew ? `${folder}.new` : folder;
    if (isNew) {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(path.dirname(folder), { recursive: true });
    }
    const lines: string[] = [];
    const onStderr = (text: string): boolean => {
      lines.push(text);
      if (lines.length > 20) lines.shift();
      return true;
    };
    const fs = durable ? new DurableFs(home, wal, observer) : undefined;
    const pg = new PGlite({
      ...(fs
        ? { fs, startParams: [...leaveOutFsyncOff, ...durableSettings, ...pageMemory] }
        : { dataDir: home, startParams: [...PGlite.defaultStartParams, ...pageMemory] }),
      onStderr,
    });
    try {
      await pg.waitReady;
    } catch (error) {
      throw new Error(lines.join('\n') || 'The database did not open.', { cause: error });
    }
    (pg.Module as { onAbort?: (reason: unknown) => void }).onAbort = (reason) =>
      onEnd?.([...lines, String(reason)].join('\n'));
    if (isNew) {
      pg.execProtocolRawSync(simpleQuery('checkpoint'));
      await syncTree(home);
      renameSync(home, folder);
      syncFolder(path.dirname(folder));
      fs?.moveTo(folder);
      // Files are opened by path below the mount; those already open stay valid.
      (pg.Module.FS.lookupPath(PGlite.paths.PGDATA).node.mount.opts as { root: string }).root = path.resolve(folder);
    }
    return new EmbeddedEngine(pg);
  }

  /** Executes whole messages of PostgreSQL's protocol; the answer is what PostgreSQL would send. */
  async execute(messages: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    // As a stream, because PGlite's other raw calls also parse every row of every answer and keep it as long as they
    // live.
    const pieces: Uint8Array[] = [];
    await this.#pg.execProtocolRawStream(messages, {
      syncToFs: false,
      // The engine writes the next piece over it.
      onRawData: (bytes) => pieces.push(bytes.slice()),
    });
    return joined(pieces);
  }

  /** Forgets what the last caller left behind: an open transaction, prepared statements, settings. */
  async reset(): Promise<void> {
    await this.execute(simpleQuery('rollback'));
    await this.execute(simpleQuery('discard all'));
  }

  /** Shuts PostgreSQL down in order, with a checkpoint. */
  async close(): Promise<void> {
    await this.#pg.close();
  }
}

/** The 'Q' message of PostgreSQL's protocol. */
function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(5 + body.length);
  message.write('Q');
  message.writeInt32BE(4 + body.length, 1);
  body.copy(message, 5);
  return new Uint8Array(message);
}
