import { randomBytes } from 'node:crypto';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { MAX_JSON_BYTES } from '#contract/limits.ts';
import type { Database } from './database/database.ts';
import { demoPlugin } from './demo/demoPlugin.ts';
import { docsPlugin } from './docs/docsPlugin.ts';
import type { Env } from './env.ts';
import { malformed } from './errors.ts';
import type { FileStore } from './files/store.ts';
import { guardByKey } from './plugins/apiKey.ts';
import { answerUnread, headEveryAnswer } from './plugins/everyAnswer.ts';
import { limitConnections } from './plugins/connections.ts';
import { closeSlowBodies } from './plugins/slowBodies.ts';
import { tellEpoch } from './plugins/epoch.ts';
import { registerEndpoints } from './plugins/endpoints.ts';
import { addEnvelope, answerNotFound, answerRefusal, logAnswer } from './plugins/envelope.ts';
import { recordForbidden } from './plugins/forbidden.ts';
import { limitRequests } from './plugins/limits.ts';
import { warnOfProxy } from './plugins/proxied.ts';
import { guardBySession } from './plugins/session.ts';
import { takeParts } from './plugins/tus.ts';
import { takeFiles } from './plugins/uploads.ts';
import { campaignCalls } from './routes/campaigns.ts';
import { cityCalls } from './routes/cities.ts';
import { delegationCalls } from './routes/delegations.ts';
import { expenseCalls } from './routes/expenses.ts';
import { fileCalls } from './routes/files.ts';
import { homeCalls } from './routes/home.ts';
import { spendCalls } from './routes/spend.ts';
import { integrationCalls } from './routes/integration.ts';
import { notificationCalls } from './routes/notifications.ts';
import { addHealth, platformCalls } from './routes/platform.ts';
import { recordCalls } from './routes/records.ts';
import { reportCalls } from './routes/reports.ts';
import { sessionCalls } from './routes/session.ts';
import { sheetCalls } from './routes/sheets.ts';
import { tallyCalls } from './routes/tally.ts';
import { tripCalls } from './routes/trips.ts';
import { userCalls } from './routes/users.ts';
import { watchLife } from './services/epoch.ts';
import { readIdSecret } from './services/ids.ts';
import { readPushKeys } from './push/keys.ts';
import { googleIdentity, type IdentitySource } from './services/identity.ts';
import { secretStoreOf, type Services } from './services/services.ts';
import { sitePlugin } from './site/sitePlugin.ts';

export interface AppOptions {
  env: Env;
  database: Database;
  files: FileStore;
  log: FastifyBaseLogger;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Who vouches for people. Google by the settings when absent; a test brings its own. */
  identities?: IdentitySource[];
  /** How long a sender may take over the head of a request, in milliseconds; tests have less time. */
  headersTimeout?: number;
}

const HEADERS_LIMIT = 16_384;
/** A bill of 2 MB over the slowest phone connection takes minutes; its headers do not. */
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 300_000;
/** How often slow ones are looked for. */
const LOOK_EVERY = 1_000;
/**
 * How much of a body is read ahead of whoever takes it in: a connection that breaks takes with it what nobody has taken
 * yet, and a part of an upload was paid for (UPL-1). Node's own limit grew to four times as much with version 22.
 */
const READ_AHEAD = 16_384;

/**
 * Builds the server from its parts, ready to listen or to be tested. Nothing in it is global: two apps may live in one
 * process.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, database, files, log, clock, headersTimeout = HEADERS_TIMEOUT } = options;
  const identities = options.identities ?? (env.googleClientId === null ? [] : [googleIdentity(env.googleClientId)]);
  const life = await watchLife({ database, env, clock });
  const store = secretStoreOf({ database, env });
  const services: Services = {
    env,
    database,
    files,
    clock,
    identities,
    life,
    idSecret: await readIdSecret(store),
    pushKeys: await readPushKeys(store),
  };

  const app = Fastify({
    loggerInstance: log,
    // A request is logged by the envelope, in one line without its query.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustedProxies > 0 ? (_address: string, hop: number) => hop < env.trustedProxies : false,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout,
      maxHeaderSize: HEADERS_LIMIT,
      highWaterMark: READ_AHEAD,
      connectionsCheckingInterval: Math.min(LOOK_EVERY, headersTimeout),
    },
    // While it stops, requests are answered by our own envelope.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    genReqId: () => randomBytes(9).toString('base64url'),
    // A name of 100 letters of any script, escaped, is a part of an address too.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1_000 },
    clientErrorHandler: answerUnread(env),
    // Such a request reaches no hook: it is counted and logged here.
    frameworkErrors: (_error, request, reply) => {
      answerRefusal(request, reply, takeRequest(request) ?? malformed('The address cannot be read.'));
      logAnswer(request, reply);
    },
  });
  app.decorateRequest('actor', null);
  headEveryAnswer(app, env);
  addEnvelope(app);
  recordForbidden(app, services);
  warnOfProxy(app, env.trustedProxies);
  limitConnections(app, {
    most: env.maxConnections,
    perAddress: env.connectionsPerAddress,
    proxied: env.trustedProxies > 0,
  });
  closeSlowBodies(app, { silence: env.bodySilenceSeconds * 1000, perSecond: env.bodyBytesPerSecond });
  const takeRequest = limitRequests(app, { perSecond: env.requestsPerSecond, clock });
  tellEpoch(app, () => life().epoch);
  addHealth(app, services);
  const calls = [
    ...platformCalls(services),
    ...sessionCalls(services),
    ...userCalls(services),
    ...homeCalls(services),
    ...spendCalls(services),
    ...notificationCalls(services),
    ...fileCalls(services),
    ...cityCalls(),
    ...expenseCalls(services),
    ...reportCalls(services),
    ...integrationCalls(services),
    ...tripCalls(services),
    ...recordCalls(services),
    ...delegationCalls(services),
    ...campaignCalls(services),
    ...sheetCalls(services),
    ...tallyCalls(services),
  ];
  await registerEndpoints(app, calls, {
    guards: { session: guardBySession(services), key: guardByKey(services) },
    takeFiles,
    takeParts,
  });
  if (env.demo) await app.register(async (scope) => demoPlugin(scope, services));
  await app.register(docsPlugin, { version: env.version });
  app.all('/api/*', async (request, reply) => answerNotFound(request, reply));
  app.setNotFoundHandler(answerNotFound);
  await app.register(sitePlugin, { env });
  return app;
}
