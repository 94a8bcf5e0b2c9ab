import { fc } from '#tests/support/property.ts';
import type { isForeignAnswer } from '#domain/foreignAnswer.ts';
import { type Outbox } from '#outbox/outbox.ts';
import { type mergeRings, type DeviceStore } from '#storage/device.ts';
import type { openPersonStore } from '#storage/open.ts';
import type { reseal } from '#storage/reseal.ts';
import { type Secrets } from '#storage/ring.ts';
import type { takeOver } from '#storage/takeOver.ts';

/** What happens to the people of one phone, and the wrong judgements that the play must find. */
const IDENTITY_ACTS = [
  'save',
  'save',
  'save',
  'rotate',
  'replaceSecret',
  'clearNotes',
  'move',
  'giveAddress',
  'signIn',
  'signIn',
  'signIn',
  'signOut',
  'expire',
  'restart',
  'elsewhere',
  'read',
  'read',
  'upgrade',
  'discard',
] as const;
export interface IdentitySchedule {
  /** The phone comes from the build before, with an entry that waits. */
  old: boolean;
  steps: { act: (typeof IDENTITY_ACTS)[number]; n: number }[];
}
export const identitySchedules: fc.Arbitrary<IdentitySchedule> = fc.record({
  old: fc.boolean(),
  steps: fc.array(fc.record({ act: fc.constantFrom(...IDENTITY_ACTS), n: fc.nat(99) }), {
    minLength: 2,
    maxLength: 14,
  }),
});

/** Wrong judgements put in from outside. */
export interface IdentityMutant {
  merge?: typeof mergeRings;
  takeOver?: typeof takeOver;
  isForeign?: typeof isForeignAnswer;
  /** The id that the device names itself by. */
  deviceId?: (device: DeviceStore, noted: string | null) => Promise<string>;
  secrets?: (secrets: Secrets) => Secrets;
  reseal?: typeof reseal;
  discard?: (outbox: Outbox, id: string) => Promise<void>;
  open?: typeof openPersonStore;
}
