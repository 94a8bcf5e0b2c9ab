import { createRequire } from 'node:module';
import { MAX_PIXELS } from '#contract/limits.ts';
import { heicPixels } from './ends.ts';
import type { Drawn } from './pdfPicture.ts';
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
  ): { code?: unknown; image?: object; channels?: readonly Channel[] } | null;
  heif_image_release(image: object): void;
  heif_colorspace: { heif_colorspace_undefined: unknown; heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_undefined: unknown; heif_chroma_interleaved_RGB: unknown };
}

interface Channel {
  width: number;
  height: number;
  /** Bytes from one line to the next. */
  stride: number;
  data: Uint8Array;
}

let loaded: Heif | undefined;
const load = (): Heif => createRequire(import.meta.url)('libheif-js/wasm-bundle') as Heif;

/** Three bytes for each pixel, without what stands between two lines. */
function rgbOf({ width, height, stride, data }: Channel): Drawn {
  const line = width * 3;
  const pixels = new Uint8Array(line * height);
  for (let y = 0; y < height; y += 1) pixels.set(data.subarray(y * stride, y * stride + line), y * line);
  return { pixels, width, height, channels: 3 };
}

/** Decodes the main picture, and nothing else that a HEIC may hold. `drawn`: its pixels are wanted too. */
function decode(heif: Heif, bytes: Buffer, drawn: boolean): BillFault | Drawn | null {
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
      drawn ? heif.heif_colorspace.heif_colorspace_RGB : heif.heif_colorspace.heif_colorspace_undefined,
      drawn ? heif.heif_chroma.heif_chroma_interleaved_RGB : heif.heif_chroma.heif_chroma_undefined,
    );
    const [first] = picture?.channels ?? [];
    const pixels = drawn && first ? rgbOf(first) : null;
    if (picture?.image) heif.heif_image_release(picture.image);
    return first ? pixels : 'broken';
  } finally {
    if (handle) heif.heif_image_handle_release(handle);
    heif.heif_context_free(context);
  }
}

/**
 * Decodes a HEIC: boxes that hold together are not a picture yet (S18). The size that they declare is looked at
 * first.
 */
function read(bytes: Buffer, drawn: boolean): BillFault | Drawn | null {
  const pixels = heicPixels(bytes);
  if (pixels === null) return 'broken';
  if (pixels > MAX_PIXELS) return 'pixels';
  loaded ??= load();
  try {
    return decode(loaded, bytes, drawn);
  } catch (error) {
    // The picture made the decoder trap; anything else is our bug.
    if (error instanceof Error && error.name === 'RuntimeError') return 'broken';
    throw error;
  }
}

/** What is wrong with a HEIC; null when it can be decoded. */
export const decodeHeic = (bytes: Buffer): BillFault | null => read(bytes, false) as BillFault | null;

/** The main picture of a HEIC, upright; null when it cannot be decoded. */
export function heicPicture(bytes: Buffer): Drawn | null {
  const found = read(bytes, true);
  return typeof found === 'string' ? null : found;
}
