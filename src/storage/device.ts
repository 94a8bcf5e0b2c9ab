import { connect } from './connection.ts';
import { DEVICE_STEPS } from './migrations.ts';
import { idHash, normalEmail, personHash, storeOfEmail, storeOfId, type Person } from './person.ts';
import { type OpenOptions } from './open.ts';
import { DEVICE_STORE, FORMER_SNAPSHOTS, type DeviceSchema } from './schema.ts';
import type { Ring } from './vault.ts';

/**
 * What the people of this device share: its id, who was here last, where each one's store lies, and their keys while
 * they are signed in.
 */
export interface DeviceStore {
  /** Random id of this device, made at first use; `known` is taken over from where builds before kept it (P5). */
  deviceId(known?: string): Promise<string>;
  /** Whether nothing of this device's past is here: no id, no key, nobody who was here. */
  isNew(): Promise<boolean>;
  lastPerson(): Promise<Person | null>;
  setLastPerson(person: Person | null): Promise<void>;
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  /** Reads and writes in one transaction: of two at once neither undoes the other. */
  update(name: string, change: (value: unknown) => unknown): Promise<void>;
  /** The person's keys and the name of their store, read together; keys are null when nobody signed in as them here. */
  opening(person: Person): Promise<{ ring: Ring | null; name: string }>;
  ring(person: Person): Promise<Ring | null>;
  /**
   * Puts keys before those that are there and keeps these: one that opens rows is never replaced (ID-2, P5). Nobody
   * else's stay: one whose session the server ended never signed out (ID-1). What lies there by the address alone is
   * theirs only where `soleAddress`: an address may have been somebody else's (P10).
   */
  putRing(person: Person, fresh: Ring, soleAddress: boolean): Promise<Ring>;
  /** Where the store of this id lies, when it is known. */
  storeName(id: string): Promise<string | null>;
  setStoreName(id: string, name: string): Promise<void>;
  /** Sign-out: what this person has here cannot be opened again until the server gives the secrets once more. */
  forgetKey(person: Person): Promise<void>;
  close(): void;
}

/** The row of `meta` with the hashes of the tokens that were signed out of here. */
export const SIGNED_OUT = 'left';

const storeKey = (hash: string): string => `store/${hash}`;
const joined = <K extends { kid: string }>(fresh: readonly K[], known: readonly K[]): K[] => [
  ...fresh,
  ...known.filter(({ kid }) => !fresh.some((each) => each.kid === kid)),
];

/** The fresh keys before those that are there (P5). */
export const mergeRings = (known: Ring | null, fresh: Ring): Ring => ({
  keys: joined(fresh.keys, known?.keys ?? []),
  faces: joined(fresh.faces, known?.faces ?? []),
});

/** What a row of `keys` holds: a ring, or the one key that builds before it kept. */
const ringOf = (row: CryptoKey | Ring | undefined): Ring | null =>
  row === undefined ? null : 'keys' in row ? row : { keys: [{ kid: 'single', key: row }], faces: [] };

/**
 * Under which names a person's keys may lie: a ring, in `own`; rings from before the id was known; single keys of
 * builds before the ring, by the address.
 */
async function rowsOf({ id, email }: Person): Promise<{ own: string; all: string[]; byEmail: string }> {
  const byEmail = await personHash(email);
  const own = id === undefined ? `ring/${byEmail}` : await idHash(id);
  return { own, all: [...new Set([own, `ring/${byEmail}`, byEmail])], byEmail };
}

/** Several as one, the first ones first. */
const allOf = (rings: readonly (Ring | null)[]): Ring | null =>
  rings.reduce((all, ring) => (ring ? mergeRings(ring, all ?? { keys: [], faces: [] }) : all), null);

