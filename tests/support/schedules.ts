import { fc } from '#tests/support/property.ts';
import { FAULTS, type Fault } from './network.ts';

/** Schedules: what people, tabs, network and server do, in which order, and where each await is cut. */
const ACTS = [
  'create',
  'create',
  'create',
  'create',
  'edit',
  'edit',
  'decide',
  'revise',
  'revise',
  'drain',
  'drain',
  'drain',
  'kill',
  'kill',
  'open',
  'freeze',
  'thaw',
  'fixRefused',
  'discard',
  'retry',
  'retryAll',
  'clock',
  'clock',
  'wait',
  'wait',
  'signOut',
  'signIn',
  'signIn',
  'revoke',
  'foreign',
  'cleanFiles',
  'closeServer',
  'openServer',
  'full',
  'spoil',
  'upgrade',
  'newer',
  'wake',
  'wake',
  'wake',
  'hide',
  'restore',
  'form',
  'form',
  'form',
  'form',
  'typeForm',
  'submitForm',
  'failDisk',
  'failDisk',
  'share',
  'share',
  'twins',
  'twins',
] as const;
type Act = (typeof ACTS)[number];

/** What only a few acts close together bring about: half of all schedules are made of some of them alone. */
const FOCUSED: readonly (readonly Act[])[] = [
  // Pages and the worker after the same entries.
  ['create', 'create', 'drain', 'drain', 'wake', 'wake', 'hide', 'open', 'kill', 'freeze', 'thaw', 'wait', 'signIn'],
  // A page that is closed while the worker is awake.
  ['create', 'create', 'drain', 'wake', 'wake', 'kill'],
  // Clocks and pauses.
  ['create', 'create', 'drain', 'clock', 'clock', 'wait', 'wait', 'retry', 'retryAll', 'closeServer', 'openServer'],
  // People who come and go on one phone, with a page that stays.
  ['create', 'create', 'drain', 'signIn', 'signIn', 'signOut', 'freeze', 'thaw', 'open', 'revoke'],
  // Forms and the disk under them.
  ['form', 'form', 'typeForm', 'submitForm', 'twins', 'failDisk', 'kill', 'open', 'share', 'full'],
];

export interface Schedule {
  locks: boolean;
  seed: number;
  steps: { act: Act; n: number; turns: number }[];
  faults: Fault[];
  /** The network stays bad for this many requests after the last step. */
  tail: { fault: Fault; count: number };
  /**
   * Before all is well again the app is closed, with a last word or without, and only the worker is left, on a network
   * with this many faults.
   */
  pocket: { hides: boolean; faults: Fault[] };
}

const stepsOf = (acts: readonly Act[]): fc.Arbitrary<Schedule['steps']> =>
  fc.array(
    fc.record({
      act: fc.constantFrom(...acts),
      n: fc.nat(999),
      turns: fc.oneof({ weight: 3, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.constant(60) }),
    }),
    { minLength: 1, maxLength: 24 },
  );

export const schedules: fc.Arbitrary<Schedule> = fc.record({
  locks: fc.boolean(),
  seed: fc.nat(1_000_000),
  steps: fc.oneof(
    { weight: FOCUSED.length, arbitrary: stepsOf(ACTS) },
    ...FOCUSED.map((acts) => ({ weight: 1, arbitrary: stepsOf(acts) })),
  ),
  faults: fc.array(
    fc.oneof({ weight: 4, arbitrary: fc.constant<Fault>('ok') }, { weight: 6, arbitrary: fc.constantFrom(...FAULTS) }),
    { maxLength: 24 },
  ),
  tail: fc.record({
    fault: fc.constantFrom<Fault>('lostRequest', 'lostAnswer', 'error500', 'busy503', 'portal'),
    count: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(14) }),
  }),
  pocket: fc.record({
    hides: fc.boolean(),
    faults: fc.array(fc.constantFrom<Fault>('ok', 'lostAnswer', 'error502', 'busyHour', 'portal'), { maxLength: 2 }),
  }),
});
