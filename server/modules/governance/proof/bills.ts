import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { filesOf } from '../repository/proof.ts';

/** Every bill that the rows of a record name, those that were replaced too. */

/** A bill of the pack. `copy`: of a photo, as others see it, without the place where it was taken (Z53). */
export interface ProofBill {
  fingerPrint: string;
  name: string;
  size: number;
  type: string;
  /** Its name in the pack; null: its bytes are not here any more. */
  file: string | null;
  copy: boolean;
}

interface Row {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Fingerprints in the order in which the rows name them. */
export function namedBills(rows: readonly Row[]): string[] {
  const prints = rows
    .flatMap(({ before, after }) => [before, after])
    .flatMap((said) => [said?.['bills'], said?.['tickets']])
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [...new Set(prints.filter((print) => typeof print === 'string'))];
}

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
};

/** What the pack says of each bill, and which bytes it holds. */
export async function proofBills(
  db: Kysely<Tables>,
  files: FileStore,
  recordId: string,
  prints: readonly string[],
): Promise<{ bill: ProofBill; stored: string | null }[]> {
  const found = await filesOf(db, recordId, prints);
  return Promise.all(
    prints.map(async (fingerPrint, n) => {
      const file = found.get(fingerPrint);
      const lost = { fingerPrint, name: file?.name ?? '', size: file?.size ?? 0, type: file?.type ?? '' };
      // A picture whose copy was not made yet is not given away with its place.
      const stored = !file ? null : file.type.startsWith('image/') ? file.shown : fingerPrint;
      if (!file || stored === null || !(await files.has(stored)))
        return { bill: { ...lost, file: null, copy: false }, stored: null };
      const title = `bills/${String(n + 1).padStart(2, '0')}.${ENDINGS[file.type] ?? 'bin'}`;
      return { bill: { ...lost, file: title, copy: stored !== fingerPrint }, stored };
    }),
  );
}