/** Opens the shared database of this device. `merge` is replaced by tests alone. */
export async function openDeviceStore(options: OpenOptions & { merge?: typeof mergeRings } = {}): Promise<DeviceStore> {
  const db = await connect<DeviceSchema>(DEVICE_STORE, options.steps ?? DEVICE_STEPS, {
    needs: ['meta', 'keys'],
    ...options,
  });
  const merge = options.merge ?? mergeRings;
  const get = (name: string): Promise<unknown> => db.read(['meta'], (tx) => tx.objectStore('meta').get(name));
  const set = (name: string, value: unknown): Promise<void> =>
    db.write(['meta'], async (tx) => void (await tx.objectStore('meta').put(value, name)));

  async function opening(person: Person): Promise<{ ring: Ring | null; name: string }> {
    const { own, all } = await rowsOf(person);
    const usual = person.id === undefined ? await storeOfEmail(person.email) : await storeOfId(person.id);
    return db.read(['keys', 'meta'], async (tx) => {
      const [name, ...rows] = await Promise.all([
        tx.objectStore('meta').get(storeKey(own)),
        ...all.map((row) => tx.objectStore('keys').get(row)),
      ]);
      return { ring: allOf(rows.map(ringOf)), name: typeof name === 'string' ? name : usual };
    });
  }

  async function lastPerson(): Promise<Person | null> {
    const [email, named] = await db.read(['meta'], (tx) =>
      Promise.all([tx.objectStore('meta').get('lastPerson'), tx.objectStore('meta').get('lastPersonId')]),
    );
    if (typeof email !== 'string') return null;
    // Written beside the address, which is all that builds before it write: it counts only for that address.
    const { id, of } = (named ?? {}) as { id?: string; of?: string };
    return { email, ...(id !== undefined && of === email && { id }) };
  }

  return {
    get,
    set,
    update: (name, change) =>
      db.write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        await meta.put(change(await meta.get(name)), name);
      }),
    opening,
    lastPerson,
    deviceId: (known) =>
      db.write(['meta'], async (tx) => {
        const kept = await tx.objectStore('meta').get('deviceId');
        if (typeof kept === 'string') return kept;
        const made = known ?? crypto.randomUUID();
        await tx.objectStore('meta').put(made, 'deviceId');
        return made;
      }),
    isNew: () =>
      db.read(['meta', 'keys'], async (tx) => {
        const meta = tx.objectStore('meta');
        const [id, person, keys] = await Promise.all([
          meta.get('deviceId'),
          meta.get('lastPerson'),
          tx.objectStore('keys').count(),
        ]);
        return id === undefined && person === undefined && keys === 0;
      }),
    setLastPerson: (person) => {
      const email = person === null ? null : normalEmail(person.email);
      return db.write(['meta'], async (tx) => {
        const meta = tx.objectStore('meta');
        await Promise.all([meta.put(email, 'lastPerson'), meta.put({ id: person?.id, of: email }, 'lastPersonId')]);
      });
    },
    ring: async (person) => (await opening(person)).ring,
    async putRing(person, fresh, soleAddress) {
      const { own, all, byEmail } = await rowsOf(person);
      const last = await lastPerson();
      // The same person under the address before this one.
      const before = last?.id !== undefined && last.id === person.id ? (await rowsOf(last)).all : [];
      const theirs = [...new Set([own, ...before, ...(soleAddress ? all : [])])];
      return db.write(['keys'], async (tx) => {
        const keys = tx.objectStore('keys');
        const rows = await Promise.all(theirs.map((row) => keys.get(row)));
        const single = theirs.includes(byEmail) ? await keys.get(byEmail) : undefined;
        const ring = merge(allOf(rows.map(ringOf)), fresh);
        // A build before the ring finds its single key where it left it.
        await Promise.all([keys.clear(), keys.put(ring, own), ...(single ? [keys.put(single, byEmail)] : [])]);
        return ring;
      });
    },
    storeName: async (id) => {
      const name = await get(storeKey(await idHash(id)));
      return typeof name === 'string' ? name : null;
    },
    setStoreName: async (id, name) => set(storeKey(await idHash(id)), name),
    forgetKey: async (person) => {
      const { all } = await rowsOf(person);
      await db.write(['keys', 'meta'], async (tx) => {
        await Promise.all([
          ...all.map((row) => tx.objectStore('keys').delete(row)),
          tx.objectStore('meta').delete(IDBKeyRange.bound(FORMER_SNAPSHOTS, `${FORMER_SNAPSHOTS}\uffff`)),
        ]);
      });
    },
    close: () => db.close(),
  };
}
