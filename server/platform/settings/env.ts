import { readTracing, type TracingSettings } from './tracing.ts';
import { isIP } from 'node:net';
import { COOKIE_DAYS } from '#contract/headers.ts';
import { MAX_LEAVER_LINK_DAYS } from '#domain/leaver.ts';
import type { Day } from '#domain/dates.ts';
import { FIRST_TIME_ZONE } from '#domain/organisation.ts';
import type { BackupKey } from '#server/platform/database/backups/backupFile.ts';
import { backupKeyOf, readSecrets, readSecretSetting, readSecretsKeys, type SecretsKey } from './secretVariables.ts';
import {
  checkTimeZone,
  checkUrl,
  flag,
  longText,
  readDay,
  SettingError,
  text,
  wholeNumber,
  type Variables,
} from './variables.ts';

/** The server's settings, read once at start. */
export interface Env {
  port: number;
  host: string;
  /** Folder of the embedded database and of the bills. */
  dataDir: string;
  /** `postgres://…`, or null for the embedded database under `dataDir`. */
  databaseUrl: string | null;
  /** `s3://bucket?endpoint=…&region=…`, or null for files under `dataDir`. */
  filesUrl: string | null;
  /** Minutes of change after which the embedded database is backed up; 0: never by itself. */
  backupMinutes: number;
  /** The first encrypts backups, all decrypt them; none: they are plain. */
  backupKeys: readonly BackupKey[];
  /** `s3://bucket/folder?…`: where backups go too, or null. */
  backupUrl: string | null;
  googleClientId: string | null;
  /** Only people of this hosted domain may sign in. */
  signInDomain: string | null;
  /** Until the end of this day ID tokens without a nonce are taken from pages that know of none (SES-25). */
  signInWithoutNonceUntil: Day;
  /** A session ends after this many days without use, and in any case this many after sign-in (SES-2). */
  sessionIdleDays: number;
  sessionMaxDays: number;
  /** How old a sign-in may be for what reveals or changes much, in minutes; 0: of any age (SES-44). */
  recentSignInMinutes: number;
  /** Sign-in asks where the person is; off where the law or a works council says so. */
  locationRequired: boolean;
  /** Who is put into the directory is told by mail (ORG-32). */
  welcomeMails: boolean;
  /** For how many days who has left may send what they saved before (ORG-41); 0: not at all. */
  leaverLinkDays: number;
  demo: boolean;
  /** The demo may be reached from other machines, through a proxy too: said by its owner. */
  demoPublic: boolean;
  /** Companies of the demo organisation; made after the start. */
  demoCompanies: number;
  /** By which days are counted: as the setting says, else as the database does, from the start on (ORG-36). */
  timeZone: string;
  /** Is it the setting's? */
  timeZoneSet: boolean;
  analyticsUrl: string | null;
  integrationApiKey: string | null;
  /** Keys of the audit log: the first seals, all verify. None: a key that the database keeps (S16). */
  auditKeys: readonly string[];
  /** Seal the secrets that the database keeps, the newest first; none: they are plain text (S19). */
  secretsKeys: readonly SecretsKey[];
  /** Said by the owner: they may be plain text on a server that others reach too. */
  secretsPlain: boolean;
  caseManagementUrl: string | null;
  smtpUrl: string | null;
  /** Who a mail is from. */
  mailFrom: string | null;
  /** Where people reach this server, for links in mail; without a slash at its end. */
  publicUrl: string | null;
  /** Pushes go to private addresses and without TLS too: for trying it on one machine. */
  pushToAnyAddress: boolean;
  /** Webhooks go to private addresses too, and without TLS to this machine. */
  webhooksPrivate: boolean;
  /** Base addresses handed to clients; empty is this origin. */
  baseUrls: { expense: string; auth: string; file: string };
  /** Folder of the built client, or null for the repository's own dist/client. */
  clientDir: string | null;
  /** How many proxies in front are trusted to say where a request came from; 0 trusts none. */
  trustedProxies: number;
  /** Requests a second that one session may make in the long run; 0 for no limit (Z69). */
  requestsPerSecond: number;
  /** Connections at once. */
  maxConnections: number;
  /** Connections of one network at once; 0 for no limit (S15). */
  connectionsPerAddress: number;
  /** Seconds that a body may be silent, and bytes a second that it comes to at least (S15). */
  bodySilenceSeconds: number;
  bodyBytesPerSecond: number;
  /** With this in `x-api-key`, `/readyz` answers with details; null: to this machine alone. */
  readyKey: string | null;
  /** What Prometheus sends to `/metrics`; null: there are no metrics. */
  metricsToken: string | null;
  tracing: TracingSettings | null;
  /** Milliseconds by which the event loop may be late before calls are refused; 0 for no limit (X50). */
  maxEventLoopDelay: number;
  /** Uploads one person may make in an hour (Z54). */
  uploadsPerHour: number;
  /** Megabytes of bills one person may upload in 30 days (Z54). */
  uploadMegabytesAMonth: number;
  /** Requests that one person may file in a day, and questions that one may ask (S3). */
  creationsPerDay: number;
  logLevel: string;
  version: string;
}

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/** Pages of the builds before the nonce are open or kept for use without a network: time to be opened with one. */
const PAGES_WITHOUT_NONCE = '2027-02-28';

