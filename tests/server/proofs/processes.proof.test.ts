import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#server/demo/random.ts';
import { nginxConfig } from '#tests/support/deployed.ts';
import { startFiling } from '#tests/support/filing.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { endProgram, endPrograms, freePort, startProgram } from '#tests/support/programs.ts';
import { endAll } from '../main/process.ts';
import { compare, isServed, makeReplicas } from './behindProxy.ts';

/** `npm run proof -- processes`. Needs nginx and openssl. */

const ENDS = Number(process.env['ENDS'] ?? 8);
const SEED = Number(process.env['SEED'] ?? 1);
const PHONES = 8;
/** How nginx chooses one of how many processes. */
const SETUPS = [
  { processes: 2, balance: '', by: 'in turn' },
  { processes: 2, balance: 'hash $http_token consistent;', by: 'by session' },
  { processes: 4, balance: '', by: 'in turn' },
  { processes: 4, balance: 'hash $http_token consistent;', by: 'by session' },
];
const random = seededRandom(SEED);
const folder = mkdtempSync(join(tmpdir(), 'kharcha-processes-'));
const postgres = await startPostgres();
const databaseUrl = await postgres.createDatabase();
const { replicas, end } = await makeReplicas(folder, databaseUrl, 4);
afterAll(async () => {
  await end();
  endAll();
  await endPrograms();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('processes that end one by one', () => {
  test.each(SETUPS.map((setup, number) => ({ ...setup, number })))(
    `$processes processes, chosen $by, seed ${SEED}: no claim fails twice, none is lost, none is there twice`,
    async ({ processes, balance, by, number }) => {
      const used = replicas.slice(0, processes);
      for (const replica of used) if (replica.process === null) await replica.start();
      const [http, https] = [await freePort(), await freePort()];
      const config = nginxConfig(folder, { http, https, servers: used.map(({ port }) => port), balance });
      setDefaultCACertificates([readFileSync(join(folder, 'fullchain.pem'), 'utf8')]);
      const nginx = startProgram('nginx', ['nginx', '-c', config, '-g', 'daemon off;'], { cwd: folder });
      const url = `https://127.0.0.1:${https}`;
      await isServed(url);
      const filing = startFiling({ url, phones: PHONES, name: `processes-${SEED}-${number}`, pause: 50 });
      await filing.more(PHONES * 5);

      const rounds = Math.ceil(ENDS / SETUPS.length);
      const from = performance.now();
      for (let round = 1; round <= rounds; round += 1) {
        const replica = used[random.between(0, processes - 1)]!;
        const signal = random.chance(0.5) ? 'SIGKILL' : 'SIGTERM';
        await wait(random.between(500, 2_000));
        const code = await replica.end(signal);
        if (signal === 'SIGTERM') expect(code).toBe(0);
        await filing.more(PHONES * 5);
        await replica.start();
        await filing.more(PHONES * 5);
      }
      const gap = filing.longestGap(from);
      await filing.stop();
      const other = await filing.again(filing.acknowledged.slice(-PHONES * 10));
      const { lost, doubled } = await compare(databaseUrl, filing.acknowledged);
      console.log(
        `${processes} processes, ${by}: ${rounds} ended, ${filing.acknowledged.length} acknowledged, ` +
          `${lost.length} lost, ${doubled.length} doubled, ${filing.twice.size} failed twice, ` +
          `${filing.signedOut()} signed out, at most ${(gap / 1000).toFixed(1)} s without a claim, ` +
          JSON.stringify(Object.fromEntries(filing.troubles)),
      );
      await endProgram(nginx);
      const twice = [...filing.twice].map(([key, failures]) => `${key}: ${failures.join(', ')}`);
      const wrong = { lost, doubled, twice, other: other.map(({ key }) => key), signedOut: filing.signedOut() };
      expect(wrong).toEqual({ lost: [], doubled: [], twice: [], other: [], signedOut: 0 });
    },
  );
});
