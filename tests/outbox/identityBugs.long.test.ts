import 'fake-indexeddb/auto';
import { fc } from '#tests/support/property.ts';
import { expect, test } from 'vitest';
import { NewerStoreError } from '#storage/errors.ts';
import { storeOfEmail } from '#storage/person.ts';
import { playIdentity } from '#tests/support/identityPlay.ts';
import { identitySchedules, type IdentityMutant } from '#tests/support/identitySchedules.ts';

const WITHIN = 1_000;

const MUTANTS: Readonly<Record<string, IdentityMutant>> = {
  'a new key replaces the ring': { merge: (_, fresh) => fresh },
  'the device id lies where it is lost alone': {
    deviceId: (_, noted) => Promise.resolve(noted ?? crypto.randomUUID()),
    merge: (_, fresh) => fresh,
  },
  'the store is named by the address': { takeOver: (_, { email }) => storeOfEmail(email) },
  'only the newest secret opens': { secrets: (all) => ({ ...all, secrets: all.secrets.slice(0, 1) }) },
  'nothing is resealed before its key goes': { reseal: () => Promise.resolve() },
  'an address is whoever’s it is now': { secrets: (all) => ({ ...all, soleAddress: true }) },
  'an answer for another person is stored': { isForeign: () => false },
  'what no key opens cannot be thrown away': { discard: () => Promise.resolve() },
  'an older build refuses a newer store': {
    open: async (person, options) => {
      const { openPersonStore } = await import('#storage/open.ts');
      const databases = await (options?.factory?.databases() ?? []);
      if (
        databases.some(({ name, version }) => name === options?.name && (version ?? 0) > (options?.steps?.length ?? 0))
      )
        throw new NewerStoreError();
      return openPersonStore(person, options);
    },
  },
};

test.each(Object.entries(MUTANTS))(
  'M2: the model of identity finds that %s',
  async (_, mutant) => {
    const details = await fc.check(
      fc.asyncProperty(identitySchedules, async (schedule) => (await playIdentity(schedule, mutant)).length === 0),
      { numRuns: WITHIN, seed: 7, endOnFailure: true },
    );
    expect(details.failed, 'no schedule found it').toBe(true);
    if (process.env['VERBOSE']) console.log(details.numRuns);
  },
  120_000,
);