/** What a connection that is not encrypted lacks, for a host that is not this machine (S19). */
function assertTls(variables: Variables, key: string, isSafe: (url: URL) => boolean, advice: string): void {
  const value = text(variables, key);
  if (value === null || !URL.canParse(value)) return;
  const url = new URL(value);
  // A host among the parameters is the one that is used; one that begins with '/' is a socket of this machine.
  const host = url.searchParams.get('host') ?? url.hostname;
  if (
    host === '' ||
    host.startsWith('/') ||
    isLoopback(host) ||
    url.searchParams.get('insecure') === '1' ||
    isSafe(url)
  )
    return;
  throw new SettingError(
    `${key} leads to ${host} without TLS, where passwords and claims can be read on the way. ` +
      `${advice}, or add insecure=1 to the address if that network is trusted.`,
  );
}

/** What pg takes for an encrypted connection; 'prefer' and 'allow' fall back to one that is not. */
const SAFE_MODES = new Set(['require', 'verify-ca', 'verify-full']);

/** Settings of real use: with any of them the demo is never on by default (S6). */
const REAL_USE = [
  'GOOGLE_CLIENT_ID',
  'SIGN_IN_DOMAIN',
  'DATABASE_URL',
  'FILES_URL',
  'PUBLIC_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'TRUSTED_PROXIES',
  'INTEGRATION_API_KEY',
  'SECRETS_KEY',
  'SECRETS_KEY_FILE',
] as const;

/** Is this the demo? Throws `SettingError` where others could reach one and nobody has said that they may. */
function readDemo(variables: Variables, host: string): Pick<Env, 'demo' | 'demoPublic'> {
  const demo = flag(variables, 'DEMO') ?? REAL_USE.every((key) => text(variables, key) === null);
  const demoPublic = flag(variables, 'DEMO_PUBLIC') === true;
  const reached = !isLoopback(host)
    ? `HOST ${host} can be reached from outside`
    : text(variables, 'PUBLIC_URL') !== null
      ? 'PUBLIC_URL says that people reach this server'
      : null;
  if (demo && !demoPublic && reached !== null)
    throw new SettingError(
      `DEMO lets anybody sign in as anybody, and ${reached}. ` +
        'Set GOOGLE_CLIENT_ID, or DEMO=0, or DEMO_PUBLIC=1 if that is what you want.',
    );
  return { demo, demoPublic };
}

/**
 * Reads the settings from environment variables. Throws `SettingError` for one that cannot work, so that a typing
 * mistake stops the start instead of changing what the server does.
 */
