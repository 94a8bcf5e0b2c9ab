import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { builtFile } from '#tests/support/builtServer.ts';
import { openFolder, type Folder } from '#tests/support/companies.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { email } from '#tests/support/people.ts';
import { companyFile } from '#tests/support/peopleFiles.ts';
import { peopled } from '#tests/support/server.ts';

let folder: Folder;
let dataDir: string;
beforeEach(async () => {
  folder = openFolder();
  dataDir = join(folder.path, 'data');
  await cp(await peopled(), dataDir, { recursive: true });
});
afterEach(() => folder.remove());

const built = builtFile('importPeople.js');
const PROGRAM = built === null ? ['--import', 'tsx', resolve('server/main/commands/importPeople.ts')] : [built];
const APPLY = ['--apply', '--as', email('org-admin')];

/**
 * In MB. 20,000 people are taken in by a process with 32 for its objects, and not with 24; the memory of the whole
 * process says nothing of it, for there the embedded database's own goes up and down by as much.
 */
const SMALL_HEAP = '--max-old-space-size=48';

interface Ended {
  code: number | null;
  said: string;
  seconds: number;
}

/** Runs the command in a process of its own; `killAfter`: milliseconds after which it is killed. */
async function run(args: readonly string[], killAfter?: number): Promise<Ended> {
  const started = performance.now();
  const child = spawn(process.execPath, [SMALL_HEAP, ...PROGRAM, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => void (said += String(piece)));
  const killing = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(killing);
  return { code, said, seconds: (performance.now() - started) / 1_000 };
}

async function people(): Promise<number> {
  const database = await openDatabase({ dataDir, log: quietLog });
  try {
    expect(await verifyAudit(database.db)).toBeNull();
    const { n } = await database.db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  } finally {
    await database.close();
  }
}

describe('ORG-23 npm run import:people', () => {
  it('says what it would do, does it when told who does, and ends with 1 when a line is refused', async () => {
    const file = folder.put('people.csv', companyFile(12));
    expect(await run([])).toMatchObject({ code: 0, said: expect.stringContaining('--missing-leave') as string });
    const before = await people();
    expect(await run([file])).toMatchObject({
      code: 0,
      said:
        'New: 12\nChanged: 0\nUnchanged: 0\nLeaving: 0\nRefused: 0\n' +
        'Nothing was changed. Add --apply to carry it out.\n',
    });
    expect(await people()).toBe(before);
    const refused = { code: 1, said: expect.stringContaining('is no organisation admin at work') as string };
    expect(await run([file, '--apply', '--as', email('employee')])).toMatchObject(refused);
    expect(await run([file, ...APPLY])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Done: 12 people, /) as string,
    });
    expect(await people()).toBe(before + 12);
    const faulty = folder.put('faulty.csv', 'Email,Code,Hobby\nperson1@company.example,C000001,Chess\nx,C000002,\n');
    expect(await run([faulty])).toMatchObject({
      code: 1,
      said: expect.stringContaining('line 3, Person 2: This is not an e-mail address') as string,
    });
    expect(await run([join(folder.path, 'nowhere.csv')])).toMatchObject({ code: 1 });
  });

  it('takes 20,000 people in within a small heap; killed or repeated it changes nothing', async () => {
    const file = folder.put('people.csv', companyFile(20_000));
    const small = await run([folder.put('small.csv', companyFile(1))]);
    const before = await people();
    for (const part of [0.5, 0.75, 0.9]) {
      const killed = await run([file, ...APPLY], small.seconds * 1_000 * part + 1_500 * part);
      if (killed.code === null) expect(await people()).toBe(before);
    }
    const whole = await run([file, ...APPLY]);
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('Done: 20,000 people') as string });
    expect(await people()).toBe(before + 20_000);
    const again = await run([file, ...APPLY]);
    expect(again.said).toContain('Unchanged: 20,000');
    expect(again.said).toContain('Done: 0 people');
    expect(await people()).toBe(before + 20_000);
  });
});
