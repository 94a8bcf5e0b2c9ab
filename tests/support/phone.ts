import type { BillInput, NewEntry } from '#outbox/entry.ts';
import type { Mutant } from './mutant.ts';
import type { Fault } from './network.ts';
import { World, type Tab } from './world.ts';

/** One person with one tab, for stories told step by step: each wish is carried out to its end. */
export interface Phone {
  world: World;
  tab: Tab;
  /** Lets the world turn until the promise is settled. */
  run<R>(promise: Promise<R>): Promise<R>;
  faults(...faults: Fault[]): void;
  /** Another tab of the same person. */
  open(): Promise<Tab>;
}

export const ASHA = 'asha@example.com';
export const BIJU = 'biju@example.com';

export async function aPhone(withLocks = true, mutant: Mutant = {}): Promise<Phone> {
  const world = new World(withLocks, mutant);
  world.signIn(ASHA);
  const run = async <R>(promise: Promise<R>): Promise<R> => {
    const settled = { is: false };
    promise.then(
      () => (settled.is = true),
      () => (settled.is = true),
    );
    await world.turns.settle();
    while (!settled.is) {
      if (!(await world.turn(0))) {
        await world.turns.settle();
        if (!settled.is && !(await world.turn(0))) throw new Error('Nothing moves any more.');
      }
    }
    return promise;
  };
  return {
    world,
    tab: await world.open(ASHA),
    run,
    faults: (...faults) => void (world.network.faults = faults),
    open: () => world.open(ASHA),
  };
}

export const aBill = (text: string, localId = 'b1'): BillInput & { bytes: ArrayBuffer } => ({
  localId,
  bytes: new TextEncoder().encode(text).buffer,
  name: `${localId}.jpg`,
  type: 'image/jpeg',
});

export const aClaim = (remarks: string, more: Partial<NewEntry> = {}): NewEntry => ({
  endpoint: 'createLocalExpense',
  method: 'POST',
  url: '/api/v1/allExpense/create?primaryExpenseType=0',
  body: { remarks },
  record: { kind: 'localExpense' },
  face: { title: remarks },
  ...more,
});
export const anEdit = (id: string, remarks: string, ifMatch: number): NewEntry => ({
  endpoint: 'updateLocalExpense',
  method: 'PUT',
  url: `/api/v1/allExpense/update?primaryExpenseType=0&id=${id}`,
  body: { remarks },
  ifMatch,
  record: { kind: 'localExpense', id },
  face: { title: remarks },
});
