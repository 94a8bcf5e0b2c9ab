import { hasRemaining } from '#outbox/backgroundSync.ts';
import type { Ledger } from './ledger.ts';
import type { Tab, World } from './world.ts';

/** A phone in a pocket: what pages ask of the browser before they go, and what the worker alone can send. */

/** From here on all that this tab's person has on the phone is to go out by itself. */
async function cover(world: World, tab: Tab): Promise<void> {
  if (world.session?.email !== tab.person) return;
  const store = await world.disk(tab.person);
  for (const id of await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAllKeys())) world.covered.add(id);
  store.close();
}

/** Sends as a page does: now, and if something is left, the browser is asked to wake the worker. */
export async function sendFrom(world: World, tab: Tab, isNew: boolean): Promise<void> {
  if (isNew) {
    tab.wishes.saved();
    await cover(world, tab);
  }
  const report = await tab.outbox.drain();
  tab.wishes.drained(report);
  if (hasRemaining(report)) await cover(world, tab);
}

/** The page is put away; with something that waits, it has a last word. */
export async function hide(world: World, ledger: Ledger, tab: Tab): Promise<void> {
  const open = await ledger.sendable(tab.person);
  if (open.length === 0 || world.turns.isFrozen(tab) || world.session?.email !== tab.person) return;
  tab.wishes.hidden();
  await cover(world, tab);
}

/** How long after the last one a browser fires the event of a registration that failed; then it gives up. */
const WAITS_MS = [0, 300_000, 900_000];

/**
 * The app is closed, the network is back: everything that a page has registered for goes out, with nobody looking on.
 */
export async function inPocket(
  world: World,
  ledger: Ledger,
  turns: (count: number) => Promise<void>,
  hides: boolean,
): Promise<void> {
  const person = world.session?.email;
  if (person === undefined) return;
  if (hides) for (const tab of world.tabs) await hide(world, ledger, tab);
  // What a tab dies with before it says 'saved', or saved again, is not promised to anybody.
  const told = new Set(ledger.taps.filter(({ pending }) => pending === 0).map(({ entryId }) => entryId));
  for (const tab of [...world.tabs, ...(world.worker ? [world.worker] : [])]) await world.kill(tab, false);
  const covered = new Set([...world.covered].filter((id) => told.has(id)));
  // Each bill that the server is too busy for, or that somebody on the way refuses, costs an event, and no more than
  // that.
  const odd = ledger.taps.filter(({ photo }) => photo === 'slow' || photo === 'walled').length;
  const waits = [...WAITS_MS, ...Array.from({ length: odd }, () => 900_000)];
  for (const [i, wait] of waits.entries()) {
    world.trueNow += wait;
    await world.wake(i === waits.length - 1);
    await turns(5_000);
    if (world.sync.state === 'firing') world.wrong('P1', 'an event never ended');
  }
  // Once the server has ended the session only the person can help; what a restored one lacks, another phone; and a
  // link that is always cut needs more events than a browser fires.
  if (world.server.isBehind || world.network.uploads.isSlow || !world.server.tokens.has(world.session?.token ?? ''))
    return;
  for (const entry of await ledger.sendable(person))
    if (covered.has(entry.id))
      world.wrong('P1', `${entry.id} was to go out with no page open, and waits in ${entry.state}`);
}
