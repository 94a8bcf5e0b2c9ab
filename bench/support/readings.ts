import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Piece } from '#domain/billReading/pieces.ts';
import { openModels } from '#files/reading/models.ts';
import { readPicture } from '#files/reading/readPicture.ts';
import { MODEL_FILES, openPicture, TODAY } from './bills.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const READER = join(ROOT, 'src', 'files', 'reading');
const KEPT = join(ROOT, 'node_modules', '.cache', 'kharcha-readings');

/** The text of a picture, before its rules. */
export interface Recognised {
  pieces: readonly Piece[];
  slope: number;
}

/** Of the code that reads pictures: what another version read says nothing of this one. */
const version = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(READER).sort()) hash.update(readFileSync(join(READER, name)));
  return hash.digest('hex');
};

/** Where the text of a photo is kept. */
export const keptAt = (photo: Buffer): string =>
  join(KEPT, `${createHash('sha256').update(version()).update(photo).digest('hex')}.json`);

/** Recognises the text of a photo, which takes seconds of processor; once of each, since it is kept. */
export async function recognised(photo: Buffer): Promise<Recognised> {
  const file = keptAt(photo);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Recognised;
  const models = await openModels(MODEL_FILES);
  const read = await readPicture(await openPicture(photo), models, TODAY, async () => undefined);
  await models.close();
  const text: Recognised = { pieces: read?.pieces ?? [], slope: read?.slope ?? 0 };
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(file, JSON.stringify(text));
  return text;
}
