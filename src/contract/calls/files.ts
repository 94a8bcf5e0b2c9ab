import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { FILE_TYPES } from '../enums.ts';
import { uploadAnswer } from '../file.ts';

/** Bills and tickets. */

export const uploadFile = endpoint({
  name: 'uploadFile', method: 'POST', path: '/api/v1/Common/upload-pdf', access: 'session', bodyType: 'file', offline: 'queue', invalidates: [],
  summary: 'Stores one bill or ticket; its fingerPrint is the SHA-256 of its bytes.', answer: uploadAnswer,
});
export const getDocument = endpoint({
  name: 'getDocument', method: 'GET', path: '/api/v1/Common/document/:fingerPrint', access: 'session', offline: 'read', invalidates: [],
  summary: 'The bytes of a bill or ticket, to whoever may see a record that carries it.', answer: z.unknown(), bytes: FILE_TYPES,
});
