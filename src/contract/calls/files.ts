import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { FILE_TYPES } from '../enums.ts';
import { uploadAnswer } from '../file.ts';

/** Bills and tickets. */

export const uploadFile = endpoint({
  name: 'uploadFile',
  method: 'POST',
  base: 'file',
  path: '/api/v1/Common/upload-pdf',
  access: 'session',
  leaver: true,
  bodyType: 'file',
  offline: 'queue',
  invalidates: [],
  summary: 'Stores one bill or ticket; its fingerPrint is the SHA-256 of its bytes.',
  answer: uploadAnswer,
});

/**
 * The same file in parts (tus 1.0.0, extensions creation, expiration and termination): an upload that was cut off goes
 * on where it was. Its parts are its uploader's alone; anybody else's request finds nothing.
 */
export const startUpload = endpoint({
  name: 'startUpload',
  method: 'POST',
  path: '/api/v1/Common/uploads',
  access: 'session',
  leaver: true,
  bodyType: 'part',
  offline: 'queue',
  invalidates: [],
  summary:
    'Begins an upload in parts (tus): Upload-Length says its size, Upload-Metadata its filename and, if ' +
    'known, its fingerPrint. 201 with its address in Location.',
  answer: z.unknown(),
});
export const uploadProgress = endpoint({
  name: 'uploadProgress',
  method: 'HEAD',
  path: '/api/v1/Common/uploads/:uploadId',
  access: 'session',
  leaver: true,
  bodyType: 'part',
  offline: 'read',
  invalidates: [],
  summary: 'Upload-Offset says how many bytes of an upload are safe here. 404 when it has expired: begin anew.',
  answer: z.unknown(),
});
export const uploadPart = endpoint({
  name: 'uploadPart',
  method: 'PATCH',
  path: '/api/v1/Common/uploads/:uploadId',
  access: 'session',
  leaver: true,
  bodyType: 'part',
  offline: 'queue',
  invalidates: [],
  summary:
    'Sends the bytes from Upload-Offset on, as application/offset+octet-stream. 204, or after the last ' +
    'byte 200 with the document; an empty part at the end asks for that answer again. 409 when the upload ' +
    'stands elsewhere.',
  answer: uploadAnswer,
});
export const dropUpload = endpoint({
  name: 'dropUpload',
  method: 'DELETE',
  path: '/api/v1/Common/uploads/:uploadId',
  access: 'session',
  bodyType: 'part',
  offline: 'online',
  invalidates: [],
  summary: 'Throws the parts of an upload away. 204.',
  answer: z.unknown(),
});
export const getDocument = endpoint({
  name: 'getDocument',
  method: 'GET',
  base: 'file',
  path: '/api/v1/Common/document/:fingerPrint',
  params: ['preview'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'The bytes of a bill or ticket, to whoever may see a record that carries it. preview=small or large: a ' +
    'picture of it, of a PDF its first page, as WebP of at most 3 or 20 kB; 404 where it cannot be drawn.',
  answer: z.unknown(),
  bytes: FILE_TYPES,
});
