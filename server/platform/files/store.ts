import type { Readable } from 'node:stream';
import { openDiskStore } from './diskStore.ts';
import { openS3Store } from './s3Store.ts';
import type { Spooled } from './spool.ts';

/** The bytes of bills and report files, each under the SHA-256 of its content (64 hex digits): the fingerPrint. */
export interface FileStore {
  /**
   * Resolves when the bytes are safe: synced on the disk with their name, or confirmed by S3. The same content again is
   * no change.
   */
  put(hash: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * The same for a file of any size that comes piece by piece, in the memory of one piece. Its name is known at its
   * end.
   */
  putStream(pieces: AsyncIterable<Buffer>, type: string): Promise<Spooled>;
  get(hash: string): Promise<Buffer | null>;
  /** The bytes piece by piece, and how many they are. */
  stream(hash: string): Promise<{ size: number; bytes: Readable } | null>;
  has(hash: string): Promise<boolean>;
  /** Removes it; none there is no error. */
  remove(hash: string): Promise<void>;
}

export interface FileStoreOptions {
  /** Files go to the folder `files` in it. */
  dataDir: string;
  /**
   * `s3://bucket?endpoint=https://…&region=…`: files go there. The keys are AWS_ACCESS_KEY_ID and
   * AWS_SECRET_ACCESS_KEY.
   */
  filesUrl?: string | null | undefined;
}

/** Opens the store. Throws `StartupError` when the folder or the address cannot be used. */
export function openFileStore({ dataDir, filesUrl }: FileStoreOptions): FileStore {
  return filesUrl ? openS3Store(filesUrl, process.env) : openDiskStore(dataDir);
}
