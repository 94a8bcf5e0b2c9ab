// What `npm run proof` can show. Each is a set of tests that take their number from a variable: `npm test` or
// `npm run test:all` runs the short form, a proof as many as asked, in parts that begin with one seed after the other.

const debian = (...packages) => `sudo apt-get install --no-install-recommends ${packages.join(' ')}`;

/**
 * `goal` and `part` in `unit`; `variable` carries the number, SEED the seed. Without a variable the tests say
 * themselves how much they try, and the proof is one part. `bench`: a part of the bench instead of tests, wrong where
 * one of its goals is missed. `needs` programs that `npm install` does not bring, which `install` does on Debian. With
 * `unbroken`, in `unit` minutes, what counts is the length of one run. Neither is a part of `npm run test:all`.
 */
export const PROOFS = {
  model: {
    what: 'the outbox, the hold of a decision and a change of people, by schedules of faults',
    unit: 'schedules of each',
    goal: 1_000_000,
    part: 2_000,
    variable: 'PROOF_RUNS',
    tests: ['--project', 'unit', 'outbox/model.test.ts', 'outbox/holds.test.ts', 'outbox/identityModel.test.ts'],
  },
  bugs: {
    what: 'bugs planted in the outbox, each found by the model',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'long', 'outbox/plantedBugs.long.test.ts'],
  },
  contest: {
    what: 'two approvers and an owner on the same claims, on the server’s own services',
    unit: 'schedules',
    goal: 100_000,
    part: 2_000,
    variable: 'PROOF_RUNS',
    tests: ['--project', 'server', 'approvals/twoApprovers.test.ts'],
  },
  kills: {
    what: 'SIGKILL of the embedded database and of the server, while clients submit',
    unit: 'kills of each',
    goal: 2_000,
    part: 10,
    variable: 'KILLS',
    tests: ['--project', 'long', 'database/kill.long.test.ts', 'main/kill.long.test.ts'],
  },
  power: {
    what: 'power cuts, by a recorded disk that is replayed up to some sync',
    unit: 'cuts of each kind',
    goal: 2_000,
    part: 25,
    variable: 'POWER_LOSSES',
    tests: ['--project', 'long', 'database/powerLoss.long.test.ts'],
  },
  restore: {
    what: 'backups restored, phones that know more than the server, sessions from before',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'long', 'main/restore.long', 'main/endedByRestore.long', 'database/rehearsal.long'],
  },
  objects: {
    what: 'files and backups on an object store',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'long', 'files/s3Store.long.test.ts', 'files/s3Backups.long.test.ts'],
  },
  fuzz: {
    what: 'the readers of uploads, with files made to take long and with broken ones',
    unit: 'seconds of each kind',
    goal: 3_600,
    part: 60,
    variable: 'PROOF_SECONDS',
    tests: ['--project', 'server', 'readers/readersFuzz.test.ts'],
  },
  bytes: {
    what: 'the stored audit log, and a proof pack, with one byte changed each time',
    unit: 'changes of each',
    goal: 10_000,
    part: 2_500,
    variable: 'CHANGES',
    tests: ['--project', 'long', 'audit/singleBytes.long.test.ts', 'governance/proofBytes.long.test.ts'],
  },
  links: {
    what: 'a day of claims over each of 20 links of the field, by the outbox itself',
    unit: 'days on each',
    goal: 3,
    part: 1,
    variable: 'LINK_DAYS',
    tests: ['--project', 'long', 'http/links.long.test.ts'],
  },
  builds: {
    what: 'phones as ten old builds left them, with today’s storage, outbox and server',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'server-isolated', 'client/builds.test.ts'],
  },
  clocks: {
    what: 'rules at the ends of days, months and years, 29 February among them, with devices and servers that are off',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: [
      ...['unit', 'screens', 'server', 'postgres'].flatMap((name) => ['--project', name]),
      ...['domain/dates.test.ts', 'domain/datesOracle.test.ts', 'domain/dateRanges.test.ts', 'data/clock.test.ts'],
      ...['modules/serverDay.test.tsx', 'http/savedMoment.test.ts', 'database/clock.postgres.test.ts'],
    ],
  },
  volume: {
    what: 'lists, a report of a million rows and an upgrade in use, with 10,000,000 claims of 20,000 people (times)',
    unit: 'run',
    goal: 1,
    part: 1,
    bench: 'volume',
  },
  failover: {
    what: 'the leader of three PostgreSQL under Patroni killed, stopped and replaced, while phones file',
    unit: 'failovers',
    goal: 100,
    part: 6,
    variable: 'FAILOVERS',
    tests: ['--project', 'proofs', 'proofs/failover.proof.test.ts'],
    needs: ['patroni', 'etcd', 'haproxy', 'openssl', '/usr/lib/postgresql/15/bin/postgres'],
    install: debian('patroni', 'etcd-server', 'haproxy', 'openssl', 'postgresql-15'),
  },
  processes: {
    what: 'one of two or four processes behind nginx ended or killed, while phones file',
    unit: 'ends',
    goal: 400,
    part: 20,
    variable: 'ENDS',
    tests: ['--project', 'proofs', 'proofs/processes.proof.test.ts'],
    needs: ['nginx', 'openssl'],
    install: debian('nginx', 'openssl'),
  },
  pool: {
    what: 'the tests of the server on PostgreSQL once more, through PgBouncer that lends connections by transaction',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'proofs', 'proofs/pool.proof.test.ts'],
    needs: ['pgbouncer'],
    install: debian('pgbouncer'),
  },
  soak: {
    what: 'mixed use by 500 phones: memory, open files and times of the server stay as they are',
    unit: 'minutes without a break',
    goal: 480,
    part: 480,
    unbroken: true,
    variable: 'SOAK_MINUTES',
    tests: ['--project', 'proofs', 'proofs/soak/soak.proof.test.ts'],
  },
  engines: {
    what: 'a claim filed without a server, in Chromium, Firefox and WebKitGTK',
    unit: 'run',
    goal: 1,
    part: 1,
    tests: ['--project', 'proofs', 'engines/offline.proof.test.ts'],
    needs: ['chromium', 'firefox-esr', 'WebKitWebDriver', 'gjs', 'Xvfb'],
    install: debian('chromium', 'firefox-esr', 'webkit2gtk-driver', 'gjs', 'gir1.2-webkit2-4.1', 'xvfb'),
  },
};
