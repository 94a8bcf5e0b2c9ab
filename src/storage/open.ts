import { connect, type Connection, type OpenOptions } from './connection.ts';
import { DEVICE_STEPS, PERSON_STEPS } from './migrations.ts';
import { FETCHED_STORES, PREVIEW_ORDER, type DeviceSchema, type PersonSchema, type PersonStoreName, type ReadTx, type WriteTx } from './schema.ts';

export type { OpenOptions } from './connection.ts';

/** Everything one person has on this device. The owner is implied by the database: no row names a person. */
export interface PersonStore {
  /** Normalised e-mail of the owner. */
  readonly email: string;
  readonly name: string;
  /** Runs `work` in one transaction. Await nothing but the transaction inside, or it ends early. */
  read<R>(stores: PersonStoreName[], work: (tx: ReadTx) => Promise<R>): Promise<R>;
  /** Strict durability; resolves when the transaction is complete (OB-1). */
  write<R>(stores: PersonStoreName[], work: (tx: WriteTx) => Promise<R>): Promise<R>;
  close(): void;
}

export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Name of a person on this device: 32 hex digits of the SHA-256 of the e-mail. */
export async function personHash(email: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalEmail(email)));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens the person's database. Throws NewerStoreError (V4) or StorageUnavailableError (X28). */
export async function openPersonStore(email: string, options: OpenOptions = {}): Promise<PersonStore> {
  const connection: Connection<PersonSchema> = await connect<PersonSchema>(`kharcha-${await personHash(email)}`, options.steps ?? PERSON_STEPS, options);
  return { ...connection, email: normalEmail(email) };
}

/** Clears what can be read or fetched again: at sign-out, together with `forgetKey` (ID-1). Unsent entries, their bills and drafts stay, sealed. */
export const clearFetched = (store: PersonStore): Promise<void> =>
  store.write([...FETCHED_STORES, 'meta'], async (tx) => {
    await Promise.all([...FETCHED_STORES.map((name) => tx.objectStore(name).clear()), ...Object.values(PREVIEW_ORDER).map((name) => tx.objectStore('meta').delete(name))]);
  });

/** What the people of this device share: its id, who was here last, and their keys while they are signed in. */
export interface DeviceStore {
  /** Random id of this device, made at first use. */
  deviceId(): Promise<string>;
  lastPerson(): Promise<string | null>;
  setLastPerson(email: string | null): Promise<void>;
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  key(email: string): Promise<CryptoKey | null>;
  /** Keeps this person's key, and nobody else's: one whose session the server ended never signed out (ID-1). The same secret gives it back. */
  putKey(email: string, key: CryptoKey): Promise<void>;
  /** Sign-out: what this person has here cannot be opened again until the server gives the secret once more. */
  forgetKey(email: string): Promise<void>;
  close(): void;
}

/** Opens the shared database of this device. */
export async function openDeviceStore(options: OpenOptions = {}): Promise<DeviceStore> {
  const db = await connect<DeviceSchema>('kharcha-device', options.steps ?? DEVICE_STEPS, options);
  const get = (name: string): Promise<unknown> => db.read(['meta'], (tx) => tx.objectStore('meta').get(name));
  const set = (name: string, value: unknown): Promise<void> => db.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(value, name)));
  return {
    get,
    set,
    deviceId: () =>
      db.write(['meta'], async (tx) => {
        const known = await tx.objectStore('meta').get('deviceId');
        if (typeof known === 'string') return known;
        const made = crypto.randomUUID();
        await tx.objectStore('meta').put(made, 'deviceId');
        return made;
      }),
    lastPerson: async () => {
      const email = await get('lastPerson');
      return typeof email === 'string' ? email : null;
    },
    setLastPerson: (email) => set('lastPerson', email === null ? null : normalEmail(email)),
    key: async (email) => {
      const hash = await personHash(email);
      return (await db.read(['keys'], (tx) => tx.objectStore('keys').get(hash))) ?? null;
    },
    putKey: async (email, key) => {
      const hash = await personHash(email);
      await db.write(['keys'], async (tx) => {
        const keys = tx.objectStore('keys');
        await Promise.all([keys.clear(), keys.put(key, hash)]);
      });
    },
    forgetKey: async (email) => {
      const hash = await personHash(email);
      await db.write(['keys'], (tx) => tx.objectStore('keys').delete(hash));
    },
    close: () => db.close(),
  };
}
