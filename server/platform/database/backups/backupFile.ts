import { createCipheriv, createDecipheriv, createHash, randomBytes, type DecipherGCM } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { packTree, unpackTree } from './tree.ts';

/*
 * A backup as one file: a line that says what it is, a line of JSON about it, the folder of the database packed by
 * zstd, and at its end what proves all of it: the SHA-256, or with a key the tag of AES-256-GCM, which then also covers
 * the lines at the top.
 */

const MAGIC = 'kharcha backup 1\n';
/** The lines at the top are shorter than this. */
const TOP = 16_384;
const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const SUM = 32;
const TAG = 16;
const LEVEL = 3;

/** A key of `BACKUP_KEY`. */
export interface BackupKey {
  /** Says which key a backup takes, and nothing else about it: 8 hex digits. */
  id: string;
  bytes: Uint8Array;
}

/** A backup that cannot be used; the message says why. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

interface Sealing {
  key: string;
  /** Base64. */
  nonce: string;
}
interface Top<Info> {
  info: Info;
  sealed: Sealing | null;
  /** The lines as they are in the file. */
  bytes: Buffer;
}

async function readTop<Info>(handle: FileHandle): Promise<Top<Info>> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(TOP), 0, TOP, 0);
  const end = buffer.indexOf('\n', MAGIC.length);
  if (buffer.toString('latin1', 0, MAGIC.length) !== MAGIC || end < 0 || end >= bytesRead)
    throw new BackupRefused('It is no backup of this server.');
  try {
    const { sealed, ...info } = JSON.parse(buffer.toString('utf8', MAGIC.length, end)) as Info & {
      sealed: Sealing | null;
    };
    return { info: info as Info, sealed, bytes: buffer.subarray(0, end + 1) };
  } catch {
    throw new BackupRefused('It is damaged, or somebody has changed it.');
  }
}

async function withFile<Result>(file: string, work: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'r');
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** What the file says of itself, and the id of the key it takes; nothing is checked yet. */
export const readBackupTop = <Info>(file: string): Promise<{ info: Info; keyId: string | null; bytes: number }> =>
  withFile(file, async (handle) => {
    const { info, sealed } = await readTop<Info>(handle);
    return { info, keyId: sealed?.key ?? null, bytes: (await handle.stat()).size };
  });

/** Packs a folder into a file that is not there yet, sealed where there is a key, and syncs it. */
export async function writeBackupFile(file: string, info: object, root: string, key: BackupKey | null): Promise<void> {
  const nonce = randomBytes(NONCE);
  const sealed: Sealing | null = key && { key: key.id, nonce: nonce.toString('base64') };
  const top = Buffer.from(`${MAGIC}${JSON.stringify({ ...info, sealed })}\n`);
  const cipher = key && createCipheriv(CIPHER, key.bytes, nonce).setAAD(top);
  const sum = createHash('sha256').update(top);
  const finish = new Transform({
    construct(done) {
      this.push(top);
      done();
    },
    transform(piece: Buffer, _encoding, done) {
      if (!cipher) sum.update(piece);
      done(null, cipher ? cipher.update(piece) : piece);
    },
    flush(done) {
      if (cipher) this.push(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
      else this.push(sum.digest());
      done();
    },
  });
  try {
    await pipeline(
      Readable.from(packTree(root), { objectMode: false }),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }),
      finish,
      createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    );
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function decipherFor({ sealed, bytes }: Top<unknown>, keys: readonly BackupKey[], tag: Buffer): DecipherGCM | null {
  if (!sealed) return null;
  const key = keys.find(({ id }) => id === sealed.key);
  if (!key)
    throw new BackupRefused(
      `It is encrypted by key ${sealed.key}, and ` +
        (keys.length === 0 ? 'BACKUP_KEY is not set.' : `BACKUP_KEY has ${keys.map(({ id }) => id).join(', ')}.`),
    );
  return createDecipheriv(CIPHER, key.bytes, Buffer.from(sealed.nonce, 'base64')).setAAD(bytes).setAuthTag(tag);
}

/**
 * Unpacks a backup into a new folder and proves it: what is there when this throws is to be thrown away. Throws
 * `BackupRefused` where the key is missing and where a byte is not as it was written.
 */
export async function unpackBackupFile(file: string, root: string, keys: readonly BackupKey[]): Promise<void> {
  await withFile(file, async (handle) => {
    const top = await readTop(handle);
    const { size } = await handle.stat();
    const proof = top.sealed ? TAG : SUM;
    const end = size - proof;
    if (end <= top.bytes.length) throw new BackupRefused('It is damaged, or somebody has changed it.');
    const { buffer: said } = await handle.read(Buffer.alloc(proof), 0, proof, end);
    try {
      const decipher = decipherFor(top, keys, said);
      const sum = createHash('sha256').update(top.bytes);
      const check = new Transform({
        transform(piece: Buffer, _encoding, done) {
          if (!decipher) sum.update(piece);
          done(null, decipher ? decipher.update(piece) : piece);
        },
        flush(done) {
          if (decipher) this.push(decipher.final());
          else if (!sum.digest().equals(said)) throw new Error('Another sum');
          done();
        },
      });
      const packed = createReadStream(file, { start: top.bytes.length, end: end - 1 });
      await pipeline(packed, check, createZstdDecompress(), (pieces: AsyncIterable<Buffer>) =>
        unpackTree(pieces, root),
      );
    } catch (error) {
      // A full disk is no fault of the backup.
      if (error instanceof BackupRefused || (error instanceof Error && 'syscall' in error)) throw error;
      throw new BackupRefused('It is damaged, or somebody has changed it.', { cause: error });
    }
  });
}
