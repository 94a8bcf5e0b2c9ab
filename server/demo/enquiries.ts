import type { Selectable } from 'kysely';
import { statusOf } from '#domain/status.ts';
import type { ClaimsTable } from '#server/platform/database/tables/claimTables.ts';
import type { EnquiriesTable } from '#server/platform/database/tables.ts';
import { auditRow } from '#server/platform/audit/audit.ts';
import { personIdOf } from './people.ts';
import { seededRandom } from './random.ts';
import { demoId } from './rows.ts';

/** What approvers of the demo organisation have asked, and what they were told. */

const HOUR = 3_600_000;
const SEED = 23;

interface Exchange {
  owner: string;
  asker: string;
  /** Whether a manager has approved the claim it is about. */
  about: 'pending' | 'approved';
  question: string;
  answer?: string;
  closed?: true;
  /** Hours before now. */
  ago: number;
}

const EXCHANGES: readonly Exchange[] = [
  {
    owner: 'employee',
    asker: 'manager',
    about: 'pending',
    ago: 5,
    question: 'The total on the bill is hard to read. Is the tax part of this amount?',
  },
  {
    owner: 'employee',
    asker: 'finance',
    about: 'approved',
    ago: 20,
    question: 'Please give the GST number; I cannot read it on the bill.',
  },
  {
    owner: 'employee',
    asker: 'manager',
    about: 'pending',
    ago: 28,
    question: 'Was this agreed with the branch beforehand?',
    answer: 'Yes, Sunita asked for it on the phone the week before.',
  },
  {
    owner: 'employee',
    asker: 'finance',
    about: 'approved',
    ago: 44,
    question: 'Which project does this belong to?',
    answer: 'Field Sales South, dealer meet.',
  },
  {
    owner: 'employee',
    asker: 'director',
    about: 'approved',
    ago: 90,
    question: 'Could this not wait until the month’s end?',
    answer: 'No, the client needed it the next morning.',
    closed: true,
  },
  {
    owner: 'employee',
    asker: 'finance',
    about: 'approved',
    ago: 200,
    question: 'Is this the corrected bill?',
    answer: 'Yes, the first one had the wrong date.',
    closed: true,
  },
  {
    owner: 'manager',
    asker: 'director',
    about: 'pending',
    ago: 9,
    question: 'Is this for the whole team or for you alone?',
  },
  {
    owner: 'manager',
    asker: 'finance',
    about: 'approved',
    ago: 60,
    question: 'The card slip is missing. Do you have it?',
    answer: 'I paid in cash; the receipt is all there is.',
  },
  {
    owner: 'manager',
    asker: 'finance',
    about: 'approved',
    ago: 150,
    question: 'Please confirm the cost centre.',
    answer: 'Field Sales South.',
    closed: true,
  },
  {
    owner: 'employee2',
    asker: 'manager',
    about: 'pending',
    ago: 3,
    question: 'Asha has handed in the same bill. Whose is it?',
  },
];

type Enquiry = Selectable<EnquiriesTable>;

/**
 * The enquiries and their audit rows, about claims that are there. The newest claims of each owner are asked about
 * first.
 */
export function demoEnquiries(
  claims: readonly Selectable<ClaimsTable>[],
  now: number,
): { enquiries: Enquiry[]; audit: ReturnType<typeof auditRow>[] } {
  const random = seededRandom(SEED);
  const newest = claims.filter((claim) => claim.withdrawn_at === null).toSorted((a, b) => b.created_at - a.created_at);
  const taken = new Set<string>();
  const enquiries: Enquiry[] = [];
  const audit: ReturnType<typeof auditRow>[] = [];
  for (const { owner, asker, about, question, answer, closed, ago } of EXCHANGES) {
    const claim = newest.find(
      (each) => each.owner_id === personIdOf(owner) && statusOf(each.manager_status) === about && !taken.has(each.id),
    );
    if (!claim) continue;
    taken.add(claim.id);
    // Not before the claim was there and had been decided as it is.
    const earliest = Math.max(claim.created_at, claim.manager_decided_at ?? 0) + 600_000;
    const asked = Math.min(Math.max(now - ago * HOUR, earliest), now - 3);
    const [answered, done] = [Math.min(asked + 2 * HOUR, now - 2), Math.min(asked + 3 * HOUR, now - 1)];
    const enquiry: Enquiry = {
      id: demoId('ENQ', asked, random),
      record_id: claim.id,
      owner_id: personIdOf(owner),
      asker_id: personIdOf(asker),
      question,
      answer: null,
      answered_at: null,
      closed_at: null,
      closed_by: null,
      version: 1,
      creation_key: null,
      created_at: asked,
      updated_at: asked,
    };
    const steps: { action: string; at: number; by: string; changes: Partial<Enquiry> }[] = [
      { action: 'ask', at: asked, by: asker, changes: {} },
    ];
    if (answer !== undefined)
      steps.push({ action: 'answer', at: answered, by: owner, changes: { answer, answered_at: answered } });
    if (closed)
      steps.push({ action: 'close', at: done, by: asker, changes: { closed_at: done, closed_by: personIdOf(asker) } });
    let state = enquiry;
    let previous = '';
    for (const [index, { action, at, by, changes }] of steps.entries()) {
      const before = index === 0 ? null : snapshot(state);
      state = { ...state, ...changes, version: index + 1, updated_at: at };
      const row = auditRow(
        {
          recordId: state.id,
          recordKind: 'enquiry',
          version: state.version,
          at,
          actorId: personIdOf(by),
          action,
          before,
          after: snapshot(state),
          origin: 'demo',
        },
        previous,
      );
      previous = row.hash;
      audit.push(row);
    }
    enquiries.push(state);
  }
  return { enquiries, audit };
}

const snapshot = ({ record_id, question, answer, closed_at }: Enquiry): Record<string, unknown> => ({
  recordId: record_id,
  question,
  answer,
  closed: closed_at !== null,
});
