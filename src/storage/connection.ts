import { wrap, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { errorName, isLostConnection, NewerStoreError, StorageStuckError, StorageUnavailableError } from './errors.ts';
import { migrate, type Step } from './migrations.ts';

export interface OpenOptions {
  /** The browser's own unless said. */
  factory?: IDBFactory;
  steps?: readonly Step[];
  /** Stores without which a newer database is of no use. */
  needs?: readonly string[];
  /** Another tab holds an older version open and does not let go yet. */
  onBlocked?: () => void;
  /** A newer version wants to upgrade: this connection has been closed for it. */
  onClosing?: () => void;
}

/**
 * A transaction that has not ended by then never will: WebKit may go on holding what a page was writing when it was
 * left.
 */
const STUCK_MS = 30_000;

type Names<S extends DBSchema> = StoreNames<S>[];
type Tx<S extends DBSchema, M extends IDBTransactionMode> = IDBPTransaction<S, Names<S>, M>;

/** A database that opens at first use and again when the browser has closed it. */
export interface Connection<S extends DBSchema> {
  readonly name: string;
  /** Runs `work` in one transaction; resolves when that has been read. Await nothing but the transaction inside. */
  read<R>(stores: Names<S>, work: (tx: Tx<S, 'readonly'>) => Promise<R>): Promise<R>;
  /**
   * The same for writing, with strict durability; resolves at `complete`, not before (OB-1). Throwing inside undoes it
   * all.
   */
  write<R>(stores: Names<S>, work: (tx: Tx<S, 'readwrite'>) => Promise<R>): Promise<R>;
  close(): void;
}

/** Whether a database of a later build has all that this one works with. */
function fits(db: IDBDatabase, needs: readonly string[]): boolean {
  return needs.every((name) => db.objectStoreNames.contains(name));
}

/**
 * Opens at this build's version, upgrading an older store. A newer one is opened as it is: steps only add, so that what
 * this build knows lies where it knows it, and rows of a later shape are left alone (OB-11, P16).
 */
function request(
  factory: IDBFactory,
  name: string,
  steps: readonly Step[],
  options: OpenOptions,
  asItIs = false,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const open = asItIs ? factory.open(name) : factory.open(name, steps.length);
    open.onupgradeneeded = (event) => {
      const tx = open.transaction;
      if (tx) migrate(steps, event.oldVersion, open.result, tx);
    };
    open.onblocked = () => options.onBlocked?.();
    open.onsuccess = () => {
      const db = open.result;
      if (!asItIs || fits(db, options.needs ?? [])) return resolve(db);
      db.close();
      reject(new NewerStoreError());
    };
    open.onerror = () => {
      if (errorName(open.error) !== 'VersionError') reject(new StorageUnavailableError(open.error));
      else resolve(request(factory, name, steps, options, true));
    };
  });
}

/** Opens a database. Throws NewerStoreError or StorageUnavailableError, here and at every later use. */
export async function connect<S extends DBSchema>(
  name: string,
  steps: readonly Step[],
  options: OpenOptions = {},
): Promise<Connection<S>> {
  let opening: Promise<IDBPDatabase<S>> | undefined;
  let closed = false;

  async function fresh(): Promise<IDBPDatabase<S>> {
    const factory = options.factory ?? (globalThis as { indexedDB?: IDBFactory }).indexedDB;
    if (!factory) throw new StorageUnavailableError();
    const db = await request(factory, name, steps, options);
    db.onversionchange = () => {
      opening = undefined;
      db.close();
      options.onClosing?.();
    };
    db.onclose = () => {
      opening = undefined;
    };
    return wrap(db) as IDBPDatabase<S>;
  }

  function database(): Promise<IDBPDatabase<S>> {
    if (closed) return Promise.reject(new StorageUnavailableError());
    const mine = (opening ??= fresh());
    mine.catch(() => {
      if (opening === mine) opening = undefined;
    });
    return mine;
  }

  async function once<M extends 'readonly' | 'readwrite', R>(
    stores: Names<S>,
    mode: M,
    work: (tx: Tx<S, M>) => Promise<R>,
  ): Promise<R> {
    const db = await database();
    const tx = db.transaction(stores, mode, { durability: 'strict' }) as Tx<S, M>;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stuck = new Promise<{ error: unknown }>((tell) => {
      const watch = (): void => {
        const due = performance.now() + STUCK_MS;
        timer = setTimeout(() => {
          // A page that was frozen has not waited: it waits anew.
          if (performance.now() - due > STUCK_MS) return watch();
          try {
            tx.abort();
            tell({ error: new StorageStuckError() });
          } catch {
            // It is being committed: only its end says whether it is saved.
          }
        }, STUCK_MS);
      };
      watch();
    });
    const ended = tx.done.then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const done = Promise.race([stuck, ended]).finally(() => clearTimeout(timer));
    try {
      const result = await Promise.race([work(tx), stuck.then(({ error }) => Promise.reject(error))]);
      const failed = await done;
      if (failed) throw failed.error;
      return result;
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // It has ended by itself.
      }
      await done;
      // A request that failed for want of room says so only on its transaction in some browsers.
      throw tx.error ?? error;
    }
  }

  /** Connections close under us on iOS: open once more, and never hide the second failure (X27). */
  async function run<M extends 'readonly' | 'readwrite', R>(
    stores: Names<S>,
    mode: M,
    work: (tx: Tx<S, M>) => Promise<R>,
  ): Promise<R> {
    try {
      return await once(stores, mode, work);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      const stale = opening;
      opening = undefined;
      void stale?.then(
        (db) => db.close(),
        () => undefined,
      );
    }
    try {
      return await once(stores, mode, work);
    } catch (error) {
      throw isLostConnection(error) ? new StorageUnavailableError(error) : error;
    }
  }

  await database();
  return {
    name,
    read: (stores, work) => run(stores, 'readonly', work),
    write: (stores, work) => run(stores, 'readwrite', work),
    close: () => {
      closed = true;
      void opening?.then(
        (db) => db.close(),
        () => undefined,
      );
      opening = undefined;
    },
  };
}
