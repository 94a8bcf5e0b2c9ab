import { randomBytes } from 'node:crypto';
import { accessSync, constants, createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError, unavailable } from '#server/platform/base/errors.ts';
import { checkContent, checkHash, spool } from './spool.ts';
import { FILES_RESERVE, freeBytes, StorageFull } from '#server/platform/base/storageSpace.ts';
import type { FileStore } from './store.ts';

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Calls arriving while a call runs share the next one: a sync of one folder serves all files renamed into it before.
 */
function shared(work: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const begin = (key: string): Promise<void> => {
    const round = work(key).finally(() => running.delete(key));
    running.set(key, round);
    return round;
  };
  return (key) => {
    const before = running.get(key);
    if (!before) return begin(key);
    let round = next.get(key);
    if (!round) {
      round = before
        .catch(() => undefined)
        .then(() => {
          next.delete(key);
          return begin(key);
        });
      next.set(key, round);
    }
    return round;
  };
}

const LOOK_EVERY = 16 * 1_048_576;

/** Passes the pieces on for as long as the disk has room for them and what else it must hold. */
async function* leavingSpace(pieces: AsyncIterable<Buffer>, free: () => Promise<number>): AsyncGenerator<Buffer> {
  let unlooked = LOOK_EVERY;
  for await (const piece of pieces) {
    unlooked += piece.length;
    if (unlooked >= LOOK_EVERY) {
      if ((await free()) - LOOK_EVERY < FILES_RESERVE) throw new StorageFull();
      unlooked = 0;
    }
    yield piece;
  }
}

/**
 * Files under `<dataDir>/files/ab/abcdef…`. A file appears under its name only when all of it is synced: it is written
 * under a temporary name, synced and renamed, then its folder is synced. What a broken upload left is removed at start.
 */
export function openDiskStore(dataDir: string, free: () => Promise<number> = () => freeBytes(dataDir)): FileStore {
  const root = path.join(dataDir, 'files');
  const parts = path.join(root, 'parts');
  try {
    mkdirSync(parts, { recursive: true });
    accessSync(root, constants.R_OK | constants.W_OK);
    for (const name of readdirSync(parts)) rmSync(path.join(parts, name), { force: true });
  } catch (error) {
    throw new StartupError(
      `The folder ${root} cannot be used (${codeOf(error)}). Make it writable, or set DATA_DIR to another folder.`,
    );
  }
  const known = new Set<string>();
  const place = (hash: string): { folder: string; file: string } => {
    checkHash(hash);
    const folder = path.join(root, hash.slice(0, 2));
    return { folder, file: path.join(folder, hash) };
  };
  const syncShared = shared(syncFolder);
  /** Another process has started on this folder, and took what was being written for the rest of a broken upload. */
  const ofUpload = (error: unknown): unknown =>
    codeOf(error) === 'ENOENT' && existsSync(parts) ? unavailable() : error;
  const ensureFolder = async (folder: string): Promise<void> => {
    if (known.has(folder)) return;
    await mkdir(folder, { recursive: true });
    await syncShared(root);
    known.add(folder);
  };
  const sizeOf = async (file: string): Promise<number | null> => {
    try {
      return (await stat(file)).size;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  };

  return {
    put: async (hash, bytes) => {
      checkContent(hash, bytes);
      const { folder, file } = place(hash);
      await ensureFolder(folder);
      // There already, whole: but its name may not be synced yet, if another upload is just about to.
      if ((await sizeOf(file)) === bytes.length) return syncShared(folder);
      if ((await free()) - bytes.length < FILES_RESERVE) throw new StorageFull();
      const part = path.join(parts, `${hash}.${randomBytes(6).toString('hex')}`);
      try {
        const handle = await open(part, 'wx');
        try {
          await handle.writeFile(bytes);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw ofUpload(error);
      }
      await syncShared(folder);
    },
    putStream: async (pieces) => {
      const part = path.join(parts, `stream.${randomBytes(9).toString('hex')}`);
      try {
        const spooled = await spool(part, leavingSpace(pieces, free));
        const { folder, file } = place(spooled.hash);
        await ensureFolder(folder);
        await rename(part, file);
        await syncShared(folder);
        return spooled;
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw ofUpload(error);
      }
    },
    stream: async (hash) => {
      const { file } = place(hash);
      const size = await sizeOf(file);
      return size === null ? null : { size, bytes: createReadStream(file) };
    },
    get: async (hash) => {
      try {
        return await readFile(place(hash).file);
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    has: async (hash) => (await sizeOf(place(hash).file)) !== null,
    remove: async (hash) => {
      const { folder, file } = place(hash);
      await rm(file, { force: true });
      if (known.has(folder)) await syncShared(folder);
    },
  };
}
