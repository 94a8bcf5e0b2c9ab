import type { DrainReport } from '#outbox/outbox.ts';
import type { Schedule } from './schedules.ts';
import type { World } from './world.ts';

/**
 * All is well again: everything must come to rest, by itself, under the right people. `inPocket`: before that the app
 * is closed, and the worker alone is left.
 */
export async function heal(
  world: World,
  { tail: { fault, count }, pocket, locks }: Schedule,
  people: readonly string[],
  turns: (count: number) => Promise<void>,
  spawn: (act: Promise<unknown>) => void,
  inPocket: () => Promise<void>,
): Promise<void> {
  world.fullWrites = 0;
  Object.assign(world, { unheardWrites: 0, failReads: 0, failBytes: 0, lostBytes: 0, tornWrites: 0 });
  world.server.closed = false;
  for (const tab of world.tabs) world.turns.thaw(tab);
  // A lease of the page that died costs one of the few events where there are no locks.
  world.network.faults = pocket.faults.slice(0, locks ? 2 : 1);
  await inPocket();
  world.network.faults = Array.from({ length: count }, () => fault);
  await turns(5_000);
  for (const person of people) {
    world.signIn(person);
    const tab = await world.open(person);
    spawn(tab.outbox.resume({ email: person }));
    await turns(5_000);
    for (let round = 0; round < 200; round += 1) {
      let report: DrainReport | undefined;
      spawn(tab.outbox.drain().then((value) => (report = value)));
      await turns(5_000);
      if (!report) {
        world.wrong('C7', 'a drain never ended');
        break;
      }
      if (report.stopped === 'empty' && report.nextAt === null) break;
      if (round === 1) world.server.catchUp();
      world.trueNow += report.nextAt === null ? 91_000 : Math.max(report.nextAt - world.now(), 0) + 1;
    }
  }
  await turns(5_000);
}
