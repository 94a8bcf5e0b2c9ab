import type { AnyRecord } from '#contract/record.ts';
import { dayOf, formatDay, timeOfDay } from '#domain/dates.ts';
import { describeChange } from '#domain/history.ts';
import { KIND_WORDS } from '#domain/recordFace.ts';
import type { ProofBill } from './bills.ts';
import type { PdfLine } from './pdf.ts';

/** What a person reads of a pack: the facts of the record, what happened to it, its bills. */

interface LogRow {
  at: number;
  record_id: string;
  version: number;
  actor_id: string | null;
  on_behalf_of: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface Facts {
  id: string;
  record: AnyRecord;
  organisation: string;
  madeBy: string;
  madeAt: number;
  timeZone: string;
  rows: readonly LogRow[];
  /** Names by id. */
  people: ReadonlyMap<string, string>;
  bills: readonly ProofBill[];
  keyDigest: string;
}

const GREY = 9;
/** On one line; the font has no sign of the rupee. */
const plain = (text: string): string => text.replaceAll('₹', 'Rs ').replace(/\s+/g, ' ').trim();

export function factLines(facts: Facts): PdfLine[] {
  const { id, record, organisation, madeBy, madeAt, timeZone, rows, people, bills, keyDigest } = facts;
  const moment = (at: number): string => `${formatDay(dayOf(at, timeZone))} ${timeOfDay(at, timeZone)}`;
  const nameOf = (person: string | null): string => (person === null ? '–' : (people.get(person) ?? person));
  const heading = (text: string): PdfLine => ({ text, size: 13, above: 14 });
  const own = rows.filter((row) => row.record_id === id);
  const last = own.at(-1);
  const now = last
    ? describeChange({ at: 0, by: '', onBehalfOf: null, action: '', before: {}, after: last.after }, people).changes
    : [];
  const { record: whole } = record;
  const owner = 'employeeName' in whole ? `${whole.employeeName}, ${whole.userEmail}` : '';
  return [
    { text: `${KIND_WORDS[record.kind]} ${id}`, size: 18 },
    { text: plain(`${organisation} · ${owner}`), above: 4 },
    { text: `Proof pack made on ${moment(madeAt)} by ${plain(madeBy)}`, size: GREY, above: 2 },
    heading('Facts'),
    ...now.map(({ field, after }) => ({ text: plain(`${field}: ${after ?? '–'}`), above: 2 })),
    heading('What happened'),
    ...rows.flatMap((row): PdfLine[] => {
      const by = nameOf(row.actor_id) + (row.on_behalf_of === null ? '' : ` for ${nameOf(row.on_behalf_of)}`);
      const { what, changes } = describeChange({ ...row, by, onBehalfOf: null }, people);
      return [
        { text: plain(`${moment(row.at)} · ${what} · ${by}`), above: 6 },
        ...changes.map(({ field, before, after }) => ({
          text: plain(before === null ? `${field}: ${after ?? '–'}` : `${field}: ${before} → ${after ?? '–'}`),
          size: GREY,
          indent: 14,
        })),
      ];
    }),
    heading(bills.length === 0 ? 'No bills' : 'Bills'),
    ...bills.flatMap((bill, n): PdfLine[] => [
      { text: plain(`${n + 1}. ${bill.name || bill.type} · ${bill.file ?? 'not stored any more'}`), above: 6 },
      { text: `SHA-256 ${bill.fingerPrint}`, size: GREY, indent: 14 },
      ...(bill.copy ? [{ text: 'A copy without the place where the photo was taken.', size: GREY, indent: 14 }] : []),
    ]),
    heading('How to check this pack'),
    { text: 'Open verify.html of this pack in a browser, with or without a network, and choose the ZIP.', above: 2 },
    { text: `Digest of the signing key: ${keyDigest}`, size: GREY, above: 4 },
  ];
}
