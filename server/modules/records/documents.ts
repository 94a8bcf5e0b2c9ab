import { malformed, notFound } from '#server/platform/base/errors.ts';
import { claimsCarrying, fileByHash, uploadsOf } from '#server/platform/uploads/repository/files.ts';
import { PREVIEW_SIZES, type PreviewSize } from '#contract/enums.ts';
import { contextOf, type Context } from '#server/platform/http/context.ts';
import { shownTo } from '#server/platform/uploads/shownPictures.ts';
import { maySeeClaimBelow } from '#server/modules/claims/index.ts';
import { maySeeTripBelow, tripsCarrying } from '#server/modules/trips/index.ts';
import { lineBelow } from '#server/modules/people/index.ts';
import { createHash } from 'node:crypto';
import { dropUpload, getDocument, startUpload, uploadFile, uploadPart, uploadProgress } from '#contract/calls/files.ts';
import { serve, type Call, type Handler, type Served } from '#server/platform/http/endpoints.ts';
import type { UploadTurns } from '#server/platform/uploads/tus.ts';
import { previewOf } from '#server/platform/uploads/previews.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import type { Services } from '#server/platform/http/services.ts';
import { storeUpload } from '#server/platform/uploads/uploads.ts';
import { dispositionOf } from '#server/platform/http/sendFile.ts';

interface StoredDocument {
  bytes: Buffer;
  type: string;
  name: string;
}

/** The name under which this person may see the file, and whether they uploaded it; null when they may not see it. */
async function nameFor(context: Context, hash: string): Promise<{ name: string; isOwn: boolean } | null> {
  const { actor } = context;
  const { db } = context.services.database;
  // Who uploaded the bytes has them anyway; refusing would only tell them that somebody else used the same ones.
  const own = (await uploadsOf(db, actor.id, [hash])).get(hash);
  if (own !== undefined) return { name: own, isOwn: true };
  const claims = await claimsCarrying(db, hash);
  const trips = await tripsCarrying(db, hash);
  const none = new Set<string>();
  const carrier = (below: ReadonlySet<string>) =>
    claims.find((claim) => maySeeClaimBelow(actor, claim, below)) ??
    trips.find((trip) => maySeeTripBelow(actor, trip, below));
  const seen = (below: ReadonlySet<string>) => {
    const record = carrier(below);
    return record ? { name: record.name, isOwn: false } : null;
  };
  const plain = seen(none);
  if (plain) return plain;
  if (claims.length + trips.length === 0 || !actor.roles.includes('manager')) return null;
  return seen(await lineBelow(db, actor.id));
}

/**
 * A bill's bytes, or a small picture of it, for anyone who may see a record that carries it (DOC-7, DOC-16). Not there,
 * lost and not for this person answer alike: 404.
 */
async function readDocument(context: Context, hash: string, preview?: PreviewSize): Promise<StoredDocument> {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw notFound();
  const file = await fileByHash(context.services.database.db, hash);
  const found = file ? await nameFor(context, hash) : null;
  if (!file || found === null) throw notFound();
  if (preview !== undefined)
    return { bytes: await previewOf(context, file, preview), type: 'image/webp', name: `${found.name}.webp` };
  // Its taker has a photo as it is, others without the place where it was taken (Z53); nobody once that is erased.
  const whole = found.isOwn && file.place_erased_at == null;
  const bytes = whole ? await context.services.files.get(hash) : await shownTo(context, file);
  if (bytes === null) throw notFound();
  return { bytes, type: file.type, name: found.name };
}

const isPreviewSize = (size: string): size is PreviewSize => (PREVIEW_SIZES as readonly string[]).includes(size);

function previewSizeOf(query: Call['query']): PreviewSize | undefined {
  const size = query['preview'];
  if (size === undefined || isPreviewSize(size)) return size;
  throw malformed('There is no preview of this size.', 'preview');
}

/** Carries out requests of uploads in parts. Its packages, and Node's fetch with them, are read for the first one. */
function servingParts(services: Services): Handler {
  let turns: UploadTurns | undefined;
  return async ({ request, reply }) => {
    const { serveTus, UploadTurns } = await import('#server/platform/uploads/tus.ts');
    return serveTus(contextOf(services, request), (turns ??= new UploadTurns()), request, reply);
  };
}

/** Uploads in parts. By the path and method the protocol knows what is meant. */
function inParts(services: Services): Served[] {
  const handler = servingParts(services);
  return [startUpload, uploadProgress, uploadPart, dropUpload].map((entry) => serve(entry, handler));
}

/** Bills in and out. */
export const fileCalls = (services: Services): Served[] => [
  serve(uploadFile, async ({ request, reply }) => {
    // A key is not looked at: the fingerPrint makes an upload repeatable (DOC-4).
    const context = contextOf(services, request);
    return { success: true, data: await storeUpload(context, await readUpload(request, reply)) };
  }),

  ...inParts(services),

  serve(getDocument, async ({ request, reply, query }) => {
    const { fingerPrint } = request.params as { fingerPrint: string };
    const preview = previewSizeOf(query);
    const { bytes, type, name } = await readDocument(contextOf(services, request), fingerPrint, preview);
    // Somebody else's file: no script of it may run, whatever a browser takes it for (DOC-7, Z52).
    reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .header('content-disposition', dispositionOf(name));
    // A preview, and a copy without its position, are not what the fingerPrint names: who reads one checks it by this.
    reply.header('content-digest', `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`);
    return reply.type(type).send(bytes);
  }),
];
