import type { Sealing } from '#contract/session.ts';
import { normalEmail, type Person } from '#storage/person.ts';
import { openPersonStore } from '#storage/open.ts';
import { reseal } from '#storage/reseal.ts';
import { keepVault } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf, type Ring } from '#storage/vault.ts';
import { closePerson, deviceStore, openedPerson } from './person.ts';

/** Keeping the keys that the server's secrets for this device give. Loaded after the first frame. */

const newestOf = (ring: Ring): { kid: string; key: CryptoKey } => {
  const [newest] = ring.keys;
  if (!newest) throw new Error('A ring without keys');
  return newest;
};

/** Seals what waits by the newest key alone, so that it opens again whichever of the others go. */
export async function sealByNewest(person: Person, ring: Ring, anyway = false): Promise<void> {
  const { name } = await (await deviceStore()).opening(person);
  const { kid, key } = newestOf(ring);
  const store = await openPersonStore(person, { name });
  await reseal(store, kid, cipherOf(key), cipherOf(ring), anyway).finally(() => store.close());
}

/**
 * Takes the keys into the person's ring, finds their store again and says who was here last. Answers whether the store
 * is another one than was open.
 */
export async function keepKey(person: Person, sealing: Sealing): Promise<boolean> {
  const device = await deviceStore();
  const ring = await keepVault(device, person, sealing);
  const { id } = person;
  const before = (await openedPerson(person))?.store.name;
  const name =
    id === undefined
      ? before
      : await takeOver(device, { email: normalEmail(person.email), id }, cipherOf(ring), sealing.formerEmails);
  await device.setLastPerson(person);
  await sealByNewest(person, ring);
  if (before === undefined || before === name) return false;
  await closePerson();
  return true;
}
