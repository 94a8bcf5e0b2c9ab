import { fc } from '#tests/support/property.ts';

/** What happens to the same few claims on the devices of two approvers and of their owner. */

const APPROVERS = ['manager', 'standIn'] as const;
type Approver = (typeof APPROVERS)[number];
export type Device = Approver | 'owner';

interface Sent {
  /** Carries the version that this device has seen. */
  seen: boolean;
  /** The device looks at the claims right before. */
  fresh: boolean;
  /** Carries an Idempotency-Key. */
  keyed: boolean;
  /** How often the answer is lost: after this many rounds (0: at the same time) the device asks again. */
  again: readonly number[];
}

/** Claims are numbers: those of the schedule, modulo how many there are. */
export type Act = Sent &
  (
    | { what: 'decide'; by: Approver; claim: number; approve: boolean; rupees: number }
    | { what: 'bulk'; by: Approver; claims: readonly number[]; approve: boolean }
    | { what: 'edit'; by: 'owner'; claim: number; rupees: number }
    | { what: 'withdraw'; by: 'owner'; claim: number }
  );

export interface Schedule {
  claims: number;
  /** What is asked for at the same moment, moment by moment. */
  rounds: readonly (readonly Act[])[];
}

const sent = {
  seen: fc.boolean(),
  fresh: fc.boolean(),
  keyed: fc.boolean(),
  again: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
};
const claim = fc.nat({ max: 3 });
const by = fc.constantFrom(...APPROVERS);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('decide' as const),
      by,
      claim,
      approve: fc.boolean(),
      rupees: fc.integer({ min: 1, max: 100 }),
      ...sent,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('bulk' as const),
      by,
      claims: fc.array(claim, { minLength: 1, maxLength: 5 }),
      approve: fc.boolean(),
      ...sent,
    }),
  },
  // An edit never makes a claim smaller than what somebody may be about to approve of it.
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('edit' as const),
      by: fc.constant('owner' as const),
      claim,
      rupees: fc.integer({ min: 100, max: 900 }),
      ...sent,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('withdraw' as const), by: fc.constant('owner' as const), claim, ...sent }),
  },
);

export const decisionSchedules: fc.Arbitrary<Schedule> = fc.record({
  claims: fc.integer({ min: 1, max: 3 }),
  rounds: fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
});
