import { statfs } from 'node:fs/promises';

/** Bytes free for this process on the disk of `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Below this the embedded database takes no more changes: what it needs to write its log and checkpoint must stay free.
 */
export const DATABASE_RESERVE = 64 * 1024 * 1024;

/** Below this no bills are taken, so that it is not they that leave the database without space. */
export const FILES_RESERVE = 96 * 1024 * 1024;

/** The disk is (nearly) full. Carries the operating system's code, so it becomes STORAGE_FULL like any other. */
export class StorageFull extends Error {
  override name = 'StorageFull';
  readonly code = 'ENOSPC';

  constructor() {
    super('The disk is full.');
  }
}