export function readEnv(variables: Variables): Env {
  const host = text(variables, 'HOST') ?? '127.0.0.1';
  const googleClientId = text(variables, 'GOOGLE_CLIENT_ID');
  const databaseUrl = checkUrl(variables, 'DATABASE_URL', ['postgres', 'postgresql']);
  assertTls(
    variables,
    'DATABASE_URL',
    (url) => SAFE_MODES.has(url.searchParams.get('sslmode') ?? '') || url.searchParams.get('ssl') === 'true',
    'Add sslmode=verify-full to it',
  );
  assertTls(
    variables,
    'SMTP_URL',
    (url) =>
      url.protocol === 'smtps:' || ['requireTLS', 'secure'].some((name) => url.searchParams.get(name) === 'true'),
    'Start it with smtps://, or add requireTLS=true to it',
  );
  return {
    port: wholeNumber(variables, 'PORT', 3000, 65_535),
    host,
    dataDir: text(variables, 'DATA_DIR') ?? '.data',
    databaseUrl,
    filesUrl: checkUrl(variables, 'FILES_URL', ['s3']),
    backupMinutes: wholeNumber(variables, 'BACKUP_MINUTES', 15, 1_440),
    backupKeys: readSecrets(variables, 'BACKUP_KEY').map(backupKeyOf),
    backupUrl: checkUrl(variables, 'BACKUP_URL', ['s3']),
    googleClientId,
    signInDomain: text(variables, 'SIGN_IN_DOMAIN')?.toLowerCase() ?? null,
    signInWithoutNonceUntil: readDay(variables, 'SIGN_IN_WITHOUT_NONCE_UNTIL', PAGES_WITHOUT_NONCE),
    sessionIdleDays: wholeNumber(variables, 'SESSION_IDLE_DAYS', 30, COOKIE_DAYS, 1),
    sessionMaxDays: wholeNumber(variables, 'SESSION_MAX_DAYS', 180, COOKIE_DAYS, 1),
    recentSignInMinutes: wholeNumber(variables, 'RECENT_SIGN_IN_MINUTES', 60, 1_440),
    locationRequired: flag(variables, 'LOCATION_REQUIRED') ?? true,
    welcomeMails: flag(variables, 'WELCOME_MAILS') ?? true,
    leaverLinkDays: wholeNumber(variables, 'LEAVER_LINK_DAYS', 14, MAX_LEAVER_LINK_DAYS),
    ...readDemo(variables, host),
    demoCompanies: wholeNumber(variables, 'DEMO_COMPANIES', 20_000, 1_000_000),
    timeZone: checkTimeZone(text(variables, 'ORG_TIME_ZONE') ?? FIRST_TIME_ZONE),
    timeZoneSet: text(variables, 'ORG_TIME_ZONE') !== null,
    analyticsUrl: checkUrl(variables, 'ANALYTICS_URL', ['https', 'http']),
    auditKeys: readSecrets(variables, 'AUDIT_KEY'),
    ...readSecretsKeys(variables),
    integrationApiKey: readSecretSetting(variables, 'INTEGRATION_API_KEY', ", or make a key with 'npm run keys'"),
    caseManagementUrl: checkUrl(variables, 'CASE_MANAGEMENT_URL', ['https', 'http']),
    smtpUrl: checkUrl(variables, 'SMTP_URL', ['smtp', 'smtps']),
    mailFrom: text(variables, 'MAIL_FROM'),
    publicUrl: checkUrl(variables, 'PUBLIC_URL', ['https', 'http'])?.replace(/\/+$/, '') ?? null,
    pushToAnyAddress: flag(variables, 'PUSH_TO_ANY_ADDRESS') ?? false,
    webhooksPrivate: flag(variables, 'WEBHOOKS_PRIVATE') ?? false,
    baseUrls: {
      expense: text(variables, 'EXPENSE_BASE_URL') ?? '',
      auth: text(variables, 'AUTH_BASE_URL') ?? '',
      file: text(variables, 'FILE_BASE_URL') ?? '',
    },
    clientDir: text(variables, 'CLIENT_DIR'),
    trustedProxies: wholeNumber(variables, 'TRUSTED_PROXIES', 0, 10),
    requestsPerSecond: wholeNumber(variables, 'REQUESTS_A_SECOND', 50, 1_000_000),
    maxConnections: wholeNumber(variables, 'MAX_CONNECTIONS', 10_000, 1_000_000),
    connectionsPerAddress: wholeNumber(variables, 'CONNECTIONS_PER_ADDRESS', 1_000, 1_000_000),
    bodySilenceSeconds: Math.max(1, wholeNumber(variables, 'BODY_SILENCE_SECONDS', 30, 3_600)),
    bodyBytesPerSecond: wholeNumber(variables, 'BODY_BYTES_A_SECOND', 500, 1_000_000),
    readyKey: longText(variables, 'READY_KEY', 16),
    metricsToken: readSecretSetting(variables, 'METRICS_TOKEN', ''),
    tracing: readTracing(variables),
    maxEventLoopDelay: wholeNumber(variables, 'MAX_EVENT_LOOP_DELAY', 1_000, 3_600_000),
    uploadsPerHour: wholeNumber(variables, 'UPLOADS_PER_HOUR', 300, 1_000_000),
    uploadMegabytesAMonth: wholeNumber(variables, 'UPLOAD_MB_A_MONTH', 1_000, 1_000_000),
    creationsPerDay: Math.max(1, wholeNumber(variables, 'CREATIONS_PER_DAY', 200, 1_000_000)),
    logLevel: text(variables, 'LOG_LEVEL') ?? 'info',
    version: text(variables, 'BUILD') ?? 'dev',
  };
}

/** Where people reach this server, without a slash at the end. */
export const addressOf = ({ publicUrl, host, port }: Pick<Env, 'publicUrl' | 'host' | 'port'>): string =>
  publicUrl ?? `http://${host}:${port}`;

/** What a start says of the key that seals secrets (S19). */

type Settings = Pick<Env, 'demo' | 'host' | 'publicUrl' | 'secretsKeys' | 'secretsPlain'>;

/**
 * Throws `SettingError` where others reach a server in real use that has no key, and nobody has said that it needs
 * none.
 */
export function assertSecretsKey({ demo, host, publicUrl, secretsKeys, secretsPlain }: Settings): void {
  if (demo || secretsPlain || secretsKeys.length > 0 || (isLoopback(host) && publicUrl === null)) return;
  throw new SettingError(
    'SECRETS_KEY is not set, and a copy of the database would reveal the secrets that open what waits on phones. ' +
      "Set SECRETS_KEY to at least 32 random characters, such as 'openssl rand -base64 32' prints, " +
      'or SECRETS_KEY_FILE to a file of them, and keep a copy apart from the backups; ' +
      'or set SECRETS_KEY=none if copies of the database are kept as safe as that.',
  );
}

/** Says in the log of a server in real use that a copy of its database reveals its secrets. */
export function warnOfPlain(
  log: { warn(message: string): void },
  { demo, secretsKeys }: Pick<Settings, 'demo' | 'secretsKeys'>,
): void {
  if (!demo && secretsKeys.length === 0)
    log.warn('SECRETS_KEY is not set: secrets lie in the database, and in every copy of it, as plain text');
}
