import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/utils';
import { documentPath } from '#contract/file.ts';
import type { Document } from '#contract/fields.ts';
import { UPLOAD_DAYS } from '#contract/limits.ts';
import { cleanFileName } from '#domain/text.ts';
import { transact } from '#server/platform/database/transact.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { hashOf } from '#server/platform/files/spool.ts';
import { fileByHash } from './repository/files.ts';
import * as uploads from './repository/parts.ts';
import type { Context } from '#server/platform/http/context.ts';
import { discardUpload, removeParts } from './discard.ts';
import { assertSize } from './inspectFile.ts';
import { storeBill, withAllowance } from './uploads.ts';

const DAY = 86_400_000;
const SALT_BYTES = 16;
const PART_TYPE = 'application/octet-stream';
/** What tus metadata calls the name of the file, and we its SHA-256. */
const NAME = 'filename';
const FINGER_PRINT = 'fingerPrint';
const HASH = /^[0-9a-f]{64}$/;

/**
 * The uploads of one person, as the tus server wants a store to be. Parts lie in the file store and are counted in the
 * database, so any process may take the next one, on a disk as on S3. An offset is answered only when its bytes and its
 * row are safe; of a part that was cut off, what came is kept (UPL-1).
 */
export class UploadStore extends DataStore {
  override extensions = ['creation', 'termination'];
  readonly #context: Context;

  constructor(context: Context) {
    super();
    this.#context = context;
  }

  get #db(): Context['services']['database']['db'] {
    return this.#context.services.database.db;
  }

  /** Anybody else's upload is as none at all (UPL-2). */
  async #find(id: string): Promise<uploads.UploadRow> {
    const row = await uploads.uploadOf(this.#db, this.#context.actor.id, id, this.#context.now);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }

  /** Size and allowances are judged before the first byte (UPL-3). */
  override async create(upload: Upload): Promise<Upload> {
    const { actor, now, services } = this.#context;
    const size = upload.size ?? 0;
    assertSize(size);
    const said = upload.metadata?.[FINGER_PRINT] ?? '';
    const row = {
      id: upload.id,
      person_id: actor.id,
      name: cleanFileName(upload.metadata?.[NAME] ?? ''),
      size,
      finger_print: HASH.test(said) ? said : null,
      created_at: now,
      expires_at: now + UPLOAD_DAYS * DAY,
    };
    await withAllowance(
      this.#context,
      size,
      () => uploads.addUpload(this.#db, row),
      () => uploads.bytesUnderWay(this.#db, actor.id, now),
    );
    await services.database.durable();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    return new Upload({
      id,
      size: row.size,
      offset: row.received,
      creation_date: new Date(row.created_at).toISOString(),
    });
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of stream) pieces.push(piece as Buffer);
    } catch (error) {
      // Cut off: received bytes are kept, since the sender paid for them. There is no one left to answer.
      await this.#keep(id, offset, Buffer.concat(pieces));
      throw error;
    }
    return this.#keep(id, offset, Buffer.concat(pieces));
  }

  async #keep(id: string, begins: number, bytes: Buffer): Promise<number> {
    if (bytes.length === 0) return begins;
    const { services, now } = this.#context;
    const object = Buffer.concat([randomBytes(SALT_BYTES), bytes]);
    const part = { uploadId: id, hash: hashOf(object), begins, size: bytes.length };
    await uploads.announcePart(this.#db, id, part.hash, part.size);
    await services.files.put(part.hash, object, PART_TYPE);
    const counted = await transact(this.#db, (tx) => uploads.countPart(tx, part, now + UPLOAD_DAYS * DAY));
    if (!counted) {
      await services.files.remove(part.hash);
      await uploads.forgetPart(this.#db, id, part.hash);
      throw ERRORS.INVALID_OFFSET;
    }
    await services.database.durable();
    return begins + bytes.length;
  }

  override async remove(id: string): Promise<void> {
    await this.#find(id);
    await discardUpload(this.#db, this.#context.services.files, id);
  }

  /** When an upload is thrown away unless it is gone on with; epoch milliseconds. */
  async expiresAt(id: string): Promise<number> {
    return (await this.#find(id)).expires_at;
  }

  /**
   * Judges a file that has come whole, as `upload-pdf` does, and stores it (UPL-3). The same answer again when it is
   * asked for again.
   */
  async finish(id: string): Promise<Document> {
    const { services } = this.#context;
    const row = await this.#find(id);
    if (row.finished_hash !== null) return this.#finished(row, row.finished_hash);
    const bytes = await this.#joined(row);
    if (bytes === null || (row.finger_print !== null && hashOf(bytes) !== row.finger_print)) {
      await discardUpload(this.#db, services.files, id);
      throw new Refusal('CONFLICT', 'What arrived is not what was sent. It is sent again.');
    }
    const stored = await storeBill(this.#context, { bytes, name: row.name });
    await uploads.markFinished(this.#db, id, stored.fingerPrint);
    await services.database.durable();
    await removeParts(this.#db, services.files, id);
    return stored;
  }

  async #finished({ id, name }: uploads.UploadRow, hash: string): Promise<Document> {
    const file = await fileByHash(this.#db, hash);
    if (file) return { fingerPrint: hash, name, size: file.size, type: file.type, url: documentPath(hash) };
    await discardUpload(this.#db, this.#context.services.files, id);
    throw ERRORS.FILE_NOT_FOUND;
  }

  /** All bytes, or null when a part is not there or not what it was: a database from a backup may name what is gone. */
  async #joined({ id, size }: uploads.UploadRow): Promise<Buffer | null> {
    const pieces: Buffer[] = [];
    let at = 0;
    for (const part of await uploads.partsOf(this.#db, id)) {
      const object = await this.#context.services.files.get(part.hash);
      if (object === null || part.begins !== at || hashOf(object) !== part.hash) return null;
      pieces.push(object.subarray(SALT_BYTES));
      at += part.size;
    }
    return at === size ? Buffer.concat(pieces) : null;
  }
}
