import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Beside the embedded database, tells it from others that began as the same bytes: a copy of the build's template, or a
 * backup that was put back. Phones ask what was lost where it changes (X58).
 */
export const LIFE_NOTE = 'restored.json';

/** Writes the note of a database that begins now. Write it before the database itself is put in its place. */
export function writeLifeNote(dataDir: string, facts: { backup?: string; at?: number } = {}): void {
  writeFileSync(path.join(dataDir, LIFE_NOTE), `${JSON.stringify({ ...facts, life: randomUUID() })}\n`, {
    // Without it a power cut could leave the database and not its note: another life for every phone.
    flush: true,
  });
}
