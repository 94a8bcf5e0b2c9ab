import type { Database } from '#server/platform/database/database.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import {
  storeCompanies,
  storeContacts,
  companySheet,
  contactSheet,
  type Sheet,
  importFile,
  type ImportInput,
  type Progress,
  analyzeCompanies,
} from '#server/modules/campaigns/index.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run import:companies -- companies.csv [contacts.csv]`: takes companies and their contacts into the database that
 * the settings name.
 */

const USAGE = `npm run import:companies -- <companies.csv> [<contacts.csv>]

The first line names the columns. Companies: ${companySheet.known.join(', ')}.
Contacts: ${contactSheet.known.join(', ')}.
Several values are parted by ';', business lines read 'BIDASSIST:HOT; NEXIZO:COLD', days 2026-11-21 or 21-11-2026.`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const rowsOf = (value: number): string => `${number(value)} ${value === 1 ? 'row' : 'rows'}`;
const number = (value: number): string => value.toLocaleString('en-IN');

/** Said on one line of a terminal, or every ten seconds where a log is written. */
function teller(file: string): (state: Progress) => void {
  const started = Date.now();
  const every = process.stdout.isTTY ? 200 : 10_000;
  let last = started;
  return ({ rows, refused, share, before }) => {
    const now = Date.now();
    if (now - last < every) return;
    last = now;
    const speed = Math.round(((rows - before) * 1000) / Math.max(1, now - started));
    const text =
      `${file}: ${number(rows)} rows, ${Math.floor(share * 100)} %, ${number(speed)}/s` +
      (refused > 0 ? `, ${number(refused)} refused` : '');
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  };
}

async function takeIn<Record_>(
  database: Database,
  file: string,
  sheet: Sheet<Record_>,
  store: ImportInput<Record_>['store'],
): Promise<void> {
  const started = Date.now();
  const refusedFile = `${file}.refused.csv`;
  const { rows, refused, before } = await importFile({
    db: database.db,
    durable: () => database.durable(),
    file,
    refusedFile,
    sheet,
    store,
    clock: () => Date.now(),
    progress: teller(file),
  });
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  say(
    `${file}: ${number(rows - refused)} ${sheet.kind} taken in` +
      (before > 0 ? `, ${rowsOf(before)} of them earlier` : '') +
      (refused > 0 ? `, ${rowsOf(refused)} refused: see ${refusedFile}` : '') +
      `. ${Math.round((Date.now() - started) / 1000)} s.`,
  );
}

async function main([companies, contacts, ...rest]: readonly string[]): Promise<void> {
  if (companies === undefined || rest.length > 0) {
    say(USAGE);
    process.exitCode = companies === undefined ? 0 : 1;
    return;
  }
  const env = readEnv(process.env);
  const log = {
    info: () => undefined,
    warn: (message: string) => process.stderr.write(`${message}\n`),
    error: (message: string) => process.stderr.write(`${message}\n`),
  };
  await withDatabase(
    env,
    async (database) => {
      await takeIn(database, companies, companySheet, storeCompanies);
      if (contacts !== undefined) await takeIn(database, contacts, contactSheet, storeContacts);
      await analyzeCompanies(database.db);
      await database.durable();
    },
    log,
  );
}

await runCommand(main);
