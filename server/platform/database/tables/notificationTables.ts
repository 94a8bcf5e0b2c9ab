import type { ColumnType } from 'kysely';
import type { RecordKind } from '#contract/enums.ts';
import type { NoteKind, PushText } from '#contract/notification.ts';
import type { NoteDetails } from '#domain/notification.ts';

/** The rows behind notifications. Moments are epoch milliseconds. */

type Millis = number;
type Day = string;

/** Rows of the audit log that are not dispatched yet; kept by a trigger (migration 0013). */
interface UntoldChangesTable {
  audit_id: number;
}

export interface NotificationsTable {
  id: string;
  person_id: string;
  kind: NoteKind;
  record_kind: RecordKind;
  /** The record it is about, or the latest of many. */
  record_id: string | null;
  /** The records it is about; of enquiries the enquiries. At most MAX_MERGED are named. */
  subjects: string[];
  /** How many they are. */
  told: number;
  facts: ColumnType<NoteDetails, string, string>;
  created_at: Millis;
  updated_at: Millis;
  read_at: Millis | null;
}

/** A device that wants pushes, for as long as its session lives. */
export interface PushSubscriptionsTable {
  endpoint: string;
  person_id: string;
  session_hash: string;
  device_id: string | null;
  p256dh: string;
  auth: string;
  created_at: Millis;
  /** In a row. */
  failures: number;
  /**
   * When there is something to push: from when on. While a process sends, the moment at which another one may take
   * over.
   */
  due_at: Millis | null;
}

interface NotificationChoicesTable {
  person_id: string;
  push_text: PushText;
  mail_digest: boolean;
  updated_at: Millis;
}

/** The mail of a day to a person: due, sent, or nothing to say. */
interface DigestsTable {
  person_id: string;
  day: Day;
  state: 'due' | 'sent' | 'nothing' | 'failed';
  attempts: number;
  due_at: Millis;
}

/** Jobs that one process does at a time: the one that holds the row. */
interface JobTurnsTable {
  job: 'tell' | 'digest' | 'demo-companies' | 'reports' | `daily ${string}`;
  last: string;
}

export interface NotificationTables {
  untold_changes: UntoldChangesTable;
  notifications: NotificationsTable;
  push_subscriptions: PushSubscriptionsTable;
  notification_choices: NotificationChoicesTable;
  digests: DigestsTable;
  job_turns: JobTurnsTable;
}
