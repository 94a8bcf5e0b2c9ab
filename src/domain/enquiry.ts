import { MAX_OPEN_ENQUIRIES } from '#contract/limits.ts';
import { answerBody, askBody } from '#contract/record.ts';
import { conform, missingIn } from './parsing.ts';
import { parseRemarks } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Questions of approvers to the owner of a record, and their answers. */

function parseWords(field: 'question' | 'answer', body: unknown): ParseResult<string> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const schema = field === 'question' ? askBody.shape.question : answerBody.shape.answer;
  const text = conform(schema, given[field]);
  if ('message' in text) return invalid({ [field]: text.message });
  const parsed = parseRemarks(text.value);
  // The rule and its limit are those of remarks; the message is under its own field.
  if (!parsed.ok)
    return invalid({ [field]: parsed.message.replace('Remarks contain', 'It contains').replace('Remarks', 'It') });
  return parsed.text === '' ? invalid({ [field]: missingIn(schema) }) : { ok: true, value: parsed.text };
}

/** Parses `{question}`: at least one letter, the length of a remark (ENQ-3). */
export const parseQuestion = (body: unknown): ParseResult<string> => parseWords('question', body);
/** Parses `{answer}` (ENQ-3). */
export const parseAnswer = (body: unknown): ParseResult<string> => parseWords('answer', body);

/**
 * What each viewer of the record may do; others get 404. `ownerId`: who raised it. A viewer who is not the owner
 * approves it in some role, asks (ENQ-1) and closes (ENQ-5); its owner alone answers (ENQ-2).
 */
export const enquiryRole = {
  ask: (actorId: string, ownerId: string): Verdict =>
    actorId === ownerId ? refused('FORBIDDEN', 'You cannot ask about your own request.') : allowed,
  answer: (actorId: string, ownerId: string): Verdict =>
    actorId === ownerId ? allowed : refused('FORBIDDEN', 'Only who raised the request can answer.'),
  close: (actorId: string, ownerId: string): Verdict =>
    actorId === ownerId ? refused('FORBIDDEN', 'Only an approver can close an enquiry.') : allowed,
} as const;

const CLOSED = refused('CONFLICT', 'This enquiry is closed.');

/**
 * What the state allows: nothing of a closed one; a new one only of a record that still counts and has not too many
 * open already (ENQ-4, ENQ-6).
 */
export const enquiryCan = {
  ask({ gone, open }: { gone: boolean; open: number }): Verdict {
    if (gone) return refused('CONFLICT', 'This request was withdrawn or cancelled.');
    return open < MAX_OPEN_ENQUIRIES
      ? allowed
      : refused('CONFLICT', `There are ${MAX_OPEN_ENQUIRIES} open enquiries about this request already.`);
  },
  answer: ({ closed }: { closed: boolean }): Verdict => (closed ? CLOSED : allowed),
  close: ({ closed }: { closed: boolean }): Verdict => (closed ? CLOSED : allowed),
} as const;

/** Whose turn it is: the owner's until there is an answer, then the asker's until it is closed (ENQ-7). */
export function turnOf(enquiry: { answer: string | null; closedAt: number | null }): 'owner' | 'asker' | null {
  if (enquiry.closedAt !== null) return null;
  return enquiry.answer === null ? 'owner' : 'asker';
}
