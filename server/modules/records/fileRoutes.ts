import { createHash } from 'node:crypto';
import { dropUpload, getDocument, startUpload, uploadFile, uploadPart, uploadProgress } from '#contract/calls/files.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { serveTus, UploadTurns } from '#server/platform/uploads/tus.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { readDocument } from './documents.ts';
import type { Services } from '#server/platform/http/services.ts';
import { storeUpload } from '#server/platform/uploads/uploads.ts';
import { dispositionOf } from '#server/platform/http/sendFile.ts';

/** Bills in and out. */
export const fileCalls = (services: Services, turns = new UploadTurns()): Served[] => [
  serve(uploadFile, async ({ request, reply }) => {
    // A key is not looked at: the fingerPrint makes an upload repeatable (DOC-4).
    const context = contextOf(services, request);
    return { success: true, data: await storeUpload(context, await readUpload(request, reply)) };
  }),

  // By the path and method the protocol knows what is meant.
  ...[startUpload, uploadProgress, uploadPart, dropUpload].map((entry) =>
    serve(entry, ({ request, reply }) => serveTus(contextOf(services, request), turns, request, reply)),
  ),

  serve(getDocument, async ({ request, reply }) => {
    const { fingerPrint } = request.params as { fingerPrint: string };
    const { bytes, type, name } = await readDocument(contextOf(services, request), fingerPrint);
    // Somebody else's file: no script of it may run, whatever a browser takes it for (Z52).
    reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .header('content-disposition', dispositionOf(name));
    // A copy without its position is not what its fingerPrint names: who reads it checks it by this.
    reply.header('content-digest', `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`);
    return reply.type(type).send(bytes);
  }),
];
