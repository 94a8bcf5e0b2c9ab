import * as z from 'zod/mini';
import { document } from './fields.ts';

/** The answer to an upload (DOC-4): the fingerPrint is the SHA-256 of the bytes in hex. */
export const uploadAnswer = z.object({ success: z.literal(true), data: document });

/** The address of a document's bytes; it needs the `token` header. */
export const documentPath = (fingerPrint: string): string => `/api/v1/Common/document/${fingerPrint}`;
