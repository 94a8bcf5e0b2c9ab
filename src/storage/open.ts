import { normalEmail, storeOfEmail, storeOfId, type Person } from './person.ts';
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
