import type { Document } from '#contract/fields.ts';
import { documentPath } from '#contract/file.ts';
import { cleanFileName } from '#domain/text.ts';
import { transact } from '#server/platform/database/transact.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { bytesSince, noteShown, noteUpload } from './repository/files.ts';
import { notePreviewDue } from './repository/previews.ts';
import { count, endTurn, takeAmount } from '#server/platform/limits/repository.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { Context } from '#server/platform/http/context.ts';
import { inspectBill } from './inspectFile.ts';
import { storeShown } from './shownPictures.ts';

const HOUR = 3_600_000;
const MONTH = 30 * 86_400_000;
const MEGABYTE = 1_000_000;

/** One person uploads only so often in an hour, sheets too. */
export async function countUpload({ services, actor, now }: Context): Promise<void> {
  const most = services.env.uploadsPerHour;
  const used = await count(services.database.db, { bucket: `upload:${actor.id}`, most, windowMillis: HOUR }, now);
  if (used.count > most)
    throw new Refusal('RATE_LIMITED', 'That is a lot of uploads. Please wait a while.', {
      retryAfter: Math.min(used.retryAfter, 600),
    });
}

/**
 * Runs an upload, which is limited in number per hour and in bytes per month (Z54). What came counts, what `underWay`
 * says is still to come, and what is running at this moment in any process, so that many at once find no more room than
 * one after another (S12).
 */
export async function withAllowance<Result>(
  context: Context,
  size: number,
  run: () => Promise<Result>,
  underWay: () => Promise<number> = async () => 0,
): Promise<Result> {
  const { services, actor, now } = context;
  const { db } = services.database;
  await countUpload(context);
  const { turn, pending } = await takeAmount(db, { bucket: `upload-bytes:${actor.id}`, windowMillis: HOUR }, size, now);
  try {
    const bytes = (await bytesSince(db, actor.id, now - MONTH)) + (await underWay());
    const room = services.env.uploadMegabytesAMonth * MEGABYTE - bytes;
    if (size > room)
      throw new Refusal(
        'UPLOAD_ALLOWANCE',
        'Your uploads of this month fill the space you have. Ask your administrator.',
      );
    // It fits, unless what is being carried out beside it is kept: that is known in a moment.
    if (pending > room)
      throw new Refusal('RATE_LIMITED', 'Your other uploads are still being stored. Please wait for them.', {
        retryAfter: 5,
      });
    return await run();
  } finally {
    await endTurn(db, turn, false).catch(() => undefined);
  }
}

/** Stores one bill that came in one request, if its uploader may have one more. */
export const storeUpload = (context: Context, upload: { bytes: Buffer; name: string }): Promise<Document> =>
  withAllowance(context, upload.bytes.length, () => storeBill(context, upload));

/**
 * Judges and stores one bill. Its fingerPrint is the SHA-256 of its bytes, so the same bytes are stored once, by
 * whomever and however often they come, and the answer never reveals whether they were there (DOC-4, Z51). Answers only
 * when bytes and rows are on the disk (U2).
 */
export async function storeBill(context: Context, upload: { bytes: Buffer; name: string }): Promise<Document> {
  const { services, actor, now } = context;
  const { type, shown } = await inspectBill(upload.bytes);
  const hash = sha256(upload.bytes);
  const size = upload.bytes.length;
  const name = cleanFileName(upload.name);
  // Bytes first: a row never names a file that is not there.
  await services.files.put(hash, upload.bytes, type);
  const copy = shown && (await storeShown(context, shown, type));
  await transact(services.database.db, async (tx) => {
    await noteUpload(tx, { hash, size, type, shown_hash: copy ? null : hash }, actor.id, name, now);
    if (copy) await noteShown(tx, hash, copy, now);
    await notePreviewDue(tx, hash, now);
  });
  // Clearing away may have taken an unused one between the two; from here on the row keeps it.
  if (!(await services.files.has(hash))) await services.files.put(hash, upload.bytes, type);
  if (shown && copy && !(await services.files.has(copy.hash))) await storeShown(context, shown, type);
  await services.database.durable();
  return { fingerPrint: hash, name, size, type, url: documentPath(hash) };
}
