import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { getConfig } from '#contract/calls/platform.ts';
import { MAX_JSON_BYTES } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { demoAccountRows, demoPlugin, servesDemo } from '#server/demo/demoPlugin.ts';
import { docsPlugin } from '#server/platform/docs/docsPlugin.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { malformed } from '#server/platform/base/errors.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { answerUnread, headEveryAnswer, setEpochHeader } from '#server/platform/http/everyAnswer.ts';
import { limitConnections } from '#server/platform/http/connections.ts';
import { closeSlowBodies, limitRequests, refuseUnderPressure } from '#server/platform/http/requestLimits.ts';
import { registerEndpoints } from '#server/platform/http/endpoints.ts';
import { addEnvelope, answerNotFound, answerRefusal, logAnswer } from '#server/platform/http/envelope.ts';
import { followRequests, idOfRequest, isCall } from '#server/platform/http/request.ts';
import { traceRequests } from '#server/platform/http/requestSpans.ts';
import { togetherCalls } from '#server/platform/http/together.ts';
import { warnOfProxy } from '#server/platform/http/proxied.ts';
import { takeParts } from '#server/platform/uploads/takeParts.ts';
import { takeFiles } from '#server/platform/uploads/multipart.ts';
import { signedFileCalls } from '#server/platform/http/sendFile.ts';
import { addHealth, configReader, platformCalls } from '#server/platform/http/platformRoutes.ts';
import { keepWatching, watchEpoch } from '#server/platform/epoch/epoch.ts';
import { readIdSecret } from '#server/platform/secrets/ids.ts';
import { readPushKeys } from '#server/platform/push/keys.ts';
import { secretStoreOf, type Services, type IdentitySource } from '#server/platform/http/services.ts';
import { sitePlugin } from '#server/platform/site/sitePlugin.ts';
import {
  apiKeyCalls,
  guardByKey,
  recordForbidden,
  guardBySession,
  sentRequestCalls,
  sessionCalls,
  googleIdentity,
  addOidcRoutes,
  createProviderClients,
  identityProviderCalls,
  signedInCalls,
  providerButtons,
} from '#server/modules/session/index.ts';
import { campaignCalls, CAMPAIGN_REPORT, campaignReport } from '#server/modules/campaigns/index.ts';
import { cityCalls, tripCalls } from '#server/modules/trips/index.ts';
import { delegationCalls } from '#server/modules/delegations/index.ts';
import { expenseCalls, approvalCalls } from '#server/modules/approvals/index.ts';
import { usedBillCalls } from '#server/modules/claims/index.ts';
import { fileCalls, recordCalls } from '#server/modules/records/index.ts';
import { enquiryCalls } from '#server/modules/enquiries/index.ts';
import { SHEET_FILES, sheetCalls } from '#server/modules/sheets/index.ts';
import { batchFile, TALLY_BATCH, tallyCalls } from '#server/modules/tally/index.ts';
import { spendCalls, reportCalls } from '#server/modules/reports/index.ts';
import { integrationCalls } from '#server/modules/conveyance/index.ts';
import { notificationCalls } from '#server/modules/notifications/index.ts';
import { userCalls } from '#server/modules/people/index.ts';
import { followTimeZone, readOrganisation } from '#server/modules/organisation/index.ts';
import { gstCalls } from '#server/modules/gst/index.ts';
import { setupCalls } from '#server/modules/setup/index.ts';
import { directoryCalls } from '#server/modules/directory/index.ts';
import { governanceCalls } from '#server/modules/governance/index.ts';
import { retentionCalls } from '#server/modules/retention/index.ts';
import { expensePolicyCalls } from '#server/modules/expensePolicy/index.ts';
import { addScimRoutes, provisioningCalls } from '#server/modules/scim/index.ts';
import { webhookCalls } from '#server/modules/webhooks/index.ts';

/** What takes a while to open. */
interface Opened {
  database: Database;
  files: FileStore;
}

