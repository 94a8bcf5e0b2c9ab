import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { asText, csvLines } from '#server/platform/tables/csv.ts';

/**
 * Rows that were not taken in: line and reason, then the row as it stood, ready to be mended and taken in by
 * themselves.
 */
export interface RefusedFile {
  /** What of an import that broke off is still there: nothing when somebody took the file away. */
  length: number;
  /** The first line. */
  head(titles: readonly string[]): void;
  /**
   * Writes what follows the first so many bytes, and answers how long the file is then. The same again is no change.
   */
  write(at: number, rows: readonly RefusedRow[]): Promise<number>;
  close(): Promise<void>;
}

export interface RefusedRow {
  line: number;
  reason: string;
  cells: readonly string[];
}

const linesOf = (rows: string[][]): string => csvLines(rows.map((cells) => cells.map(asText)));

/**
 * Made when the first row is refused; one of an earlier import is replaced. `written` is what an import that broke off
 * wrote.
 */
export async function openRefused(path: string, written: number): Promise<RefusedFile> {
  const length =
    written > 0 &&
    (await stat(path).then(
      ({ size }) => size >= written,
      () => false,
    ))
      ? written
      : 0;
  if (length === 0) await rm(path, { force: true });
  let handle: FileHandle | null = null;
  let head = '';
  const opened = async (): Promise<FileHandle> => (handle ??= await open(path, length === 0 ? 'w' : 'r+'));
  return {
    length,
    head: (titles) => void (head = `\uFEFF${linesOf([['Line', 'Reason', ...titles]])}`),
    write: async (at, rows) => {
      if (rows.length === 0) return at;
      const file = await opened();
      const text = Buffer.from(
        (at === 0 ? head : '') + linesOf(rows.map(({ line, reason, cells }) => [String(line), reason, ...cells])),
      );
      await file.truncate(at);
      await file.write(text, 0, text.length, at);
      await file.datasync();
      return at + text.length;
    },
    close: async () => handle?.close(),
  };
}
