import type { Kysely } from 'kysely';
import { MAX_BATCH_VOUCHERS } from '#contract/limits.ts';
import type { SheetAnswer, SheetKind } from '#contract/sheets.ts';
import {
  NO_ROWS,
  parseHeadings,
  textOfCell,
  TOO_MANY_ROWS,
  TWICE,
  type CellContent,
  type Columns,
} from '#domain/sheets.ts';
import { isExported, mayUseSheets } from '#domain/tally.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { RefusedRow } from '#server/platform/database/tables/tallyTables.ts';
import { invalidRequest, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { insertUpload, uploadsOfContent, type SheetUploadRow } from './repository.ts';
import { SheetFailed, type SheetFault } from '#server/platform/readers/sheets/packed.ts';
import { readSheet } from '#server/platform/readers/sheets/readSheet.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { columnsToShow, expenseStep, paymentStep, type SheetStep } from './steps.ts';
import { fileNames } from './files.ts';
import { signedAddress } from '#server/platform/secrets/signedAddress.ts';
import { countUpload } from '#server/platform/uploads/uploads.ts';
import { vouchersInBatches } from '#server/modules/tally/index.ts';

/**
 * The sheets of finance's documents (PAY-1). Each row is judged by itself and the good ones are carried out
 * together, in one transaction; the others come back with the reason. The same content again finds its rows carried
 * out, answers with the same files, and tries only what was refused: an upload may be repeated freely (PAY-7).
 */
const STEPS: Readonly<Record<SheetKind, SheetStep>> = { expense: expenseStep, payment: paymentStep };

const FAULTS: Readonly<Record<SheetFault, () => Refusal>> = {
  foreign: () => new Refusal('UNSUPPORTED_FILE', 'Only XLSX files are accepted.'),
  protected: () =>
    new Refusal(
      'UNSUPPORTED_FILE',
      'This file is protected, or of an older Excel. Please save it as XLSX without a password.',
    ),
  large: () => new Refusal('FILE_TOO_LARGE', 'This sheet is too large to be read.'),
  broken: () =>
    invalidRequest('This file is broken. Please choose it again.', {
      file: 'This file is broken. Please choose it again.',
    }),
};

/**
 * Files that one answer names: the newest of those that came of the same content, however often it was uploaded (S3).
 */
const MAX_FILES = 100;

interface DataRow {
  cells: CellContent[];
}

/** The rows under the headings. Throws what is wrong with the file as a whole. */
async function rowsOf(kind: SheetKind, bytes: Buffer): Promise<{ columns: Columns; rows: DataRow[] }> {
  const read = await readSheet(bytes, { rows: MAX_BATCH_VOUCHERS + 1 }).catch((error: unknown) => {
    throw error instanceof SheetFailed ? FAULTS[error.fault]() : error;
  });
  const [head, ...rows] = read;
  if (!head) throw invalidRequest(NO_ROWS, { file: NO_ROWS });
  const headings = parseHeadings(kind, head.cells);
  if ('message' in headings) throw invalidRequest(headings.message, { file: headings.message });
  if (rows.length === 0) throw invalidRequest(NO_ROWS, { file: NO_ROWS });
  if (rows.length > MAX_BATCH_VOUCHERS) throw invalidRequest(TOO_MANY_ROWS, { file: TOO_MANY_ROWS });
  return { columns: headings.value, rows };
}

/** What an earlier upload of the same content did that still holds, and what is left to judge. */
interface Sorted {
  before: number;
  open: { id: string; cells: CellContent[] }[];
  refused: { cells: CellContent[]; reason: string }[];
}

function sortRows(step: SheetStep, columns: Columns, rows: readonly DataRow[], earlier: ReadonlySet<string>): Sorted {
  const sorted: Sorted = { before: 0, open: [], refused: [] };
  const seen = new Set<string>();
  for (const { cells } of rows) {
    const read = step.read(columns, cells);
    if ('message' in read) sorted.refused.push({ cells, reason: read.message });
    else if (seen.has(read.value.id)) sorted.refused.push({ cells, reason: TWICE });
    else {
      seen.add(read.value.id);
      if (earlier.has(read.value.id)) sorted.before += 1;
      else sorted.open.push({ id: read.value.id, cells });
    }
  }
  return sorted;
}

interface Outcome {
  uploads: SheetUploadRow[];
  done: number;
  refused: number;
}

async function execute(
  tx: Kysely<Tables>,
  context: Context,
  kind: SheetKind,
  hash: string,
  { columns, rows }: { columns: Columns; rows: DataRow[] },
): Promise<Outcome> {
  const step = STEPS[kind];
  const uploads = await uploadsOfContent(tx, kind, hash);
  const { before, open, refused } = sortRows(step, columns, rows, await step.standing(tx, uploads));
  const result = await step.execute(tx, context, columns, open);
  const refusals: RefusedRow[] = [...refused, ...result.refused].map(({ cells, reason }) => ({
    cells: columnsToShow(kind, columns, cells).map(textOfCell),
    reason,
  }));
  const last = uploads.at(-1);
  const same =
    last !== undefined && result.done.length === 0 && canonicalJson(last.refusals) === canonicalJson(refusals);
  if (!same) {
    const upload = {
      id: newId('SHT', context.now),
      kind,
      content_hash: hash,
      person_id: context.actor.id,
      batch_id: result.batchId,
      claim_ids: result.done,
      refusals,
      created_at: context.now,
    };
    await insertUpload(tx, upload);
    const after = { kind, hash, batch: result.batchId, claims: result.done, refused: refusals.length };
    await appendAudit(
      tx,
      {
        recordId: upload.id,
        recordKind: 'sheet',
        version: 1,
        at: context.now,
        actorId: context.actor.id,
        action: 'sheet',
        before: null,
        after,
        origin: context.origin,
      },
      '',
    );
    uploads.push(upload);
  }
  return { uploads, done: before + result.done.length, refused: refusals.length };
}

/** Processes a sheet that was uploaded; answers with the files that came of it (PAY-1). */
export async function takeSheet(context: Context, kind: SheetKind, bytes: Buffer): Promise<SheetAnswer> {
  const { database } = context.services;
  await countUpload(context);
  const sheet = await rowsOf(kind, bytes);
  const hash = sha256(bytes);
  const { uploads, done, refused } = await transact(database.db, (tx) => execute(tx, context, kind, hash, sheet));
  await database.durable();
  const batches = await vouchersInBatches(
    database.db,
    uploads.flatMap(({ batch_id }) => batch_id ?? []),
  );
  const withFile = new Set(batches.filter(({ status }) => isExported(status)).map(({ batch_id }) => batch_id));
  const all = uploads.flatMap((upload, position) =>
    fileNames(
      upload,
      upload.batch_id !== null && withFile.has(upload.batch_id),
      position === uploads.length - 1 && refused > 0,
    ),
  );
  const files = all.slice(-MAX_FILES);
  return {
    success: true,
    errorMessage: null,
    data: Object.fromEntries(files.map(({ name, what, id }) => [name, signedAddress(context.services, what, id)])),
    done,
    refused,
  };
}

/** Before anything of the file is received: who may not is not listened to. */
export const assertMayUseSheets = (context: Context): void => assertAllowed(mayUseSheets(context.actor));
