import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeCompanies, storeContacts } from '#server/modules/campaigns/repository/store.ts';
import { companySheet, contactSheet } from '#server/modules/campaigns/import/columns.ts';
import { importFile, type Progress } from '#server/modules/campaigns/import/importFile.ts';
import type { TestServer } from './server.ts';

/** Companies and contacts in CSV files, and how they are taken in. */

export type Cells = Record<string, string>;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A CSV text of rows; its columns are those of the first row. */
export function csvOf(rows: readonly Cells[]): string {
  const titles = Object.keys(rows[0] ?? {});
  return [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n');
}

export interface Folder {
  path: string;
  /** Writes a file and answers its path. */
  put(name: string, text: string): string;
  remove(): void;
}

export function openFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'kharcha-import-'));
  return {
    path,
    put: (name, text) => {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface Taking {
  batch?: number;
  /** Ends it, as a kill would, before this batch (from 0) has taken effect. */
  killAt?: number;
}

const KILLED = 'killed';

async function takeIn(
  server: TestServer,
  file: string,
  kind: 'companies' | 'contacts',
  { batch = 1_000, killAt = Infinity }: Taking,
): Promise<Progress | null> {
  let batches = 0;
  const dying = <Result>(result: Result): Result => {
    if (batches === killAt) throw new Error(KILLED);
    batches += 1;
    return result;
  };
  const common = {
    db: server.database.db,
    durable: () => server.database.durable(),
    file,
    refusedFile: `${file}.refused.csv`,
    clock: () => server.clock.now,
    batch,
    progress: () => undefined,
  };
  const running =
    kind === 'companies'
      ? importFile({
          ...common,
          sheet: companySheet,
          store: async (tx, known, rows) => dying(await storeCompanies(tx, known, rows)),
        })
      : importFile({
          ...common,
          sheet: contactSheet,
          store: async (tx, known, rows) => dying(await storeContacts(tx, known, rows)),
        });
  return running.catch((error: unknown) => {
    if (error instanceof Error && error.message === KILLED) return null;
    throw error;
  });
}

/** Null: it was killed. */
export const takeCompanies = (server: TestServer, file: string, taking: Taking = {}): Promise<Progress | null> =>
  takeIn(server, file, 'companies', taking);
export const takeContacts = (server: TestServer, file: string, taking: Taking = {}): Promise<Progress | null> =>
  takeIn(server, file, 'contacts', taking);

export const aCompany = (number: number, changes: Cells = {}): Cells => ({
  companyId: `C${number}`,
  companyName: `Company ${number}`,
  turnoverRange: 'NHV',
  companyType: 'PRIVATE_LIMITED',
  businessLines: 'BIDASSIST:HOT',
  ...changes,
});
export const aContact = (number: number, company: number, changes: Cells = {}): Cells => ({
  contactId: `K${number}`,
  companyId: `C${company}`,
  name: `Person ${number}`,
  seniority: 'MANAGER',
  email: `person${number}@company${company}.in`,
  mailStatus: 'DELIVERABLE',
  mobile: '+91 98450 00000',
  mobileStatus: 'DELIVERABLE',
  contactStatus: 'YET_TO_CONTACT',
  ...changes,
});
