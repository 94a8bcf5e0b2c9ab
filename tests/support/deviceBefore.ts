import { createKey } from '#storage/ring.ts';
import { keyOf } from './oldDevice.ts';

/** The stores of a phone as JSON: bytes as base64, and keys by what they are made of. */

/** Secret (base64url) and name that a key is derived from. */
export type KeySource = readonly [secret: string, name: string];

interface Shape {
  db: string;
  version: number;
  stores: Record<string, { keyPath: string | string[] | null; indexes: Record<string, string | string[]> }>;
}
interface Row {
  db: string;
  store: string;
  /** Of stores whose rows do not hold it. */
  key?: string;
  value: unknown;
}
export type DeviceLine = Shape | Row;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('refused'));
  });

/** `hint`: what names a key: its `kid`, or the row that it is. */
function encoded(value: unknown, sources: ReadonlyMap<string, KeySource>, hint = ''): unknown {
  if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof CryptoKey) return { $key: sources.get(hint) };
  if (Array.isArray(value)) return value.map((each) => encoded(each, sources));
  if (typeof value !== 'object' || value === null) return value;
  const kid = 'kid' in value ? String(value.kid) : '';
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, encoded(each, sources, kid)]));
}

async function decoded(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(decoded));
  if (typeof value !== 'object' || value === null) return value;
  const { $bytes, $key } = value as { $bytes?: string; $key?: KeySource };
  if ($bytes !== undefined) return new Uint8Array(Buffer.from($bytes, 'base64')).buffer;
  if ($key !== undefined) return keyOf(...$key);
  const entries = Object.entries(value).map(async ([name, each]) => [name, await decoded(each)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The names under which a ring keeps the keys of this person. */
export async function sourcesOf(secrets: readonly KeySource[]): Promise<Map<string, KeySource>> {
  const named = secrets.map(async (source) => [(await createKey(...source)).kid, source] as const);
  return new Map(await Promise.all(named));
}

/** Everything that lies in these databases. */
export async function dumpDevice(factory: IDBFactory, sources: ReadonlyMap<string, KeySource>): Promise<DeviceLine[]> {
  const lines: DeviceLine[] = [];
  for (const { name = '' } of (await factory.databases()).toSorted((a, b) =>
    String(a.name).localeCompare(String(b.name)),
  )) {
    const db = await done(factory.open(name));
    const shape: Shape = { db: name, version: db.version, stores: {} };
    lines.push(shape);
    for (const store of db.objectStoreNames) {
      const rows = db.transaction([store]).objectStore(store);
      const indexes = [...rows.indexNames].map((index) => [index, rows.index(index).keyPath]);
      shape.stores[store] = { keyPath: rows.keyPath, indexes: Object.fromEntries(indexes) as Record<string, string> };
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll() as IDBRequest<unknown[]>)]);
      for (const [at, value] of values.entries()) {
        const key = rows.keyPath === null ? { key: String(keys[at]) } : {};
        lines.push({ db: name, store, ...key, value: encoded(value, sources, String(keys[at])) });
      }
    }
    db.close();
  }
  return lines;
}

/** Puts it all back at the versions that were recorded, with no code of the storage itself. */
export async function writeDevice(factory: IDBFactory, lines: readonly DeviceLine[]): Promise<void> {
  for (const shape of lines) {
    if (!('stores' in shape)) continue;
    const open = factory.open(shape.db, shape.version);
    open.onupgradeneeded = () => {
      for (const [name, { keyPath, indexes }] of Object.entries(shape.stores)) {
        const store = open.result.createObjectStore(name, { keyPath });
        for (const [index, path] of Object.entries(indexes)) store.createIndex(index, path);
      }
    };
    const db = await done(open);
    for (const line of lines) {
      if (!('store' in line) || line.db !== shape.db) continue;
      const value = await decoded(line.value);
      await done(db.transaction([line.store], 'readwrite').objectStore(line.store).put(value, line.key));
    }
    db.close();
  }
}
