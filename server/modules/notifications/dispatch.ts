import type { Kysely } from 'kysely';
import type { RecordKind } from '#contract/enums.ts';
import type { NoteKind } from '#contract/notification.ts';
import { dayOf } from '#domain/dates.ts';
import { noteDetails } from '#domain/noteDetails.ts';
import { merged, settled, planNotifications, type Audience, type NotifiableChange } from '#domain/notification.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import * as stored from './repository/notifications.ts';
import type { NotificationRow, PendingChangeRow } from './repository/notifications.ts';
import { wakeDevices } from './repository/pushes.ts';
import { newId } from '#server/platform/secrets/ids.ts';

/** Changes dispatched at once: few, so that the one session of an embedded database is not held for long. */
const BATCH = 100;
/** Older changes are not notified: they are the past of a restored database or of a demo organisation. */
const NEWS_MILLIS = 7 * 86_400_000;
/** Several changes in a moment make one push. */
const GATHER_MILLIS = 2_000;

export interface DispatchInput {
  db: Kysely<Tables>;
  /** Epoch milliseconds. */
  now: number;
  timeZone: string;
}

/** The people whom changes may concern, by role. */
interface Circle {
  standIns: ReadonlyMap<string, readonly string[]>;
  admins: readonly string[];
  atWork: ReadonlySet<string>;
  /** Enquiries whose askers may still see what they asked about. */
  seen: ReadonlySet<string>;
}

const changeOf = (row: PendingChangeRow): NotifiableChange => ({
  recordKind: row.record_kind,
  action: row.action,
  before: row.before,
  after: row.after,
});
const managerOf = (row: PendingChangeRow): string | null =>
  typeof row.after?.['managerId'] === 'string' ? row.after['managerId'] : null;

/**
 * Who is notified: never the actor, nor an owner as manager or admin of their own request (NOTE-5), and of an answer
 * nobody who may not see the record any more (NOTE-3).
 */
function people(row: PendingChangeRow, to: Audience, { standIns, admins, atWork, seen }: Circle): string[] {
  const manager = managerOf(row);
  const all =
    to === 'owner'
      ? [row.owner_id]
      : to === 'asker'
        ? [seen.has(row.record_id) ? row.asker_id : null]
        : to === 'admins'
          ? admins
          : manager === null
            ? []
            : [manager, ...(standIns.get(manager) ?? [])];
  return [...new Set(all)].filter(
    (id): id is string =>
      id !== null && id !== row.actor_id && atWork.has(id) && (to === 'owner' || id !== row.owner_id),
  );
}

/** The open notifications after these changes, each written at most once. */
class Inboxes {
  readonly #open = new Map<string, NotificationRow>();
  readonly #stored: ReadonlySet<string>;
  readonly #touched = new Set<string>();
  readonly #gone = new Map<string, NotificationRow>();
  readonly notified = new Set<string>();
  readonly #now: number;

  constructor(rows: readonly NotificationRow[], now: number) {
    this.#now = now;
    this.#stored = new Set(rows.map((row) => row.id));
    for (const row of rows) this.#open.set(this.#key(row.person_id, row.kind, row.record_kind), row);
  }

  #key = (personId: string, kind: NoteKind, recordKind: RecordKind): string => `${personId} ${kind} ${recordKind}`;

