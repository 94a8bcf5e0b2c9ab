import { group, type Setting } from './setting.ts';

/** Limits, the product's own settings, the demo, and what building and testing read. */
export const PRODUCT_SETTINGS: readonly Setting[] = [
  ...group('Limits', [
    {
      name: 'MAX_EVENT_LOOP_DELAY',
      default: '1000',
      meaning:
        'Milliseconds by which the event loop may be late on average before calls are answered with 503 and ' +
        '`Retry-After`. 0: never.',
    },
    {
      name: 'REQUESTS_A_SECOND',
      default: '50',
      meaning:
        "Long-run requests of one session; an address gets twenty times as many. Twenty seconds' worth may come at " +
        'once. Of each process. 0: no limit.',
    },
    { name: 'MAX_CONNECTIONS', default: '10000', meaning: 'Connections at once. Of each process.' },
    {
      name: 'CONNECTIONS_PER_ADDRESS',
      default: '1000',
      meaning:
        'Connections at once of one address (of IPv6, of one /64). Behind proxies: its running requests. Of each ' +
        'process. 0: no limit.',
    },
    { name: 'BODY_SILENCE_SECONDS', default: '30', meaning: 'How long a body may be silent.' },
    {
      name: 'BODY_BYTES_A_SECOND',
      default: '500',
      meaning: 'How slow a body may be in the long run.',
    },
    {
      name: 'UPLOADS_PER_HOUR',
      default: '300',
      meaning: 'Uploads of one person in an hour. An upload in parts counts when it begins.',
    },
    { name: 'UPLOAD_MB_A_MONTH', default: '1000', meaning: 'Megabytes that one person may upload in 30 days.' },
    {
      name: 'CREATIONS_PER_DAY',
      default: '200',
      meaning:
        'Claims and trips that one person may file in a day; questions, stand-ins, campaigns and batches count ' +
        'separately. Trips of the sales app do not count.',
    },
  ]),
  ...group('Product', [
    {
      name: 'ORG_TIME_ZONE',
      default: null,
      otherwise: 'chosen at setup, else Asia/Kolkata',
      meaning:
        'The time zone of the day by which dates are judged. Where it is set, nobody chooses it on screen. It stays ' +
        'once there is a claim or a trip.',
    },
    {
      name: 'EXPENSE_BASE_URL',
      default: null,
      otherwise: 'this origin',
      meaning: 'Base address that clients use for calls about claims.',
      example: 'https://claims.example.com',
    },
    {
      name: 'AUTH_BASE_URL',
      default: null,
      otherwise: 'this origin',
      meaning: 'Base address that clients use to sign in.',
      example: 'https://claims.example.com',
    },
    {
      name: 'FILE_BASE_URL',
      default: null,
      otherwise: 'this origin',
      meaning: 'Base address that clients use for files.',
      example: 'https://claims.example.com',
    },
    {
      name: 'WEBHOOKS_PRIVATE',
      default: '0',
      meaning:
        '`1`: webhooks may go to private addresses, and to this machine without TLS; for receivers in the own network.',
    },
    {
      name: 'ANALYTICS_URL',
      default: null,
      otherwise: 'the built-in page',
      meaning: 'A dashboard to embed for campaigns.',
      example: 'https://dashboard.example.com/campaigns',
    },
    {
      name: 'CASE_MANAGEMENT_URL',
      default: null,
      meaning: 'Where case-management users are sent.',
      example: 'https://cases.example.com',
    },
  ]),
  ...group('Demo and trials', [
    {
      name: 'DEMO',
      default: null,
      otherwise: '1, or 0 with any setting of real use',
      meaning: '`1` or `0`: a demo organisation, in which anybody signs in as anybody.',
      example: '0',
    },
    { name: 'DEMO_PUBLIC', default: '0', meaning: '`1`: the demo may be reached by others.' },
    { name: 'DEMO_COMPANIES', default: '20000', meaning: 'Companies of the demo to campaign to.' },
    {
      name: 'PUSH_TO_ANY_ADDRESS',
      default: '0',
      meaning: '`1`: pushes to private addresses and without TLS, for trials on one machine.',
    },
  ]),
  ...group('Building and testing', [
    { name: 'BUILD', default: 'dev', meaning: "The build's name; `npm run build` sets it to its day and hash." },
    {
      name: 'DATABASE_WORKER',
      default: null,
      otherwise: 'beside the server',
      meaning: "The built file of the database's thread, for a server that runs from its sources.",
    },
    { name: 'API_PORT', default: '3001', meaning: 'The port of the server behind `npm run dev`.' },
    {
      name: 'CHROME_BIN',
      default: null,
      otherwise: 'the first found',
      meaning: 'The browser of the end-to-end tests.',
    },
    {
      name: 'CLOCK',
      default: null,
      meaning: 'The moment at which a test run on a rare day begins, by `scripts/lib/shiftedClock.mjs`.',
    },
  ]),
];
