import { createRequire } from 'node:module';
import { MAX_PIXELS } from '#contract/limits.ts';
import { heicPixels } from './ends.ts';
import type { BillFault } from './tasks.ts';

/** What is used of the decoder (libheif, compiled to WebAssembly). A failure has a `code`. */
interface Heif {
  heif_context_alloc(): object;
  heif_context_free(context: object): void;
  heif_context_read_from_memory(context: object, bytes: Uint8Array): { code: { value: number } };
  heif_js_context_get_primary_image_handle(context: object): object & { code?: unknown };
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_image_handle_release(handle: object): void;
  heif_js_decode_image2(
    handle: object,
    colours: unknown,
    chroma: unknown,
  ): { code?: unknown; image?: object; channels?: readonly unknown[] } | null;
  heif_image_release(image: object): void;
  heif_colorspace: { heif_colorspace_undefined: unknown };
  heif_chroma: { heif_chroma_undefined: unknown };
}

let loaded: Heif | undefined;
const load = (): Heif => createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;

/** Decodes the main picture, and nothing else that a HEIC may hold. */
function decode(heif: Heif, bytes: Buffer): BillFault | null {
  const context = heif.heif_context_alloc();
  let handle: (object & { code?: unknown }) | undefined;
  try {
    if (heif.heif_context_read_from_memory(context, bytes).code.value !== 0) return 'broken';
    const primary = heif.heif_js_context_get_primary_image_handle(context);
    if (primary.code !== undefined) return 'broken';
    handle = primary;
    if (heif.heif_image_handle_get_width(handle) * heif.heif_image_handle_get_height(handle) > MAX_PIXELS)
      return 'pixels';
    const picture = heif.heif_js_decode_image2(
      handle,
      heif.heif_colorspace.heif_colorspace_undefined,
      heif.heif_chroma.heif_chroma_undefined,
    );
    if (picture?.image) heif.heif_image_release(picture.image);
    return picture?.channels?.length ? null : 'broken';
  } finally {
    if (handle) heif.heif_image_handle_release(handle);
    heif.heif_context_free(context);
  }
}

/**
 * Decodes a HEIC: boxes that hold together are not a picture yet (S18). The size that they declare is looked at
 * first.
 */
export function decodeHeic(bytes: Buffer): BillFault | null {
  const pixels = heicPixels(bytes);
  if (pixels === null) return 'broken';
  if (pixels > MAX_PIXELS) return 'pixels';
  loaded ??= load();
  try {
    return decode(loaded, bytes);
  } catch (error) {
    // The picture made the decoder trap; anything else is our bug.
    if (error instanceof Error && error.name === 'RuntimeError') return 'broken';
    throw error;
  }
}
