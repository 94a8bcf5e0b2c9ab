import { banner, listen } from './listen.ts';
import { openDataFolder, SettingError } from '#server/platform/settings/variables.ts';
import { assertNothingLeftBehind } from '#server/platform/move/leftBehind.ts';
import { assertInstallationKind } from '#server/platform/database/installation.ts';
import { assertSecretsOpen } from '#server/platform/secrets/repository.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { assertSecretsKey, warnOfPlain, readEnv } from '#server/platform/settings/env.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import { engineAsked } from '#server/platform/database/embeddedThread.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { openLog } from '#server/platform/base/log.ts';
import { closeApp, endInOrder } from './shutdown.ts';
import { StartupError } from '#server/platform/base/errors.ts';

/** The build that this is; only the bundled server has one. */
declare const __BUILD__: string | undefined;
const build = typeof __BUILD__ === 'undefined' ? {} : { BUILD: __BUILD__ };

/** On a terminal, words for people; the log of every request only where it is asked for or collected. */
const quiet = process.stderr.isTTY && !process.env['LOG_LEVEL'] ? { LOG_LEVEL: 'warn' } : {};

/** How long a start waits for a PostgreSQL server, in milliseconds: longer than a failover takes. */
const DATABASE_PATIENCE = 120_000;

/** How long after the start the code is read that it does not need, in milliseconds. */
const READ_LATER = 5_000;

async function start(): Promise<void> {
  const env = readEnv({ ...build, ...process.env, ...quiet });
  assertSecretsKey(env);
  const log = openLog(env.logLevel);
  const clock = (): number => Date.now();
  env.dataDir = openDataFolder(env.dataDir);

  // What was opened is closed again in the opposite order, whether the start fails half way or the server is asked to
  // stop.
  const closers: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  };
  endInOrder(log, stop);
  const stopping = new AbortController();
  try {
    if (env.tracing !== null) {
      const { startTracing } = await import('./tracing.ts');
      closers.push(startTracing(env.tracing, env.version));
    }
    const opening = openDatabase({
      dataDir: env.dataDir,
      databaseUrl: env.databaseUrl,
      wait: { millis: DATABASE_PATIENCE, signal: stopping.signal },
      backups: backupOptions(env),
      log,
    });
    closers.push(async () => {
      stopping.abort();
      await (await opening.catch(() => null))?.close();
    });
    // Should it fail while the code is read, that is said below, where it is awaited.
    opening.catch(() => undefined);
    // Reading code holds up everything else: only once the database is being opened.
    await Promise.race([engineAsked(), opening]);
    // The rest of the code is read meanwhile: each takes about as long as the other.
    const [
      { buildApp },
      { builtClient },
      { demoPeople, emailOf },
      demo,
      demoCampaigns,
      { startDaily },
      { startBackgroundJobs },
      { startSealing },
      { tellHead },
      { issueSetupSecret },
      { settleTimeZone },
    ] = await Promise.all([
      import('./app.ts'),
      import('#server/platform/site/sitePlugin.ts'),
      import('#server/demo/people.ts'),
      env.demo ? import('./startDemo.ts') : null,
      env.demo ? import('#server/demo/campaignJob.ts') : null,
      import('./dailyJobs.ts'),
      import('./backgroundJobs.ts'),
      import('#server/platform/audit/sealJob.ts'),
      import('#server/modules/governance/index.ts'),
      import('#server/modules/setup/index.ts'),
      import('#server/modules/organisation/index.ts'),
    ]);
    const open = async () => {
      const database = await opening;
      if (env.databaseUrl !== null) await assertNothingLeftBehind(database.db, env.dataDir);
      await assertInstallationKind(database.db, {
        demo: env.demo,
        dataDir: env.databaseUrl === null ? env.dataDir : null,
        now: clock(),
      });
      env.timeZone = await settleTimeZone(database.db, env);
      await assertSecretsOpen(secretStoreOf({ database, env }));
      warnOfPlain(log, env);
      await database.durable();
      const store = openFileStore({ dataDir: env.dataDir, filesUrl: env.filesUrl });
      const packed = demo && (await demo.startDemo({ database, store, env, now: clock() }));
      return { database, packed, files: packed?.files ?? store };
    };
    const opened = open();
    // Should it fail while routes are made, that is said where it is awaited.
    opened.catch(() => undefined);
    const app = await buildApp({ env, opened, log, clock });
    const { database, packed, files } = await opened;
    let endJobs = async (): Promise<void> => undefined;
    closers.push(
      async () => packed?.end(),
      () => endJobs(),
      () => closeApp(app, log),
    );
    // Before the jobs, which ask the database for much at first.
    const secret = env.demo ? null : await issueSetupSecret(database, clock());
    const address = await listen(app, env);
    // What one process has taken, another must not take for past.
    const jobsClock = (): number => database.clock();
    const jobs = [
      startDaily({ database, files, env, clientDir: builtClient(env), clock: jobsClock, log }),
      startBackgroundJobs({ database, files, env, clock: jobsClock, log }),
      startSealing({
        database,
        dataDir: env.dataDir,
        auditKeys: env.auditKeys,
        secretsKeys: env.secretsKeys,
        get timeZone() {
          return env.timeZone;
        },
        clock,
        tell: tellHead,
        log,
      }),
      ...(demoCampaigns
        ? [
            demoCampaigns.startDemoCampaigns({
              database,
              files,
              clock,
              timeZone: env.timeZone,
              log,
              companies: env.demoCompanies,
            }),
          ]
        : []),
    ];
    setTimeout(() => {
      // Read before anybody needs it, as a build that is put in this one's place takes it away.
      import('#server/platform/uploads/tus.ts').catch((error: unknown) =>
        log.error({ error }, 'uploads were not read'),
      );
    }, READ_LATER).unref();
    // Of a database that others share, the bills are stored already.
    packed?.unpack().catch(() => log.error({ job: 'demo bills' }, 'job failed'));
    endJobs = async () => void (await Promise.all(jobs.map((end) => end())));
    // Asked for, it is said in every log; without a setting it is what anybody who tries Kharcha sees.
    if (env.demo) log[process.env['DEMO'] ? 'warn' : 'info']('This is a demo: anybody can sign in as anybody');
    log.info({ address, database: database.kind, demo: env.demo, version: env.version }, 'ready');
    const folder = env.databaseUrl === null ? env.dataDir : null;
    const people = env.demo ? demoPeople().filter((person) => person.named) : [];
    const setupLink = secret === null ? null : `${env.publicUrl ?? address}/setup#${secret}`;
    process.stdout.write(`${banner(address, folder, people, emailOf, setupLink)}\n`);
  } catch (error) {
    // Asked to stop while it waited for its database, the process ends in order.
    if (stopping.signal.aborted) return;
    await stop().catch(() => undefined);
    throw error;
  }
}

try {
  await start();
} catch (error) {
  // A wrong setting or environment is reported by its message alone; anything else is a bug and gets a stack trace.
  const expected = error instanceof StartupError || error instanceof SettingError;
  process.stderr.write(
    expected
      ? `${error.message}\n`
      : `The server could not start.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}
