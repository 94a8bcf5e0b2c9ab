import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { FolderInUse, lockFolder } from '#server/platform/database/folderLock.ts';
import { movedNoteIn, readMovedNote, writeMovedNote } from '#server/platform/database/movedNote.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { quietLog, template } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

const dataDir = mkdtempSync(join(roomyFolder(), 'kharcha-note-'));
beforeAll(async () => cp(await template('empty'), dataDir, { recursive: true }));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const open = () => openDatabase({ dataDir, log: quietLog });
const note = { to: 'db.example:5432/kharcha', tables: '1/2/3', at: Date.UTC(2026, 6, 15), done: true };

it('a folder whose database was moved opens for no server, which says where it went', async () => {
  writeMovedNote(dataDir, note);
  expect(readMovedNote(dataDir)).toEqual(note);
  await expect(open()).rejects.toThrow(
    /was moved to db\.example:5432\/kharcha on 2026-07-15\. Set DATABASE_URL to it\./,
  );
  writeMovedNote(dataDir, { ...note, done: false });
  await expect(open()).rejects.toThrow(/did not say that it ended\. Run npm run move again, which finds out\./);
});

it.each([
  ['empty', ''],
  ['torn', '{"to":"db.example'],
  ['of other types', JSON.stringify({ ...note, done: 'false' })],
  ['of no day', JSON.stringify({ ...note, at: 1e300 })],
])('neither does one whose note is %s', async (_, text) => {
  writeFileSync(movedNoteIn(dataDir), text);
  await expect(open()).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(
      /moved\.json cannot be read\. It says that the database in this folder was moved:/,
    ) as string,
  });
});

it('the note may be a folder, and once it is gone the database opens', async () => {
  rmSync(movedNoteIn(dataDir));
  mkdirSync(movedNoteIn(dataDir));
  await expect(open()).rejects.toThrow(/moved\.json cannot be read/);
  rmSync(movedNoteIn(dataDir), { recursive: true });
  await (await open()).close();
});

it('whether it may be opened is asked when nobody else can move it any more', async () => {
  let asked: Promise<unknown> | undefined;
  const mayOpen = (): void => void (asked = lockFolder(dataDir).catch((error: unknown) => error));
  const onFatal = (error: Error): never => {
    throw error;
  };
  const database = await openEmbedded({ dataDir, log: quietLog, onFatal, mayOpen });
  expect(await asked).toBeInstanceOf(FolderInUse);
  await database.close();
});
