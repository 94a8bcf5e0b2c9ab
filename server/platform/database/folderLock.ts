import { closeSync, linkSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { StartupError } from '#server/platform/base/errors.ts';

/**
 * One server a data folder: two on one embedded database would destroy each other's rows without an error.
 *
 * The lock is a listening socket named `lock.sock` in the folder. The kernel answers for it, so it is released the
 * moment its holder dies; a holder that is stopped or busy still holds it; and containers that share the folder see
 * each other, which process numbers would not show. `lock.json` beside it only says who holds it.
 */
export interface FolderLock {
  release(): Promise<void>;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Another process holds the lock; the message names it. */
export class FolderInUse extends StartupError {}

/** Takes the lock. Throws `FolderInUse`, or `StartupError` saying that the folder cannot be used. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  let fd: number;
  try {
    mkdirSync(folder, { recursive: true });
    fd = openSync(folder, 'r');
  } catch (error) {
    throw new StartupError(cannotUse(folder, error));
  }
  // A socket's path may have 107 bytes; through the folder's descriptor it is short wherever the folder is.
  const near = (name: string): string =>
    process.platform === 'linux' ? `/proc/self/fd/${fd}/${name}` : path.join(folder, name);
  const own = `lock-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  try {
    const server = await listen(near(own), folder);
    try {
      await claim(folder, near, own);
    } catch (error) {
      server.close();
      throw error;
    }
    rmSync(path.join(folder, own), { force: true });
    writeFileSync(
      path.join(folder, 'lock.json'),
      `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`,
    );
    return {
      release: () =>
        new Promise((resolve) => {
          rmSync(path.join(folder, 'lock.json'), { force: true });
          rmSync(path.join(folder, 'lock.sock'), { force: true });
          server.close(() => {
            closeSync(fd);
            resolve();
          });
        }),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

async function claim(folder: string, near: (name: string) => string, own: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      linkSync(path.join(folder, own), path.join(folder, 'lock.sock'));
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw new StartupError(cannotUse(folder, error));
    }
    if (await isAlive(near('lock.sock'))) throw new FolderInUse(inUse(folder));
    // Left by a holder that died. Take it away under another name and look again, in case a third server was faster.
    const aside = `lock-stale-${randomBytes(4).toString('hex')}.sock`;
    try {
      renameSync(path.join(folder, 'lock.sock'), path.join(folder, aside));
    } catch {
      continue;
    }
    const wrong = await isAlive(near(aside));
    if (wrong) renameSync(path.join(folder, aside), path.join(folder, 'lock.sock'));
    else rmSync(path.join(folder, aside), { force: true });
    if (wrong) throw new FolderInUse(inUse(folder));
  }
  throw new FolderInUse(inUse(folder));
}

function listen(address: string, folder: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(new StartupError(cannotUse(folder, error))));
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Only a refused or vanished socket is free. Anything else (also a full queue: EAGAIN) counts as held. */
function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error))));
  });
}

function inUse(folder: string): string {
  let holder = 'another process';
  try {
    const { pid } = JSON.parse(readFileSync(path.join(folder, 'lock.json'), 'utf8')) as { pid?: unknown };
    if (typeof pid === 'number') holder = `process ${pid}`;
  } catch {
    // Just starting or just stopping: it has no name yet.
  }
  return `${folder} is in use by ${holder}. Stop it, or set DATA_DIR to another folder.`;
}

function cannotUse(folder: string, error: unknown): string {
  const code = codeOf(error);
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'no permission'
      : code === 'EROFS'
        ? 'the disk is read-only'
        : code === 'ENOTDIR' || code === 'EEXIST'
          ? 'it is not a folder'
          : code === 'ENOSPC'
            ? 'the disk is full'
            : (error as Error).message;
  return `The data folder ${folder} cannot be used: ${why}. Make it writable, or set DATA_DIR to another folder.`;
}
