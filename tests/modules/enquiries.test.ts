import { describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { answerEnquiry } from '#contract/calls/records.ts';
import type { Enquiry } from '#contract/record.ts';
import { entryInput, type Submission } from '#data/submit.ts';
import { formAddress, isDecision } from '#modules/outbox/entryTexts.ts';
import { answerCommand, askCommand, closeCommand, mergeEnquiries } from '#modules/enquiries/enquiries.ts';
import type { Entry } from '#outbox/entry.ts';
import { anEnquiry } from '#tests/support/anEnquiry.ts';
import { anEntry } from '#tests/support/entries.ts';

const DRAFT = { key: 'd', id: 'a-key-of-22-characters' };
const me = { email: 'employee@example.com', name: 'Asha Nair' };
const waiting = (command: Submission, more: Partial<Entry> = {}): Entry =>
  anEntry({ ...(entryInput(command) as Partial<Entry>), ...more });
const merge = (rows: Enquiry[], entries: Entry[], more: Partial<Parameters<typeof mergeEnquiries>[0]> = {}) =>
  mergeEnquiries({ rows, entries, me, asOf: 100, firstPage: true, ...more });

describe('ENQ-9 enquiries with what waits in the outbox', () => {
  it('a question that waits stands on top, on the record it is about and in the open list', () => {
    const [row, entry] = [anEnquiry(), waiting(askCommand(anEnquiry().about, 'When?', DRAFT))];
    for (const more of [{}, { about: 'EXP1' }, { state: 'open' as const }])
      expect(merge([row], [entry], more).map((item) => [item.row.question, item.entry?.id])).toEqual([
        ['When?', entry.id],
        ['Why so much?', undefined],
      ]);
    expect(merge([row], [entry], { about: 'EXP2' })).toHaveLength(1);
    expect(merge([], [entry], { state: 'closed' })).toHaveLength(0);
    expect(merge([row], [entry], { firstPage: false })).toHaveLength(1);
    expect(merge([], [entry])[0]?.row).toMatchObject({
      askedBy: me,
      about: { title: 'Mobile Bill' },
      mayAnswer: false,
      mayClose: false,
    });
  });

  it('an answer that waits is shown with the question, a sent one until the list knows it', () => {
    const row = anEnquiry();
    const entry = waiting(answerCommand(row, 'Two months.', DRAFT), { createdAt: 7 });
    expect(merge([row], [entry])[0]).toMatchObject({
      row: { answer: 'Two months.', answeredAt: 7 },
      entry: { id: entry.id },
    });
    const sent: Entry = {
      ...entry,
      state: 'done',
      answer: { success: true, data: { ...row, answer: 'Two months.', version: 2 } },
      sentAt: 200,
    };
    expect(merge([row], [sent])[0]).toEqual({ key: row.enquiryId, row: { ...row, answer: 'Two months.', version: 2 } });
    expect(merge([{ ...row, answer: 'Three.', version: 3 }], [sent])[0]?.row.answer).toBe('Three.');
  });

  it('a closed one leaves the open list, one that waits to be closed stays until it is', () => {
    const row = anEnquiry({ mayClose: true });
    const entry = waiting(closeCommand(row));
    expect(merge([row], [entry], { state: 'open' })[0]?.entry?.id).toBe(entry.id);
    const closed = { ...row, closedAt: 9, closedBy: 'Ravi Menon', version: 2 };
    expect(
      merge([row], [{ ...entry, state: 'done', answer: { success: true, data: closed }, sentAt: 200 }], {
        state: 'open',
      }),
    ).toEqual([]);
    expect(merge([row], [], { state: 'closed' })).toEqual([]);
  });

  it('a question that was sent keeps its place until the list has it, and is not shown twice', () => {
    const made = anEnquiry({ question: 'When?' });
    const sent = waiting(askCommand(made.about, 'When?', DRAFT), {
      state: 'done',
      answer: { success: true, data: made },
      sentAt: 200,
    });
    expect(merge([], [sent]).map((item) => [item.key, item.row.enquiryId])).toEqual([[sent.id, made.enquiryId]]);
    expect(merge([made], [sent])).toHaveLength(1);
    expect(merge([], [{ ...sent, sentAt: 50 }])).toEqual([]);
  });
});

describe('ENQ-9 as changes of the outbox', () => {
  it('name their record in the address, the version they were made on, and where they are written', () => {
    const row = anEnquiry({ enquiryId: 'ENQ 1', version: 4 });
    const entry = waiting(answerCommand(row, 'Yes.', DRAFT));
    expect(entry).toMatchObject({
      url: urlOf(answerEnquiry, { parts: { id: 'ENQ 1' } }),
      ifMatch: 4,
      body: { answer: 'Yes.' },
      record: { kind: 'enquiry', id: 'ENQ 1', about: 'EXP1' },
    });
    expect([formAddress(entry), isDecision(entry)]).toEqual([`/detail/EXP1/enquiries?edit=${entry.id}`, false]);
    const asked = waiting(askCommand(row.about, 'Why?', DRAFT));
    expect([asked.ifMatch, asked.record.id, formAddress(asked)]).toEqual([
      undefined,
      undefined,
      `/detail/EXP1/enquiries?edit=${asked.id}`,
    ]);
    const closing = waiting(closeCommand(row));
    expect([formAddress(closing), isDecision(closing)]).toEqual([null, false]);
  });
});
