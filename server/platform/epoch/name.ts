import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIFE_NOTE } from '#server/platform/database/lifeNote.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import type { Identity } from './repository.ts';

/** The note beside an embedded database that tells it from its copies; '' without one. */
export const readNote = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, LIFE_NOTE), 'utf8').catch(() => '');

/** What clients are told of an epoch, and the name under which the database knows it. */
export function nameOf({ system, timeline, base, made }: Identity, note: string): { id: string; life: string } {
  const id = sha256(`${system}/${timeline}/${base}/${note}`).slice(0, 16);
  return { id, life: `${id}/${made}` };
}
