import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/open.ts';
import { builtFile } from '#tests/support/builtServer.ts';
import { aCompany, aContact, csvOf, openFolder, type Folder } from '#tests/support/companies.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { peopled } from '#tests/support/server.ts';

let folder: Folder;
let dataDir: string;
beforeEach(async () => {
  folder = openFolder();
  dataDir = join(folder.path, 'data');
  await cp(await peopled(), dataDir, { recursive: true });
});
afterEach(() => folder.remove());

const SOURCE = ['--import', 'tsx', resolve('server/main/commands/importCompanies.ts')];
const built = builtFile('importCompanies.js');

/**
 * Runs the command in a process of its own, from one file where that was built; `megabytes` is what its objects may
 * take.
 */
async function run(
  files: readonly string[],
  {
    megabytes = 256,
    killWhen,
    program = built === null ? SOURCE : [built],
  }: { megabytes?: number; killWhen?: () => boolean; program?: readonly string[] } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, ...program, ...files], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => void (said += piece.toString()));
  }
  const looking = setInterval(() => void (killWhen?.() === true && child.kill('SIGKILL')), 10);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(looking);
  return { code, said };
}

async function countRows(): Promise<{ companies: number; contacts: number }> {
  const database = await openDatabase({ dataDir, log: quietLog });
  try {
    const count = async (table: 'companies' | 'contacts') =>
      Number(
        (
          await database.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    return { companies: await count('companies'), contacts: await count('contacts') };
  } finally {
    await database.close();
  }
}

describe('CAMP-19 npm run import:companies', () => {
  it('takes both files in and says what became of them', async () => {
    const files = [
      folder.put('companies.csv', csvOf([aCompany(1), aCompany(2), aCompany(3, { turnoverRange: 'HUGE' })])),
      folder.put('contacts.csv', csvOf([aContact(1, 1), aContact(2, 2)])),
    ];
    const { code, said } = await run(files, { program: SOURCE });
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          String.raw`companies\.csv: 2 companies taken in, 1 row refused: ` +
            String.raw`see .*companies\.csv\.refused\.csv\. \d+ s\.\n` +
            String.raw`.*contacts\.csv: 2 contacts taken in\. \d+ s\.`,
        ),
      ),
    ]);
    expect(await countRows()).toEqual({ companies: 2, contacts: 2 });
  });

  it('explains itself without a file, and ends with a sentence where it cannot go on', async () => {
    expect(await run([])).toMatchObject({
      code: 0,
      said: expect.stringContaining('companyId, companyName, turnoverRange') as string,
    });
    expect(await run([join(folder.path, 'nowhere.csv')])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The file .*nowhere\.csv cannot be read \(ENOENT\)\.\n$/) as string,
    });
    const database = await openDatabase({ dataDir, log: quietLog });
    try {
      expect(await run([folder.put('companies.csv', csvOf([aCompany(1)]))])).toMatchObject({
        code: 1,
        said: expect.stringMatching(/is in use by process \d+\. Stop it/) as string,
      });
    } finally {
      await database.close();
    }
  });

  it('takes in a file that is larger than its memory', async () => {
    const file = join(folder.path, 'companies.csv');
    const out = createWriteStream(file);
    const long = 'x'.repeat(30_000);
    const titles = [...Object.keys(aCompany(0)), 'notes'];
    out.write(`${titles.join(',')}\n`);
    for (let n = 0; n < 3_000; n += 1)
      if (!out.write(`${Object.values(aCompany(n)).join(',')},${long}\n`)) await once(out, 'drain');
    out.end();
    await once(out, 'finish');
    const megabytes = 40;
    expect(statSync(file).size).toBeGreaterThan(1.5 * megabytes * 1_048_576);
    expect(await run([file], { megabytes })).toMatchObject({ code: 0 });
    expect(await countRows()).toMatchObject({ companies: 3_000 });
  });
});

describe('CAMP-20 a killed command', () => {
  it('goes on where it was, in the database and in the file of refused rows', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => aCompany(n, n % 400 === 7 ? { turnoverRange: 'HUGE' } : {}));
    const file = folder.put('companies.csv', csvOf(rows));
    const refused = `${file}.refused.csv`;
    const lines = (): number => (existsSync(refused) ? readFileSync(refused, 'utf8').split('\n').length : 0);
    expect(await run([file], { killWhen: () => lines() > 5 })).toMatchObject({ code: null });
    const { companies } = await countRows();
    expect(companies).toBeGreaterThan(0);
    expect(companies).toBeLessThan(11_970);
    const { code, said } = await run([file]);
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/11,970 companies taken in, [\d,]+ rows of them earlier, 30 rows refused/),
    ]);
    expect(await countRows()).toMatchObject({ companies: 11_970 });
    expect(readFileSync(refused, 'utf8').trim().split('\r\n')).toHaveLength(31);
  });
});
