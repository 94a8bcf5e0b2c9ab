import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { Api } from '#tests/support/api.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { campaigns } from '#tests/support/whoMay/campaigns.ts';
import { claims } from '#tests/support/whoMay/claims.ts';
import { directory } from '#tests/support/whoMay/directory.ts';
import { gstInvoices } from '#tests/support/whoMay/gst.ts';
import { identityProviders } from '#tests/support/whoMay/identityProviders.ts';
import { policiesOfExpenses } from '#tests/support/whoMay/policies.ts';
import { retentionOfData } from '#tests/support/whoMay/retention.ts';
import { localExpenses } from '#tests/support/whoMay/localExpenses.ts';
import { provisioning } from '#tests/support/whoMay/provisioning.ts';
import { webhooks } from '#tests/support/whoMay/webhooks.ts';
import { sessionsOfPeople } from '#tests/support/whoMay/sessions.ts';
import type { Part } from '#tests/support/whoMay/table.ts';
import { tallyAndSheets } from '#tests/support/whoMay/tally.ts';
import { trips } from '#tests/support/whoMay/trips.ts';

/**
 * The table of who may (N1): every call by every role, each part on a
 * server of its own.
 */

/** 'GET /api/v1/…' of every request that a row made. */
const asked = new Set<string>();
/** A refused HEAD has no body to look at. */
let last = '';
/** Whether a call was made that may change something. */
let wrote = false;
/** The rows ask through this; what they need beforehand they make otherwise. */
function watched({ url, token }: Api): Api {
  const api = new Api(url, token);
  const send = api.send.bind(api);
  api.send = (method, path, ...rest) => {
    asked.add(`${method} ${path.split('?')[0]}`);
    last = method;
    wrote ||= !['GET', 'HEAD'].includes(method);
    return send(method, path, ...rest);
  };
  return api;
}

const OK = 200;

describe.each(
  [
    localExpenses,
    claims,
    trips,
    tallyAndSheets,
    campaigns,
    directory,
    identityProviders,
    provisioning,
    webhooks,
    gstInvoices,
    sessionsOfPeople,
    policiesOfExpenses,
    retentionOfData,
  ].map((part) => [part.title, part] as [string, Part]),
)('N1 ACC-6 ACC-16 CAMP-7 TALLY-4 PAY-3 who may: %s', (_title, part) => {
  let server: TestServer;
  let fresh = false;
  beforeAll(async () => {
    server = await startServer(part.settings);
    await part.begin(server);
  });
  afterAll(() => server.close());

  it.each(
    part.rows.flatMap(([name, call, expected]) =>
      part.people.map((who) => [name, who, call, expected[who] ?? expected.others] as const),
    ),
  )('%s by %s', async (_name, who, call, expected) => {
    if (!fresh) await part.renew?.();
    wrote = false;
    const got = await call(watched(await server.as(who)), who);
    fresh = got.status !== OK || !wrote;
    expect(got.status).toBe(expected);
    if (expected >= 400 && last !== 'HEAD' && got.body['success'] !== true)
      expect(got.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
  });
});

describe('the whole of it', () => {
  const guarded = Object.values(ENDPOINTS as Record<string, Endpoint>).filter((entry) => entry.access === 'session');
  it.each(guarded.map((entry) => [entry.name, entry] as const))('N1 has a row for %s', (_name, { method, path }) => {
    const shape = new RegExp(`^${method} ${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`);
    expect([...asked].some((request) => shape.test(request))).toBe(true);
  });
});
