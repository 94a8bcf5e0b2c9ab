import { setMaxListeners } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { demoPeople, emailOf } from '#server/demo/people.ts';
import { seededRandom } from '#server/demo/random.ts';
import { startFiling } from '#tests/support/filing.ts';
import { judgeFlatness, warmUpOf } from '#tests/support/flatness.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { endAll, newFolder, removeFolder, startProcess, stopProcess } from '../../main/process.ts';
import { Ledger } from './ledger.ts';
import { measure } from './measured.ts';
import { Phone, type Tally } from './phone.ts';
import { toldOf } from './told.ts';
import { nextVisit, SCRIPT } from './visits.ts';

/**
 * `npm run proof -- soak`, on Linux. SOAK_DATABASE=postgres: on PostgreSQL, which the packages for development bring.
 */

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 2);
const SEED = Number(process.env['SEED'] ?? 1);
const ON_POSTGRES = process.env['SOAK_DATABASE'] === 'postgres';
const PHONES = 500;
/** So many of them file by the outbox's own code; the others' requests are timed. */
const FILING = 20;
/** Between two uses of a phone, in milliseconds, from half as long to half as long again. */
const PAUSE = 50_000;
/** Where a person looks at what was measured. */
const SEEN = 'test-results/soak';

const folder = newFolder();
const postgres = ON_POSTGRES ? await startPostgres() : null;
afterAll(async () => {
  endAll();
  await postgres?.stop();
  removeFolder(folder);
});

/** A client whose page and script are as large as the app's, so that no build is needed. */
function makeClient(): string {
  const client = join(folder, 'client');
  mkdirSync(join(client, 'assets'), { recursive: true });
  writeFileSync(join(client, 'index.html'), `<!doctype html><title>Kharcha</title>${'<!-- -->'.repeat(1_000)}`);
  writeFileSync(join(client, SCRIPT), '// 160 kB\n'.repeat(16_000));
  return client;
}

const people = demoPeople();

function makePhones(url: string, tally: Tally): Phone[] {
  return Array.from({ length: PHONES - FILING }, (_, number) => {
    const { key, roles } = people[number % people.length]!;
    const random = seededRandom(SEED * 1_000 + number);
    return new Phone({ url, number, email: emailOf(key), roles, random, tally });
  });
}

/** Each is used at its own times until the signal says that it is over. */
async function useAll(phones: readonly Phone[], ledger: Ledger, signal: AbortSignal): Promise<void> {
  const sleep = (millis: number): Promise<unknown> => wait(millis, undefined, { signal }).catch(() => undefined);
  await Promise.all(
    phones.map(async (phone) => {
      for (await sleep(phone.random.next() * PAUSE); !signal.aborted;) {
        await phone.use(() => nextVisit(phone)(phone, ledger));
        await sleep(PAUSE * (0.5 + phone.random.next()));
      }
    }),
  );
}

test(`${MINUTES} minutes, seed ${SEED}: the server holds and takes what it did before, and loses nothing`, async () => {
  rmSync(SEEN, { recursive: true, force: true });
  mkdirSync(SEEN, { recursive: true });
  const server = startProcess({
    ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
    DATA_DIR: join(folder, 'data'),
    CLIENT_DIR: makeClient(),
    DEMO: '1',
    DEMO_COMPANIES: '0',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--require "${join(import.meta.dirname, 'collect.cjs')}"`,
    // A person has six phones here that file all day, and all come from one address.
    CREATIONS_PER_DAY: '1000000',
    UPLOADS_PER_HOUR: '1000000',
    UPLOAD_MB_A_MONTH: '1000000',
  });
  const url = await server.ready;
  const [ledger, tally, over] = [new Ledger(), { times: [], unexpected: new Map() } as Tally, new AbortController()];
  setMaxListeners(0, over.signal);
  const measured = measure(server.child, tally, join(SEEN, 'minutes.csv'));
  const filing = startFiling({ url, phones: FILING, name: `soak-${SEED}`, pause: PAUSE });
  const using = useAll(makePhones(url, tally), ledger, over.signal);
  while (measured.minutes.length < MINUTES && server.child.exitCode === null) await wait(1_000);
  measured.stop();
  expect(server.child.exitCode, server.stderr()).toBeNull();
  over.abort();
  await Promise.all([using, filing.stop()]);

  for (const { id, key } of filing.acknowledged) ledger.acknowledged(id, { remarks: key });
  const kept = await ledger.compare(
    url,
    people.map(({ key }) => emailOf(key)),
  );
  const code = await stopProcess(server);
  const flat = judgeFlatness(measured.minutes, warmUpOf(MINUTES));
  const told = toldOf({ minutes: measured.minutes, flat, claims: ledger.size, kept });
  writeFileSync(join(SEEN, 'summary.txt'), `${told}\n`);
  console.log(told);
  const unexpected = Object.fromEntries([...tally.unexpected, ...filing.troubles]);
  expect({ ...kept, unexpected, signedOut: filing.signedOut(), code, notFlat: flat.wrong }).toEqual({
    lost: [],
    doubled: [],
    other: [],
    unexpected: {},
    signedOut: 0,
    code: 0,
    notFlat: [],
  });
});
