import { answerEnquiry, askEnquiry, closeEnquiry } from '#contract/calls/records.ts';
import { enquiry, type Enquiry, type RecordFace } from '#contract/record.ts';
import type { Submission, FormDraft } from '#data/submit.ts';
import { UNKNOWN_RECORD } from '#domain/recordFace.ts';
import type { Entry } from '#outbox/entry.ts';

/** Enquiries as changes of the outbox, and as they look with what waits there (ENQ-9). */

export const ENQUIRY = 'enquiry';

const shortOf = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
const aboutOf = ({ title, from, amount }: RecordFace) => ({
  note: title,
  ...(from !== '' && { day: from }),
  ...(amount !== null && { amount }),
});

export const askCommand = (about: RecordFace, question: string, draft: FormDraft): Submission => ({
  endpoint: askEnquiry,
  parts: { id: about.id },
  body: { question } as object,
  record: { kind: ENQUIRY, about: about.id },
  face: { title: 'Question', ...aboutOf(about), remarks: shortOf(question), success: 'Question sent.', about },
  draft,
});

export const answerCommand = (on: Enquiry, answer: string, draft: FormDraft): Submission => ({
  endpoint: answerEnquiry,
  parts: { id: on.enquiryId },
  body: { answer } as object,
  ifMatch: on.version,
  base: on,
  record: { kind: ENQUIRY, id: on.enquiryId, about: on.about.id },
  face: { title: 'Answer', ...aboutOf(on.about), remarks: shortOf(answer), success: 'Answer sent.' },
  draft,
});

export const closeCommand = (on: Enquiry): Submission => ({
  endpoint: closeEnquiry,
  parts: { id: on.enquiryId },
  body: {},
  ifMatch: on.version,
  base: on,
  record: { kind: ENQUIRY, id: on.enquiryId, about: on.about.id },
  face: { title: 'Close enquiry', ...aboutOf(on.about), remarks: shortOf(on.question), success: 'Enquiry closed.' },
});

/** One card: an enquiry, and what of the outbox concerns it. */
export interface EnquiryItem {
  key: string;
  row: Enquiry;
  entry?: Entry;
}

interface Reader {
  email: string;
  name: string;
}

const answered = (entry: Entry): Enquiry | null => {
  const parsed = enquiry.safeParse((entry.answer as { data?: unknown } | undefined)?.data);
  return parsed.success ? parsed.data : null;
};

/** A question that is still in the outbox. */
function queuedRow(entry: Entry, me: Reader): Enquiry {
  const about = (entry.face['about'] as RecordFace | undefined) ?? {
    ...UNKNOWN_RECORD,
    id: String(entry.record['about'] ?? ''),
  };
  const question = typeof entry.body['question'] === 'string' ? entry.body['question'] : '';
  return {
    enquiryId: entry.id,
    about,
    askedBy: me,
    askedOf: { email: '', name: '' },
    question,
    askedAt: entry.createdAt,
    answer: null,
    answeredAt: null,
    closedAt: null,
    closedBy: null,
    mayAnswer: false,
    mayClose: false,
    version: 0,
    createdAt: entry.createdAt,
    updatedAt: entry.createdAt,
  };
}

export interface MergeInput {
  rows: readonly Enquiry[];
  /** Of enquiries, oldest first. */
  entries: readonly Entry[];
  me: Reader;
  /** Of one record alone. */
  about?: string;
  state?: 'open' | 'closed';
  /** When the rows were answered: what the outbox heard later is newer. */
  asOf: number;
  firstPage: boolean;
}

/** The enquiries as they will look once the outbox has been sent; nothing is reordered, new questions stand on top. */
export function mergeEnquiries({ rows, entries, me, about, state, asOf, firstPage }: MergeInput): EnquiryItem[] {
  const known = new Set(rows.map(({ enquiryId }) => enquiryId));
  const onTop: EnquiryItem[] = [];
  for (const entry of entries) {
    if (
      !firstPage ||
      state === 'closed' ||
      entry.endpoint !== askEnquiry.name ||
      (about !== undefined && entry.record['about'] !== about)
    )
      continue;
    if (entry.state !== 'done') onTop.unshift({ key: entry.id, row: queuedRow(entry, me), entry });
    // Sent, and not yet in the list that is shown.
    else if ((entry.sentAt ?? 0) >= asOf) onTop.unshift(...newlyMade(entry, known));
  }
  const items = [...onTop, ...rows.map((row) => withEntries({ key: row.enquiryId, row }, entries))];
  return items.filter(
    ({ row, entry }) => state === undefined || (row.closedAt === null) === (state === 'open') || entry !== undefined,
  );
}

function newlyMade(entry: Entry, known: ReadonlySet<string>): EnquiryItem[] {
  const made = answered(entry);
  return made && !known.has(made.enquiryId) ? [{ key: entry.id, row: made }] : [];
}

function withEntries(item: EnquiryItem, entries: readonly Entry[]): EnquiryItem {
  let { row, entry } = item;
  for (const each of entries) {
    if (each.record.id !== row.enquiryId) continue;
    if (each.state === 'done') {
      const after = answered(each);
      if (after && after.version > row.version) row = after;
      continue;
    }
    entry = each;
    if (each.endpoint === answerEnquiry.name && typeof each.body['answer'] === 'string')
      row = { ...row, answer: each.body['answer'], answeredAt: each.createdAt };
  }
  return { ...item, row, ...(entry && { entry }) };
}
