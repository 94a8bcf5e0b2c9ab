import { LOGO_FAULT, parseLogo } from '#domain/logo.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { kindOf } from '#server/platform/files/kinds.ts';
import { readers } from '#server/platform/readers/pool.ts';

const PICTURES: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * The logo as pages show it, made anew of a picture in base64 (ORG-37): a data address. Null: none; undefined: nothing
 * is said of it. Refuses with INVALID what is no picture.
 */
export async function readLogo(value: unknown): Promise<string | null | undefined> {
  const wrong = () => invalidRequest(LOGO_FAULT, { logo: LOGO_FAULT });
  const parsed = parseLogo(value);
  if ('message' in parsed) throw wrong();
  if (parsed.value === null || parsed.value === undefined) return parsed.value;
  const bytes = Buffer.from(parsed.value, 'base64');
  const type = kindOf(bytes);
  if (type === null || !PICTURES.includes(type)) throw wrong();
  const read = await readers().read('logo', { bytes, type }, { alone: true });
  if (read.fault !== null) throw wrong();
  return `data:image/webp;base64,${Buffer.from(read.small).toString('base64')}`;
}
