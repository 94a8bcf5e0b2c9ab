import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { migrations } from '#server/migrations/migrations.ts';
import type { Migrations } from './migrateInUse.ts';

/** By what this build would make a template: the engine byte by byte, and the migrations word by word. */
export function templateStamp(known: Migrations = migrations): string {
  const engine = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const hash = createHash('sha256').update(readFileSync(path.join(path.dirname(engine), 'pglite.wasm')));
  for (const [name, { up }] of Object.entries(known)) hash.update(`\0${name}\0${String(up)}`);
  return hash.digest('hex');
}
