import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { fillIn } from '#tests/support/deployed.ts';
import { startFiling, type Filing } from '#tests/support/filing.ts';
import { startCluster, type Cluster } from '#tests/support/patroni.ts';
import { endPrograms, freePort, startProgram } from '#tests/support/programs.ts';
import { endAll } from '../main/process.ts';
import { compare, isServed, makeReplicas, type Replica } from './behindProxy.ts';

/** `npm run proof -- failover`. Needs patroni, etcd, haproxy and PostgreSQL 15. */

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? 1);
const PHONES = 8;
/** Longer than this no claim is refused. */
const LONGEST_GAP = 30_000;
const random = seededRandom(SEED);
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  endAll();
  await endPrograms();
});

/** Waits for another leader than this. */
async function led(cluster: Cluster, before: string | null): Promise<void> {
  for (let name = await cluster.leader(); name === null || name === before; name = await cluster.leader())
    await wait(200);
}

/** What becomes of the leader, while phones file. */
const KINDS: Readonly<Record<string, (cluster: Cluster, filing: Filing) => Promise<void>>> = {
  async killed(cluster, filing) {
    const name = (await cluster.leader()) ?? '';
    cluster.kill(name);
    await led(cluster, name);
    await filing.more(PHONES * 2);
    cluster.start(name);
  },
  async stopped(cluster, filing) {
    const name = (await cluster.leader()) ?? '';
    cluster.pause(name);
    await led(cluster, name);
    await filing.more(PHONES * 2);
    cluster.goOn(name);
  },
  async 'switched over'(cluster, filing) {
    const name = await cluster.leader();
    await cluster.switchOver();
    await led(cluster, name);
    await filing.more(PHONES * 2);
  },
};

/** What these processes could not answer, as they noted it. */
const faultsOf = (replicas: readonly Replica[]): string[] =>
  replicas
    .flatMap(({ process }) => `${process?.stdout()}\n${process?.stderr()}`.split('\n'))
    .filter((line) => line.includes('"msg":"failed"'));

/** Every kind as often as the others, in an order of the seed's. */
function* kinds(): Generator<string> {
  for (;;) {
    const left = Object.keys(KINDS);
    while (left.length > 0) yield left.splice(random.between(0, left.length - 1), 1)[0]!;
  }
}

/** HAProxy in front of two processes, by the example. */
async function startProxy(folder: string, ports: readonly number[]): Promise<string> {
  const [http, https] = [await freePort(), await freePort()];
  const config = fillIn(folder, 'haproxy.cfg', {
    '/etc/ssl/kharcha': folder,
    'bind :80': `bind 127.0.0.1:${http}`,
    'bind :443': `bind 127.0.0.1:${https}`,
    'server kharcha1 127.0.0.1:3000': ports.map((port, n) => `server kharcha${n + 1} 127.0.0.1:${port}`).join('\n    '),
  });
  startProgram('haproxy', ['haproxy', '-db', '-f', config], { cwd: folder });
  return `https://127.0.0.1:${https}`;
}

/** A database of a role that is no superuser. */
async function makeDatabase(cluster: Cluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query("create role kharcha login password 'kharcha'");
  await client.query('create database kharcha owner kharcha');
  await client.end();
}

describe('failovers under Patroni', () => {
  test(`${FAILOVERS} failovers, seed ${SEED}: nothing is lost or there twice, nobody is signed out`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kharcha-failover-'));
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755);
    const cluster = await startCluster(folder);
    ends.push(
      () => rmSync(folder, { recursive: true, force: true }),
      () => cluster.end(),
    );
    await cluster.whole();
    await makeDatabase(cluster);
    const databaseUrl = cluster.urlOf('kharcha', 'kharcha', 'kharcha');
    const { replicas, end } = await makeReplicas(folder, databaseUrl, 2);
    ends.push(end);
    for (const replica of replicas) await replica.start();
    setDefaultCACertificates([readFileSync(join(folder, 'fullchain.pem'), 'utf8')]);
    const url = await startProxy(
      folder,
      replicas.map(({ port }) => port),
    );
    await isServed(url);
    const filing = startFiling({ url, phones: PHONES, name: `failover-${SEED}`, pause: 100, impatient: true });
    ends.push(() => filing.stop());
    await filing.more(PHONES * 10);

    const order = kinds();
    for (let round = 1; round <= FAILOVERS; round += 1) {
      const kind = order.next().value as string;
      await wait(random.between(0, 3_000));
      const [from, before, out] = [performance.now(), filing.acknowledged.length, filing.signedOut()];
      await KINDS[kind]!(cluster, filing);
      await cluster.whole();
      await filing.more(PHONES * 2);
      const gap = filing.longestGap(from);
      // What was acknowledged around it is sent once more, as phones do that notice.
      const other = await filing.again(
        filing.acknowledged.slice(Math.max(0, before - PHONES * 4), before + PHONES * 4),
      );
      const { lost, doubled } = await compare(databaseUrl, filing.acknowledged.slice());
      console.log(
        `failover ${round}, ${kind}: ${(gap / 1000).toFixed(1)} s without a claim, ${filing.acknowledged.length} ` +
          `acknowledged, ${lost.length} lost, ${doubled.length} doubled, ${filing.signedOut() - out} signed out, ` +
          JSON.stringify(Object.fromEntries(filing.troubles)),
      );
      // A failover is busy or out of reach, never a fault.
      expect(faultsOf(replicas)).toEqual([]);
      const signedOut = filing.signedOut() - out;
      expect({ lost, doubled, other: other.map(({ key }) => key), signedOut }).toEqual({
        lost: [],
        doubled: [],
        other: [],
        signedOut: 0,
      });
      expect(gap, `the gap of one that was ${kind}`).toBeLessThanOrEqual(LONGEST_GAP);
      for (const { process } of replicas) expect(process?.child.exitCode).toBe(null);
    }
  });
});
