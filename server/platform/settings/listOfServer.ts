import { group, type Setting } from './setting.ts';

/** Where the server runs, what it keeps, who signs in, and its secrets. */
export const SERVER_SETTINGS: readonly Setting[] = [
  ...group('Server', [
    { name: 'PORT', default: '3000', meaning: 'The port on which the server listens.' },
    {
      name: 'HOST',
      default: '127.0.0.1',
      meaning: 'The address on which the server listens. `0.0.0.0` is every address of this machine.',
    },
    {
      name: 'TRUSTED_PROXIES',
      default: '0',
      meaning: 'How many proxies in front report the address of the client.',
      example: '1',
    },
    { name: 'LOG_LEVEL', default: 'info', meaning: "One of pino's levels; on a terminal `warn` is the default." },
    {
      name: 'READY_KEY',
      default: null,
      secret: true,
      meaning:
        'At least 16 characters. With it in `x-api-key`, `/readyz` tells other machines what the daily file check ' +
        'found.',
    },
    {
      name: 'METRICS_TOKEN',
      default: null,
      secret: true,
      meaning: 'At least 32 random characters: serves `GET /metrics` to requests that send it as a bearer token.',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      default: null,
      meaning:
        'Base address of an OpenTelemetry collector (OTLP over HTTP): each request goes there as a span with its ' +
        'statements, without values, addresses or people.',
      example: 'http://127.0.0.1:4318',
    },
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      default: null,
      secret: true,
      meaning: 'What the collector is sent with each request: `name=value,name=value`.',
    },
    {
      name: 'CLIENT_DIR',
      default: null,
      otherwise: 'the built client',
      meaning: 'Another folder with a built client, to try one beside the other.',
      example: '/opt/kharcha-next/dist/client',
    },
  ]),
  ...group('Data', [
    {
      name: 'DATA_DIR',
      default: '.data',
      meaning: 'The folder of the embedded database, bills, backups, audit heads and the assets of earlier builds.',
      example: '/var/lib/kharcha',
    },
    {
      name: 'DATABASE_URL',
      default: null,
      otherwise: 'embedded',
      secret: true,
      meaning:
        '`postgres://…`, PostgreSQL 15 or newer. Migrations run at start, guarded against processes that start at ' +
        'once. A host other than this machine needs TLS (`?sslmode=verify-full`), or `insecure=1` in the address if ' +
        'its network is trusted. `prepare=false` in it is for a pooler that lends connections by transaction.',
      example: 'postgres://kharcha:password@db.example.com/kharcha?sslmode=verify-full',
    },
    {
      name: 'FILES_URL',
      default: null,
      otherwise: '`DATA_DIR`',
      meaning:
        '`s3://bucket?endpoint=…&region=…` for bills and reports; with `credentials=role` the role of the machine is ' +
        'used.',
      example: 's3://bills?endpoint=https://s3.example.com&region=ap-south-1',
    },
    {
      name: 'BACKUP_MINUTES',
      default: '15',
      meaning:
        'Once something has changed, the newest backup of the embedded database is at most this old. 0: none is made ' +
        'but before migrations.',
    },
    {
      name: 'BACKUP_URL',
      default: null,
      meaning: '`s3://bucket/folder?endpoint=…&region=…`: backups of the embedded database go there too.',
      example: 's3://backups/kharcha?endpoint=https://s3.example.com&region=ap-south-1',
    },
    {
      name: 'AWS_ACCESS_KEY_ID',
      default: null,
      meaning: 'Who asks the stores of `FILES_URL` and `BACKUP_URL`, unless they say `credentials=role`.',
    },
    { name: 'AWS_SECRET_ACCESS_KEY', default: null, secret: true, meaning: 'The key of `AWS_ACCESS_KEY_ID`.' },
    {
      name: 'AWS_SESSION_TOKEN',
      default: null,
      secret: true,
      meaning: 'Goes with credentials that are valid for a time.',
    },
  ]),
  ...group('Sign-in', [
    {
      name: 'GOOGLE_CLIENT_ID',
      default: null,
      meaning: "Turns Google sign-in on; ID tokens are verified against Google's published keys.",
      example: '1234567890-abc.apps.googleusercontent.com',
    },
    {
      name: 'SIGN_IN_DOMAIN',
      default: null,
      otherwise: 'any',
      meaning: 'Only accounts of this hosted domain may sign in.',
      example: 'example.com',
    },
    {
      name: 'SIGN_IN_WITHOUT_NONCE_UNTIL',
      default: '2027-02-28',
      meaning:
        'Until the end of this day, pages of builds that know no nonce may sign in. A day in the past ends this at ' +
        'once.',
    },
    {
      name: 'LOCATION_REQUIRED',
      default: '1',
      meaning: '`0`: no way of signing in asks where the person is. For where the law or a works council says so.',
    },
    {
      name: 'WELCOME_MAILS',
      default: '1',
      meaning: '`0`: who is put into the directory gets no mail that says where Kharcha is and how to install it.',
    },
    {
      name: 'LEAVER_LINK_DAYS',
      default: '14',
      meaning:
        'Who has left gets a mail with a link that sends what they saved on their phone before, and opens nothing ' +
        'else; it is good for this many days. 0: none goes out, and those that did open nothing. At most 28.',
    },
    {
      name: 'SESSION_IDLE_DAYS',
      default: '30',
      meaning: 'A session ends after this many days without use. At most 400.',
    },
    {
      name: 'SESSION_MAX_DAYS',
      default: '180',
      meaning: 'A session ends this many days after the sign-in. At most 400.',
    },
    {
      name: 'RECENT_SIGN_IN_MINUTES',
      default: '60',
      meaning:
        'Files of many people’s data, payment sheets and changes of people, policy and organisation ask for a ' +
        'sign-in not older than this. 0: of any age. At most 1440.',
    },
  ]),
  ...group('Mail and links', [
    {
      name: 'PUBLIC_URL',
      default: null,
      meaning:
        '`https://…`, where people reach the server: for links in mail, the contact of push messages and the ' +
        'addresses given to providers of sign-in.',
      example: 'https://claims.example.com',
    },
    {
      name: 'SMTP_URL',
      default: null,
      secret: true,
      meaning:
        '`smtp://user:password@host:587`, for the daily mail and sign-in by code. A host other than this machine ' +
        'needs TLS (`smtps://…`, or `?requireTLS=true`), or `insecure=1`.',
      example: 'smtps://kharcha:password@mail.example.com',
    },
    {
      name: 'MAIL_FROM',
      default: null,
      meaning: 'Who mail is from, such as `Kharcha <claims@your.company>`.',
      example: 'Kharcha <claims@example.com>',
    },
  ]),
  ...group('Secrets and keys', [
    {
      name: 'SECRETS_KEY',
      default: null,
      secret: true,
      meaning:
        'Keys that seal secrets in the database, newest first, each of at least 32 random characters. A server that ' +
        'others reach does not start without one, unless this is `none`.',
    },
    {
      name: 'SECRETS_KEY_FILE',
      default: null,
      meaning: 'A file that holds them, in place of `SECRETS_KEY`.',
      example: '/etc/kharcha/secrets.key',
    },
    {
      name: 'BACKUP_KEY',
      default: null,
      otherwise: 'not encrypted',
      secret: true,
      meaning:
        'Keys that encrypt backups of the embedded database, newest first, each of at least 32 random characters.',
    },
    {
      name: 'AUDIT_KEY',
      default: null,
      otherwise: 'in the database',
      secret: true,
      meaning: 'Keys that seal the audit log, newest first.',
    },
    {
      name: 'INTEGRATION_API_KEY',
      default: null,
      secret: true,
      meaning: "One key for the sales app's intake, beside those of `npm run keys`.",
    },
  ]),
];
