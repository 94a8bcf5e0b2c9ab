import { MAX_BATCH_VOUCHERS } from '#contract/limits.ts';
import { REASON_COLUMN, SHEETS, XLSX_TYPE, type SheetKind } from '#contract/sheets.ts';
import { mayUseSheets } from '#domain/tally.ts';
import type { RefusedRow } from '#server/platform/database/tables/tallyTables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Column } from '#server/platform/tables/table.ts';
import { writeXlsx } from '#server/platform/tables/xlsx.ts';
import { claimsForSheet, claimsToPay, paidClaims, uploadById, type SheetUploadRow } from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { FileMaker, MadeFile } from '#server/platform/http/sendFile.ts';
import type { Services } from '#server/platform/http/services.ts';
import { signedAddress } from '#server/platform/secrets/signedAddress.ts';
import {
  ledgerMappingNow,
  type BookedClaim,
  paymentOf,
  TALLY_TYPE,
  writeVouchers,
  TALLY_BATCH,
  bookedAs,
} from '#server/modules/tally/index.ts';

/** Kinds of files that a signed address names. */
const SIGNED = {
  sheet: 'sheet',
  payments: 'payment-vouchers',
  refused: 'refused-rows',
} as const;

/**
 * Of the upload, what its file is called and where it is; a batch of which nothing goes out has none. The rows that
 * were refused are those of the last one.
 */
export function fileNames(
  upload: SheetUploadRow,
  withBatch: boolean,
  withRefused: boolean,
): { name: string; what: string; id: string }[] {
  const word = upload.kind === 'expense' ? 'Expense' : 'Payment';
  const vouchers =
    upload.kind === 'payment' && upload.claim_ids.length > 0
      ? [{ name: `Payment-${upload.id}.xml`, what: SIGNED.payments, id: upload.id }]
      : [];
  const batch =
    upload.batch_id === null || !withBatch
      ? []
      : [{ name: `Tally-${upload.batch_id}.xml`, what: TALLY_BATCH, id: upload.batch_id }];
  return [
    ...batch,
    ...vouchers,
    ...(withRefused ? [{ name: `${word}-refused.xlsx`, what: SIGNED.refused, id: upload.id }] : []),
  ];
}

async function* once<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  if (items.length > 0) yield items;
}

async function paymentFile(services: Services, id: string): Promise<MadeFile | null> {
  const { db } = services.database;
  const upload = await uploadById(db, id);
  if (!upload) return null;
  const { mapping } = await ledgerMappingNow(db);
  const ledgers = { payable: mapping.payableLedger, bank: mapping.bankLedger };
  const vouchers = (await paidClaims(db, upload.claim_ids)).map((claim) => paymentOf(claim, ledgers));
  return { name: `Payment-${id}.xml`, type: TALLY_TYPE, bytes: writeVouchers(mapping.company, once(vouchers)) };
}

function sheetFile<Row>(
  services: Services,
  name: string,
  fileName: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): MadeFile {
  return {
    name: fileName,
    type: XLSX_TYPE,
    bytes: writeXlsx({ name, columns, batches: once(rows), timeZone: services.env.timeZone }),
  };
}

const WIDTHS: Readonly<Record<string, number>> = {
  'Expense Id': 26,
  Narration: 60,
  Ledger: 30,
  'Cost Centre': 24,
  [REASON_COLUMN]: 50,
};
const widthOf = (title: string): number => WIDTHS[title] ?? 16;

async function refusedFile(services: Services, id: string): Promise<MadeFile | null> {
  const upload = await uploadById(services.database.db, id);
  if (!upload) return null;
  const columns = SHEETS[upload.kind].columns.map((title, at): Column<RefusedRow> => ({
    title,
    width: widthOf(title),
    kind: 'text',
    of: (row) => row.cells[at] || null,
  }));
  const reason: Column<RefusedRow> = {
    title: REASON_COLUMN,
    width: widthOf(REASON_COLUMN),
    kind: 'text',
    of: (row) => row.reason,
  };
  return sheetFile(
    services,
    'Refused',
    `${upload.kind === 'expense' ? 'Expense' : 'Payment'}-refused.xlsx`,
    [...columns, reason],
    upload.refusals,
  );
}

const [ID, APPROVED, LEDGER, CENTRE, NARRATION] = SHEETS.expense.columns;
const [PAID_ID, PAID, PAID_ON, REFERENCE] = SHEETS.payment.columns;

/**
 * Expense.xlsx with what waits to be posted, Payment.xlsx with what waits to be paid: filled in as far as it is known.
 */
async function template(services: Services, kind: SheetKind): Promise<MadeFile> {
  const { db } = services.database;
  const { fileName } = SHEETS[kind];
  if (kind === 'payment') {
    const rows = await claimsToPay(db, MAX_BATCH_VOUCHERS);
    return sheetFile<(typeof rows)[number]>(
      services,
      'Payments',
      fileName,
      [
        { title: PAID_ID, width: widthOf(PAID_ID), kind: 'text', of: (row) => row.id },
        { title: PAID, width: widthOf(PAID), kind: 'money', of: (row) => row.finance_amount },
        { title: PAID_ON, width: widthOf(PAID_ON), kind: 'day', of: () => null },
        { title: REFERENCE, width: widthOf(REFERENCE), kind: 'text', of: () => null },
      ],
      rows,
    );
  }
  const { mapping } = await ledgerMappingNow(db);
  const rows = (await claimsForSheet(db, MAX_BATCH_VOUCHERS)).map(
    (claim): { claim: BookedClaim } & ReturnType<typeof bookedAs> => ({ claim, ...bookedAs(mapping, claim) }),
  );
  return sheetFile<(typeof rows)[number]>(
    services,
    'Expenses',
    fileName,
    [
      { title: ID, width: widthOf(ID), kind: 'text', of: ({ claim }) => claim.id },
      { title: APPROVED, width: widthOf(APPROVED), kind: 'money', of: ({ claim }) => claim.finance_amount },
      { title: LEDGER, width: widthOf(LEDGER), kind: 'text', of: (row) => row.ledger },
      { title: CENTRE, width: widthOf(CENTRE), kind: 'text', of: (row) => row.costCentre },
      { title: NARRATION, width: widthOf(NARRATION), kind: 'text', of: (row) => row.narration },
    ],
    rows,
  );
}

/** The address of a template, filled with what waits (PAY-9): an export, and on record as one (AUD-1). */
export async function templateAddress(context: Context, kind: SheetKind): Promise<string> {
  const { services, actor, now, origin } = context;
  assertAllowed(mayUseSheets(actor));
  await appendAudit(
    services.database.db,
    {
      recordId: newId('EXR', now),
      recordKind: 'export',
      version: 1,
      at: now,
      actorId: actor.id,
      action: 'export',
      before: null,
      after: { report: SHEETS[kind].fileName },
      origin,
    },
    '',
  );
  await services.database.durable();
  return signedAddress(services, SIGNED.sheet, kind);
}

/** The files that signed addresses of sheets name. */
export const SHEET_FILES: readonly [string, FileMaker][] = [
  [SIGNED.sheet, async (services, id) => (id === 'expense' || id === 'payment' ? template(services, id) : null)],
  [SIGNED.payments, paymentFile],
  [SIGNED.refused, refusedFile],
];
