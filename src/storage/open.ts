import { connect, type Connection, type OpenOptions as ConnectOptions } from './connection.ts';
import { PERSON_STEPS } from './migrations.ts';
import {
  FETCHED_STORES,
  PERSON_STORES,
  PREVIEW_ORDER,
  type PersonSchema,
  type PersonStoreName,
  type ReadTx,
  type WriteTx,
} from './schema.ts';

export type OpenOptions = ConnectOptions;

/**
 * Somebody as this device knows them. The id stays the same when the address changes (P10); servers of old do not tell
 * it.
 */
export interface Person {
  email: string;
  id?: string | undefined;
}

/** Everything one person has on this device. The owner is implied by the database: no row names a person. */
export interface PersonStore {
  /** Normalised e-mail of the owner, as it was when the store was opened. */
  readonly email: string;
  readonly id?: string | undefined;
  readonly name: string;
  /** Runs `work` in one transaction. Await nothing but the transaction inside, or it ends early. */
  read<R>(stores: PersonStoreName[], work: (tx: ReadTx) => Promise<R>): Promise<R>;
  /** Strict durability; resolves when the transaction is complete (OB-1). */
  write<R>(stores: PersonStoreName[], work: (tx: WriteTx) => Promise<R>): Promise<R>;
  close(): void;
}

export const normalEmail = (email: string): string => email.trim().toLowerCase();

/** Whether two are the same person: by their ids, or where one has none by the address. */
export const isSamePerson = (one: Person, other: Person): boolean =>
  one.id !== undefined && other.id !== undefined
    ? one.id === other.id
    : normalEmail(one.email) === normalEmail(other.email);

/** Name of a person on this device: 32 hex digits of the SHA-256 of the e-mail, or of the id. */
export async function personHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(normalEmail(text)));
  return [...new Uint8Array(digest).slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** No address begins so. */
export const idHash = (id: string): Promise<string> => personHash(`id:${id}`);
/** The store that earlier builds named by the address. */
export const storeOfEmail = async (email: string): Promise<string> => `kharcha-${await personHash(email)}`;
export const storeOfId = async (id: string): Promise<string> => `kharcha-${await idHash(id)}`;

/**
 * Opens the person's database: the one named, else that of the id, else that of the address. Throws NewerStoreError
 * (V4) or StorageUnavailableError (X28).
 */
export async function openPersonStore(
  person: Person | string,
  options: OpenOptions & { name?: string } = {},
): Promise<PersonStore> {
  const { email, id } = typeof person === 'string' ? { email: person } : person;
  const name = options.name ?? (id === undefined ? await storeOfEmail(email) : await storeOfId(id));
  const connection: Connection<PersonSchema> = await connect<PersonSchema>(name, options.steps ?? PERSON_STEPS, {
    needs: PERSON_STORES,
    ...options,
  });
  return { ...connection, email: normalEmail(email), id };
}

/**
 * Clears what can be read or fetched again: at sign-out, together with `forgetKey` (ID-1). Unsent entries, their bills
 * and drafts stay, sealed.
 */
export const clearFetched = (store: PersonStore): Promise<void> =>
  store.write([...FETCHED_STORES, 'meta'], async (tx) => {
    await Promise.all([
      ...FETCHED_STORES.map((name) => tx.objectStore(name).clear()),
      ...Object.values(PREVIEW_ORDER).map((name) => tx.objectStore('meta').delete(name)),
    ]);
  });
