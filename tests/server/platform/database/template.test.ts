import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { LIFE_NOTE } from '#server/platform/database/lifeNote.ts';
import { findTemplate, keepTemplate } from '#server/platform/database/template.ts';
import { templateStamp } from '#server/platform/database/templateStamp.ts';
import { quietLog, template as migrated } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-template-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A migrated database with a mark in it, by which a copy is told from one that was made anew. */
async function makeTemplate(name: string, stamp: string): Promise<string> {
  const dataDir = path.join(home, `${name}-source`);
  cpSync(await migrated('empty'), dataDir, { recursive: true });
  const database = await open(dataDir, null);
  await sql`create table mark (made boolean)`.execute(database.db);
  await database.close();
  const folder = path.join(home, name);
  mkdirSync(folder, { recursive: true });
  keepTemplate(path.join(dataDir, 'database'), folder, stamp);
  return folder;
}

const open = (dataDir: string, template: string | null) =>
  openEmbedded({
    dataDir,
    template,
    log: quietLog,
    onFatal: (error) => {
      throw error;
    },
  });

async function isCopy(dataDir: string, template: string): Promise<boolean> {
  const database = await open(dataDir, template);
  const { rows } = await sql<{ there: boolean }>`select to_regclass('mark') is not null as there`.execute(database.db);
  await database.close();
  return rows[0]?.there === true;
}

const noteOf = (dataDir: string): string => readFileSync(path.join(dataDir, LIFE_NOTE), 'utf8');

test('a first start copies the template, and each copy has a life of its own', async () => {
  const template = await makeTemplate('right', templateStamp());
  const [one, other] = [path.join(home, 'one'), path.join(home, 'other')];
  expect(await isCopy(one, template)).toBe(true);
  expect(await isCopy(other, template)).toBe(true);
  expect(noteOf(one)).not.toBe(noteOf(other));
  // The second start of the same database is the same life.
  const note = noteOf(one);
  expect(await isCopy(one, template)).toBe(true);
  expect(noteOf(one)).toBe(note);
});

test('a template of other migrations is left alone', async () => {
  const last = Object.keys(migrations).at(-1) ?? '';
  const changed = { ...migrations, [last]: { up: async () => undefined } };
  const fewer = Object.fromEntries(Object.entries(migrations).slice(0, -1));
  for (const known of [changed, fewer]) expect(templateStamp(known)).not.toBe(templateStamp());
  const template = await makeTemplate('older', templateStamp(fewer));
  expect(findTemplate(template, templateStamp())).toBeNull();
  const dataDir = path.join(home, 'anew');
  expect(await isCopy(dataDir, template)).toBe(false);
  expect(existsSync(path.join(dataDir, LIFE_NOTE))).toBe(false);
});

test('a template that is not whole is left alone', async () => {
  const template = await makeTemplate('half', templateStamp());
  rmSync(path.join(template, 'stamp'));
  expect(findTemplate(template, templateStamp())).toBeNull();
});

test('a first start that was killed while it copied is begun again', async () => {
  const template = await makeTemplate('again', templateStamp());
  const dataDir = path.join(home, 'killed');
  const half = path.join(dataDir, 'database.new');
  cpSync(path.join(template, 'database', 'global'), path.join(half, 'global'), { recursive: true });
  writeFileSync(path.join(half, 'left-by-the-killed-start'), '');
  writeFileSync(path.join(dataDir, LIFE_NOTE), '{"life":"of the killed start"}\n');
  expect(await isCopy(dataDir, template)).toBe(true);
  expect(existsSync(half)).toBe(false);
  expect(existsSync(path.join(dataDir, 'database', 'left-by-the-killed-start'))).toBe(false);
  expect(noteOf(dataDir)).not.toContain('killed');
});