interface Settings {
  env: Env;
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
 * How much of a body is buffered ahead of its consumer: when a connection breaks, buffered bytes are lost, and the
 * sender of an upload part paid for them (UPL-1). Node 22 raised its own default to four times this.
 */
const READ_AHEAD = 16_384;

/** With `opened`, routes are made while the database is. */
export type AppOptions = Settings & (Opened | { opened: Promise<Opened> });

/** Services whose database is not open yet: reading what follows from it throws until `open` has been awaited. */
function lateServices(early: Pick<Services, 'env' | 'clock' | 'identities'>): {
  services: Services;
  open: (opened: Opened) => Promise<void>;
} {
  let late: Omit<Services, keyof typeof early> | null = null;
  const now = (): NonNullable<typeof late> => {
    if (late === null) throw new Error('The database is not open yet');
    return late;
  };
  const services: Services = {
    ...early,
    get database() {
      return now().database;
    },
    get files() {
      return now().files;
    },
    get epoch() {
      return now().epoch;
    },
    get idSecret() {
      return now().idSecret;
    },
    get pushKeys() {
      return now().pushKeys;
    },
  };
  const open = async ({ database, files }: Opened): Promise<void> => {
    const { env, clock } = early;
    const store = secretStoreOf({ database, env });
    const epoch = await watchEpoch({ database, env, clock });
    late = { database, files, epoch, idSecret: await readIdSecret(store), pushKeys: await readPushKeys(store) };
  };
  return { services, open };
}

const noSchemas = (): never => {
  throw new Error('A route has a schema, and nothing that reads one.');
};

/**
 * Builds the server from its parts, ready to listen or to be tested. Nothing in it is global: two apps may live in one
 * process.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { env, log, clock, headersTimeout = HEADERS_TIMEOUT } = options;
  const identities = options.identities ?? (env.googleClientId === null ? [] : [googleIdentity(env.googleClientId)]);
  const { services, open } = lateServices({ env, clock, identities });

  const app = Fastify({
    loggerInstance: log,
    // A request is logged by the envelope, in one line without its query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
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
    genReqId: idOfRequest,
    // A trailing slash is optional (WIRE-11); a name of 100 letters of any script, escaped, is a part of an address
    // too.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 1_000 },
    // What a body says is judged by the domain, and no route has a schema: their compilers are not even read.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: answerUnread(env),
    // Such a request reaches no hook: it is counted and logged here.
    frameworkErrors: (_error, request, reply) => {
      answerRefusal(request, reply, takeRequest(request) ?? malformed('The address cannot be read.'));
      logAnswer(request, reply);
    },
  });
  app.decorateRequest('actor', null);
  followRequests(app);
  if (env.tracing !== null) traceRequests(app);
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
  if (env.metricsToken !== null) {
    const { addMetrics } = await import('./metrics.ts');
    addMetrics(app, { token: env.metricsToken, services, clock });
  }
  await refuseUnderPressure(app, env.maxEventLoopDelay);
  const takeRequest = limitRequests(app, { perSecond: env.requestsPerSecond, clock });
  const follow = followTimeZone(services);
  app.addHook('onRequest', async (request) => {
    // Without a database whatever is asked for says so.
    if (isCall(request) || request.routeOptions.url === getConfig.path) await follow().catch(() => undefined);
  });
  setEpochHeader(app, () => services.epoch().id);
  addHealth(app, services);
  const oidc = { services, clients: createProviderClients(services) };
  const readConfig = configReader(services, {
    providers: () => providerButtons(services.database.db),
    logo: async () => (await readOrganisation(services.database.db)).logo,
  });
  const calls = [
    ...platformCalls(readConfig),
    ...sessionCalls(services, oidc),
    ...identityProviderCalls(services),
    ...signedInCalls(services),
    ...userCalls(services),
    ...directoryCalls(services),
    ...governanceCalls(services),
    ...retentionCalls(services),
    ...expensePolicyCalls(services),
    ...provisioningCalls(services),
    ...webhookCalls(services),
    ...apiKeyCalls(services),
    ...gstCalls(services),
    ...setupCalls(services),
    ...sentRequestCalls(services),
    ...togetherCalls(),
    ...approvalCalls(services),
    ...spendCalls(services),
    ...notificationCalls(services),
    ...fileCalls(services),
    ...cityCalls(),
    ...expenseCalls(services),
    ...usedBillCalls(services),
    ...reportCalls(services),
    ...integrationCalls(services),
    ...tripCalls(services),
    ...recordCalls(services),
    ...enquiryCalls(services),
    ...delegationCalls(services),
    ...campaignCalls(services),
    ...sheetCalls(services),
    ...signedFileCalls(
      services,
      new Map([...SHEET_FILES, [TALLY_BATCH, batchFile], [CAMPAIGN_REPORT, campaignReport]]),
    ),
    ...tallyCalls(services),
  ];
  await registerEndpoints(app, calls, {
    guards: { session: guardBySession(services), key: guardByKey(services) },
    takeFiles,
    takeParts,
  });
  addOidcRoutes(app, oidc);
  await addScimRoutes(app, services);
  await app.register(docsPlugin, { version: env.version });
  app.all('/api/*', async (request, reply) => answerNotFound(request, reply));
  app.setNotFoundHandler(answerNotFound);
  await app.register(sitePlugin, {
    env,
    signInFacts: async (request) => ({
      config: await readConfig(),
      ...(env.demo && servesDemo(env, request) && { accounts: demoAccountRows() }),
    }),
  });
  await open('opened' in options ? await options.opened : options);
  keepWatching(app, services.epoch);
  if (env.demo) await app.register(async (scope) => demoPlugin(scope, services));
  return app;
}
