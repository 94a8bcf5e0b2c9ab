import type { Kysely } from 'kysely';
import { SHEETS, type SheetKind } from '#contract/sheets.ts';
import type { Read } from '#domain/reading.ts';
import type { CellContent, Columns } from '#domain/sheets.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { SheetUploadRow } from './repository.ts';
import type { Context } from '#server/platform/http/context.ts';

/** What sets the two sheets apart; how they are read, kept and answered is written once. */
export interface SheetStep {
  /** Claims changed by earlier uploads of the same content, as far as that still holds. */
  standing(tx: Kysely<Tables>, earlier: readonly SheetUploadRow[]): Promise<ReadonlySet<string>>;
  /** What a row says, or what is wrong with it whatever its claim. */
  read(columns: Columns, cells: readonly CellContent[]): Read<{ id: string }>;
  /** Executes the rows that can be executed; each names a different claim. */
  execute(tx: Kysely<Tables>, context: Context, columns: Columns, rows: readonly SheetItem[]): Promise<StepResult>;
}

interface SheetItem {
  id: string;
  cells: CellContent[];
}

interface StepResult {
  /** Claims whose rows were carried out. */
  done: string[];
  refused: { cells: CellContent[]; reason: string }[];
  /** The batch that came of it. */
  batchId: string | null;
}

export const UNKNOWN = 'There is no request with this id';

/** The cells of a row in the order of the sheet's own columns. */
export const columnsToShow = (kind: SheetKind, columns: Columns, cells: readonly CellContent[]): CellContent[] =>
  SHEETS[kind].columns.map((name) => {
    const at = columns.get(name);
    return at === undefined ? null : (cells[at] ?? null);
  });
