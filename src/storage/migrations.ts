/**
 * Steps of the person's database, one per version. Steps only add (OB-11): a step that is out is never changed, and
 * none removes a store or a row. A step runs inside the upgrade's own transaction: interrupted, the old store stays
 * whole.
 */
export type Step = (db: IDBDatabase, tx: IDBTransaction) => void;

export const PERSON_STEPS: readonly Step[] = [
  (db) => {
    db.createObjectStore('outbox', { keyPath: 'id' });
    db.createObjectStore('blobs', { keyPath: ['owner', 'localId'] });
    db.createObjectStore('drafts', { keyPath: 'key' });
    db.createObjectStore('reads', { keyPath: 'key' });
    db.createObjectStore('rows', { keyPath: ['kind', 'source', 'part'] });
    db.createObjectStore('previews', { keyPath: 'key' });
    db.createObjectStore('inbox', { keyPath: 'key' });
    db.createObjectStore('meta');
  },
  (db, tx) => {
    db.createObjectStore('bytes', { keyPath: 'hash' });
    tx.objectStore('blobs').createIndex('hash', 'hash');
    db.createObjectStore('shares', { keyPath: 'id' });
  },
];

export const DEVICE_STEPS: readonly Step[] = [
  (db) => {
    db.createObjectStore('meta');
    db.createObjectStore('keys');
  },
  (db) => {
    db.createObjectStore('shares', { keyPath: 'id' });
  },
];

/** Runs the steps after `from`. */
export function migrate(steps: readonly Step[], from: number, db: IDBDatabase, tx: IDBTransaction): void {
  for (const step of steps.slice(from)) step(db, tx);
}
