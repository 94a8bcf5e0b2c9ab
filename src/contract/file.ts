import * as z from 'zod/mini';
import type { PreviewSize } from './enums.ts';
import { document } from './fields.ts';

/** The answer to an upload (DOC-4): the fingerPrint is the SHA-256 of the bytes in hex. */
export const uploadAnswer = z.object({ success: z.literal(true), data: document });

/**
 * The address of a document's bytes, or of a small picture of it: WebP of at most PREVIEW_BYTES. It needs the `token`
 * header.
 */
export const documentPath = (fingerPrint: string, preview?: PreviewSize): string =>
  `/api/v1/Common/document/${fingerPrint}${preview === undefined ? '' : `?preview=${preview}`}`;
