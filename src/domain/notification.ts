import type { RecordKind } from '#contract/enums.ts';
import type { NoteKind, Notification, PushMessage, PushText } from '#contract/notification.ts';
import { statusOf } from './status.ts';

/** Who is told of what. Facts in, people by their part out: the server knows who they are. */

/** A change as the audit log has it. */
export interface NotifiableChange {
  recordKind: 'claim' | 'trip' | 'enquiry';
  action: string;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** The owner of the record, its manager and today's stand-ins, every admin, or the asker. */
export type Audience = 'owner' | 'manager' | 'admins' | 'asker';

export interface NotificationPlan {
  /** Kinds of open notifications that are resolved by this change, for every recipient. */
  settles: readonly NoteKind[];
  notifies: readonly { to: Audience; kind: NoteKind }[];
}

const QUEUES: readonly NoteKind[] = ['toDecide', 'toDecideAsAdmin', 'toCancel'];

/** What each decision tells the owner (NOTE-2), and what it settles. */
const DECISIONS: Readonly<Record<string, { kind: NoteKind; settles: readonly NoteKind[] }>> = {
  'manager-approve': { kind: 'managerApproved', settles: ['toDecide'] },
  'manager-reject': { kind: 'managerRejected', settles: ['toDecide'] },
  'admin-approve': { kind: 'adminApproved', settles: ['toDecideAsAdmin'] },
  'admin-reject': { kind: 'adminRejected', settles: ['toDecideAsAdmin'] },
  'finance-approve': { kind: 'financeApproved', settles: [] },
  'finance-reject': { kind: 'financeRejected', settles: [] },
  revive: { kind: 'revived', settles: [] },
  pay: { kind: 'paid', settles: [] },
  'no-show': { kind: 'noShow', settles: QUEUES },
  tickets: { kind: 'tickets', settles: [] },
  cancellation: { kind: 'cancelled', settles: QUEUES },
  'cancellation-reject': { kind: 'cancellationRefused', settles: ['toCancel'] },
};

const NOTHING: NotificationPlan = { settles: [], notifies: [] };

const pendingIn = (of: Readonly<Record<string, unknown>> | null, field: string): boolean =>
  of !== null && typeof of[field] === 'string' && statusOf(of[field]) === 'pending';

/** What one change tells whom (NOTE-1, NOTE-2, NOTE-3). */
export function planNotifications({ recordKind, action, before, after }: NotifiableChange): NotificationPlan {
  if (recordKind === 'enquiry') return ofEnquiry(action);
  // Nobody has to act on it any more (NOTE-7).
  if (action === 'withdraw' || action === 'cancel-at-once') return { settles: QUEUES, notifies: [] };
  if (action === 'cancel') return { settles: [], notifies: [{ to: 'admins', kind: 'toCancel' }] };
  const decision = Object.hasOwn(DECISIONS, action) ? DECISIONS[action] : undefined;
  if (decision) {
    const next =
      recordKind === 'trip' && action === 'manager-approve' && pendingIn(after, 'adminStatus')
        ? [{ to: 'admins', kind: 'toDecideAsAdmin' } as const]
        : [];
    return { settles: decision.settles, notifies: [{ to: 'owner', kind: decision.kind }, ...next] };
  }
  // Made, changed or handed to another manager, and for the manager to decide (NOTE-1).
  if (
    pendingIn(after, 'managerStatus') &&
    (before === null || action === 'edit' || before['managerId'] !== after?.['managerId'])
  )
    return { settles: QUEUES, notifies: [{ to: 'manager', kind: 'toDecide' }] };
  return NOTHING;
}

/** A question tells the owner, its answer whoever asked (NOTE-3). */
function ofEnquiry(action: string): NotificationPlan {
  if (action === 'ask') return { settles: [], notifies: [{ to: 'owner', kind: 'asked' }] };
  if (action === 'answer') return { settles: ['asked'], notifies: [{ to: 'asker', kind: 'answered' }] };
  return action === 'close' ? { settles: ['asked', 'answered'], notifies: [] } : NOTHING;
}

/** Maximum records that a notification names; beyond it only the count grows. */
export const MAX_MERGED = 100;

/** Of the latest change: who raised the record, who changed it, what it is, whole paise. */
export interface NoteDetails {
  owner?: string;
  by?: string;
  title?: string;
  paise?: number | null;
}

/** An unread notification as it is merged (NOTE-6). */
export interface OpenNote {
  subjects: string[];
  told: number;
  recordId: string | null;
  facts: NoteDetails;
}

export interface Subject {
  /** What is counted: the record, or the enquiry. */
  id: string;
  recordId: string;
  facts: NoteDetails;
}

/** One more of the same kind: counted once however often it changes. */
export function merged(note: OpenNote | null, subject: Subject): OpenNote {
  const { recordId, facts } = subject;
  if (note === null) return { subjects: [subject.id], told: 1, recordId, facts };
  const rest = note.subjects.filter((id) => id !== subject.id);
  const known = rest.length < note.subjects.length;
  const subjects = [...rest, subject.id].slice(-MAX_MERGED);
  return { subjects, told: known ? note.told : note.told + 1, recordId, facts };
}

/** One less, because it is done (NOTE-7). Null: nothing is left of it. */
export function settled(note: OpenNote, subjectId: string): OpenNote | null {
  if (!note.subjects.includes(subjectId)) return note;
  const subjects = note.subjects.filter((id) => id !== subjectId);
  const told = note.told - 1;
  if (told <= 0 || subjects.length === 0) return null;
  // What was known was of the latest: when that is gone, the rest is counted and not named.
  const latest = note.subjects.at(-1) === subjectId;
  return { subjects, told, recordId: latest ? null : note.recordId, facts: latest ? {} : note.facts };
}

const NOUNS: Readonly<Record<RecordKind, readonly [one: string, many: string]>> = {
  trip: ['travel request', 'travel requests'],
  localExpense: ['local expense', 'local expenses'],
  travelExpense: ['travel expense', 'travel expenses'],
  conveyance: ['conveyance claim', 'conveyance claims'],
};

/** What is said of the noun: of one and of many. */
const SAID: Readonly<Record<NoteKind, readonly [one: string, many: string]>> = {
  toDecide: ['waits for you', 'wait for you'],
  toDecideAsAdmin: ['approved by the manager waits for you', 'approved by managers wait for you'],
  toCancel: ['is to be cancelled', 'are to be cancelled'],
  managerApproved: ['was approved by the manager', 'were approved by the manager'],
  managerRejected: ['was rejected by the manager', 'were rejected by the manager'],
  adminApproved: ['was approved by the admin', 'were approved by the admin'],
  adminRejected: ['was rejected by the admin', 'were rejected by the admin'],
  financeApproved: ['was approved by finance', 'were approved by finance'],
  financeRejected: ['was rejected by finance', 'were rejected by finance'],
  revived: ['is looked at again by finance', 'are looked at again by finance'],
  paid: ['was paid', 'were paid'],
  noShow: ['was marked as no show', 'were marked as no show'],
  tickets: ['has its tickets', 'have their tickets'],
  cancelled: ['was cancelled', 'were cancelled'],
  cancellationRefused: ['stands: it is not cancelled', 'stand: they are not cancelled'],
  asked: ['', ''],
  answered: ['', ''],
};

/** What of a notification its words are made of. */
export type Worded = Pick<Notification, 'kind' | 'recordKind' | 'count'>;

/** '5 local expenses wait for you', 'Your travel request was approved by the manager' (NOTE-6). Names nobody. */
export function noteTitle({ kind, recordKind, count }: Worded): string {
  const [one, many] = NOUNS[recordKind];
  const [saidOfOne, saidOfMany] = SAID[kind];
  if (kind === 'asked') return count === 1 ? `A question about your ${one}` : `${count} questions wait for your answer`;
  if (kind === 'answered')
    return count === 1 ? 'Your question was answered' : `${count} of your questions were answered`;
  if (QUEUES.includes(kind)) return count === 1 ? `1 ${one} ${saidOfOne}` : `${count} ${many} ${saidOfMany}`;
  return count === 1 ? `Your ${one} ${saidOfOne}` : `${count} of your ${many} ${saidOfMany}`;
}

const OWN: Readonly<Record<RecordKind, string>> = {
  trip: '/raise-travel-request',
  localExpense: '/raise-local/expense',
  travelExpense: '/raise-travel-expense',
  conveyance: '/raise-local/conveyance',
};
const QUEUE: Readonly<Record<RecordKind, string>> = {
  trip: '/approve-travel-request',
  localExpense: '/approve-local/expense',
  travelExpense: '/approve-travel-expense',
  conveyance: '/approve-local/conveyance',
};

/** What it opens: the record when it is about one, else where such records stand (NOTE-8). */
export function noteAddress({ kind, recordKind, recordId, count }: Worded & Pick<Notification, 'recordId'>): string {
  const aboutWords = kind === 'asked' || kind === 'answered';
  if (count === 1 && recordId !== null)
    return `/detail/${encodeURIComponent(recordId)}/${aboutWords ? 'enquiries' : 'details'}`;
  if (aboutWords) return '/enquiries/open';
  if (kind === 'toDecide') return QUEUE[recordKind];
  return QUEUES.includes(kind) ? '/view-travel-request' : OWN[recordKind];
}

/** The second line: who and how much, of the latest (NOTE-9). `money` writes an amount in rupees. */
export function noteDetail(
  note: Pick<Notification, 'kind' | 'owner' | 'by' | 'title' | 'amount'>,
  money: (rupees: number) => string,
): string {
  const who = QUEUES.includes(note.kind) ? note.owner : note.by;
  return [who, note.title, note.amount === null ? '' : money(note.amount)].filter(Boolean).join(' · ');
}

/**
 * What a push says (NOTE-9): that something waits and how much, or, where the person chose so, what. `notes` are
 * unread, newest first.
 */
export function pushMessageOf(
  notes: readonly Notification[],
  chosen: PushText,
  money: (rupees: number) => string,
): PushMessage | null {
  const [latest, ...others] = notes;
  if (!latest) return null;
  const unread = notes.length;
  const url = others.length === 0 ? noteAddress(latest) : '/notifications';
  const all = `${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`;
  if (chosen === 'COUNT')
    return { title: 'Something waits for you in Kharcha', body: all, url, tag: 'kharcha', unread };
  const detail = noteDetail(latest, money);
  return {
    title: noteTitle(latest),
    body: others.length === 0 ? detail : [detail, `and ${all}`].filter(Boolean).join('\n'),
    url,
    tag: 'kharcha',
    unread,
  };
}