  settle(kinds: readonly NoteKind[], subjectId: string): void {
    for (const [key, row] of this.#open) {
      if (!kinds.includes(row.kind) || !row.subjects.includes(subjectId)) continue;
      const rest = settled(
        { subjects: row.subjects, told: row.told, recordId: row.record_id, facts: row.facts },
        subjectId,
      );
      if (rest === null) {
        this.#open.delete(key);
        this.#gone.set(key, row);
      } else {
        this.#open.set(key, {
          ...row,
          subjects: rest.subjects,
          told: rest.told,
          record_id: rest.recordId,
          facts: rest.facts,
        });
        this.#touched.add(row.id);
      }
    }
  }

  notify(personId: string, kind: NoteKind, row: PendingChangeRow, about: string, recordKind: RecordKind): void {
    const key = this.#key(personId, kind, recordKind);
    const open = this.#open.get(key);
    // Settled and raised again by the same changes: the same notification is kept.
    const earlier = this.#gone.get(key);
    this.#gone.delete(key);
    const note = merged(
      open ? { subjects: open.subjects, told: open.told, recordId: open.record_id, facts: open.facts } : null,
      {
        id: row.record_id,
        recordId: about,
        facts: noteDetails(changeOf(row), row.owner_name ?? '', row.actor_name ?? ''),
      },
    );
    const at = this.#now;
    const before = open ?? earlier;
    const id = before?.id ?? newId('NTF', at);
    this.#open.set(key, {
      id,
      person_id: personId,
      kind,
      record_kind: recordKind,
      record_id: note.recordId,
      subjects: note.subjects,
      told: note.told,
      facts: note.facts,
      created_at: before?.created_at ?? at,
      updated_at: at,
      read_at: null,
    });
    this.#touched.add(id);
    this.notified.add(personId);
  }

  get made(): NotificationRow[] {
    return [...this.#open.values()].filter((row) => !this.#stored.has(row.id));
  }
  get changed(): NotificationRow[] {
    return [...this.#open.values()].filter((row) => this.#stored.has(row.id) && this.#touched.has(row.id));
  }
  get gone(): string[] {
    return [...this.#gone.values()].filter((row) => this.#stored.has(row.id)).map((row) => row.id);
  }
}

async function circleOf(
  tx: Kysely<Tables>,
  rows: readonly PendingChangeRow[],
  today: string,
): Promise<Circle & { everybody: string[] }> {
  const managers = rows.map(managerOf).filter((id) => id !== null);
  const standIns = await stored.standInsOf(tx, managers, today);
  const admins = rows.some((row) => row.record_kind === 'trip') ? await stored.adminIds(tx) : [];
  const everybody = [
    ...new Set([
      ...managers,
      ...[...standIns.values()].flat(),
      ...admins,
      ...rows.flatMap((row) => [row.owner_id, row.asker_id]),
    ]),
  ].filter((id): id is string => id !== null);
  const answered = rows.filter((row) => row.record_kind === 'enquiry' && row.action === 'answer');
  const seen =
    answered.length === 0
      ? new Set<string>()
      : await stored.seenByAsker(tx, [...new Set(answered.map((row) => row.record_id))], today);
  return { standIns, admins, atWork: await stored.atWork(tx, everybody), seen, everybody };
}

/**
 * Dispatches the next changes as notifications; returns how many. Notifications and the removal of the pending rows
 * commit together, by one process at a time, so each change is dispatched exactly once (NOTE-10).
 */
export async function dispatchChanges({ db, now, timeZone }: DispatchInput): Promise<number> {
  if (!(await stored.hasPendingChanges(db))) return 0;
  return transact(db, async (tx) => {
    if (!(await stored.takeTurn(tx, 'tell'))) return 0;
    let rows = await stored.pendingChanges(tx, BATCH);
    const old = now - NEWS_MILLIS;
    if (rows.some((row) => row.at < old)) {
      await stored.deletePendingChangesBefore(tx, old);
      rows = await stored.pendingChanges(tx, BATCH);
    }
    if (rows.length === 0) return 0;
    const circle = await circleOf(tx, rows, dayOf(now, timeZone));
    const inboxes = new Inboxes(
      await stored.openNotes(
        tx,
        circle.everybody,
        rows.map((row) => row.record_id),
      ),
      now,
    );
    for (const row of rows) {
      const { settles, notifies } = planNotifications(changeOf(row));
      inboxes.settle(settles, row.record_id);
      if (row.about === null || row.about_kind === null) continue;
      const reached = new Set<string>();
      for (const { to, kind } of notifies) {
        for (const person of people(row, to, circle).filter((id) => !reached.has(id))) {
          reached.add(person);
          inboxes.notify(person, kind, row, row.about, row.about_kind);
        }
      }
    }
    await stored.writeNotes(tx, inboxes.made, inboxes.changed, inboxes.gone);
    await wakeDevices(tx, [...inboxes.notified], now + GATHER_MILLIS);
    await stored.deletePendingChanges(
      tx,
      rows.map((row) => row.audit_id),
    );
    return rows.length;
  });
}

/**
 * Dispatches the next changes; answers whether they were as many as one round takes, so that more may be waiting. New
 * ones wait for the next round: dispatched one by one as they come, they took a fifth of an embedded database.
 */
export const dispatchNext = async (input: DispatchInput): Promise<boolean> => (await dispatchChanges(input)) === BATCH;
