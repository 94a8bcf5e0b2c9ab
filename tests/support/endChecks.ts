import { confirmedRows } from '#storage/confirmed.ts';
import { rowText } from './tamper.ts';
import { parse, type Tap } from './tap.ts';
import type { World } from './world.ts';

/**
 * TM-4: what the server has taken in the last 30 days is still on the phone, to be sent again to a server that lost
 * it.
 */
export async function checkPutBy(world: World, taps: readonly Tap[]): Promise<void> {
  const { server, trueNow } = world;
  for (const person of new Set(taps.map((tap) => tap.person))) {
    const store = await world.disk(person);
    const kept = await store.read(
      ['outbox', 'meta'],
      async (tx) =>
        new Set([
          ...(await tx.objectStore('outbox').getAllKeys()),
          ...(await confirmedRows(tx)).map(({ row }) => row.id),
        ]),
    );
    store.close();
    for (const { email, key, text, arrived } of server.effects) {
      const tap = taps.find(({ n }) => n === parse(text)?.n);
      if (email === person && tap?.discarded === false && trueNow - arrived < 29 * 86_400_000 && !kept.has(key))
        world.wrong('TM-4', `${text} was sent ${new Date(arrived).toISOString()} and could not be sent again`);
    }
  }
}

/**
 * P8: bytes lie on the phone exactly as long as somebody names them, and whoever names them is there himself. What the
 * server has may have made room.
 */
export async function checkBytes(world: World, people: readonly string[]): Promise<void> {
  for (const person of people) {
    const store = await world.disk(person);
    const { blobs, hashes, owners } = await store.read(
      ['blobs', 'bytes', 'outbox', 'drafts', 'shares', 'meta'],
      async (tx) => ({
        blobs: await tx.objectStore('blobs').getAll(),
        hashes: new Set(await tx.objectStore('bytes').getAllKeys()),
        owners: new Set([
          ...(await tx.objectStore('outbox').getAllKeys()),
          ...(await confirmedRows(tx)).map(({ row }) => row.id),
          ...(await tx.objectStore('drafts').getAllKeys()).map((key) => `draft:${key}`),
          ...(await tx.objectStore('shares').getAllKeys()).map((id) => `share:${id}`),
        ]),
      }),
    );
    store.close();
    const named = new Set(blobs.map(({ hash }) => hash));
    for (const hash of hashes) if (!named.has(hash)) world.wrong('P8', `nobody names the bytes ${hash}`);
    for (const { owner, localId, hash } of blobs) {
      if (!owners.has(owner)) world.wrong('P8', `${owner} has gone, and names ${hash}`);
      if (!hashes.has(hash ?? '')) world.wrong('P8', `the bytes of ${localId} have gone, and ${owner} names them`);
    }
  }
}

/** OB-8: changes of a record arrive in the order in which they were made. */
export function checkOrder(world: World, taps: readonly Tap[]): void {
  const last = new Map<string, { seq: number; text: string }>();
  for (const { kind, id, text } of world.server.effects) {
    const tap = taps.find(({ n }) => n === parse(text)?.n);
    if (kind === 'create' || tap?.seq == null || tap.revisions > 1 || tap.kind === 'create') continue;
    const before = last.get(id);
    if (before && before.seq > tap.seq) world.wrong('OB-8', `${text} overtook ${before.text}`);
    last.set(id, { seq: tap.seq, text });
  }
}

/** OB-11: what a newer version has made stays as it is. */
export async function checkNewer(
  world: World,
  rows: readonly { person: string; id: string; at: string }[],
): Promise<void> {
  for (const { person, id, at } of rows) {
    const store = await world.disk(person);
    const row = await store.read(['outbox'], (tx) => tx.objectStore('outbox').get(id));
    store.close();
    if (rowText(row) !== at) world.wrong('OB-11', `${id}, made by a newer version, was touched`);
  }
}
