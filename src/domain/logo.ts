import { MAX_LOGO_BYTES } from '#contract/limits.ts';
import type { Parsed } from './parsing.ts';

export const LOGO_FAULT = `Please choose a PNG, JPEG or WebP picture of at most ${MAX_LOGO_BYTES / 1_000} kB`;

/** A picture that may become the logo, by its size (ORG-37); null: none, undefined: nothing is said of it. */
export function parseLogo(value: unknown): Parsed<string | null | undefined> {
  if (value === undefined || value === null) return { value };
  // Four letters stand for three bytes.
  const fits = typeof value === 'string' && value.length <= Math.ceil(MAX_LOGO_BYTES / 3) * 4;
  return fits && /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? { value } : { message: LOGO_FAULT };
}
