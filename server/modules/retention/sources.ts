import type { Kysely } from 'kysely';
import type { DataKind } from '#contract/retention.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import * as files from './repository/files.ts';
import { lockRows, type Found, type Wanted } from './repository/found.ts';
import * as people from './repository/people.ts';
import * as records from './repository/records.ts';

/** Where data with a period is: what of it is past, and how it goes. In the order in which it goes. */

export interface Source {
  name: string;
  kind: DataKind;
  /** Locks these until the transaction ends; rows of the log change by an erasure alone, which locks them. */
  lock: (tx: Kysely<Tables>, ids: readonly string[]) => Promise<unknown>;
  past: (db: Kysely<Tables>, wanted: Wanted) => Promise<Found[]>;
  /** How many are within their period. */
  young: (db: Kysely<Tables>, wanted: Pick<Wanted, 'before'>) => Promise<number>;
  /** Files that go with these rows. */
  files: (db: Kysely<Tables>, ids: readonly string[], at: { youngFrom: number }) => Promise<files.GoingFile[]>;
  remove: (tx: Kysely<Tables>, ids: readonly string[], now: number) => Promise<void>;
  /** Rows of the log that are about them. */
  log: (tx: Kysely<Tables>, ids: readonly string[]) => Promise<number[]>;
}

const locking =
  (table: string, id = 'id', type: 'text' | 'integer' = 'text'): Source['lock'] =>
  (tx, ids) =>
    lockRows(tx, { table, id, type }, ids);
const none = async (): Promise<never[]> => [];

const recordFiles: Source['files'] = (db, ids, { youngFrom }) => files.filesOnlyOf(db, ids, youngFrom);

export const SOURCES: readonly Source[] = [
  {
    name: 'claims',
    lock: locking('claims'),
    kind: 'RECORDS',
    past: records.pastClaims,
    young: records.countYoung,
    files: recordFiles,
    remove: records.removeRecords,
    log: records.logOfRecords,
  },
  {
    name: 'trips',
    lock: locking('trips'),
    kind: 'RECORDS',
    past: records.pastTrips,
    // Counted with the claims.
    young: async () => 0,
    files: recordFiles,
    remove: records.removeRecords,
    log: records.logOfRecords,
  },
  {
    name: 'sheets',
    kind: 'RECORDS',
    lock: locking('sheet_uploads'),
    past: records.pastSheets,
    young: async () => 0,
    files: none,
    remove: records.removeSheets,
    log: none,
  },
  {
    name: 'places',
    lock: locking('files', 'hash'),
    kind: 'PLACES',
    past: files.pastPlaces,
    young: files.countYoungPlaces,
    files: files.originals,
    remove: files.notePlacesErased,
    log: none,
  },
  {
    name: 'contacts',
    lock: locking('contacts', 'id', 'integer'),
    kind: 'CONTACTS',
    past: people.pastContacts,
    young: people.countYoungContacts,
    files: none,
    remove: people.removeContacts,
    log: none,
  },
  ...(['DEVICES', 'NOTIFICATIONS'] as const).map((kind): Source => ({
    name: kind.toLowerCase(),
    lock: kind === 'DEVICES' ? locking('sessions', 'token_hash') : locking('notifications'),
    kind,
    past: (db, wanted) => people.pastOwn(db, kind, wanted),
    young: (db, wanted) => people.countYoungOwn(db, kind, wanted),
    files: none,
    remove: (tx, ids) => people.removeOwn(tx, kind, ids),
    log: none,
  })),
  {
    name: 'log',
    lock: none,
    kind: 'LOG',
    past: people.pastLog,
    young: people.countYoungLog,
    files: none,
    remove: async () => undefined,
    log: async (_tx, ids) => ids.map(Number),
  },
];
