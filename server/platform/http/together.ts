import type { FastifyRequest } from 'fastify';
import { sendTogether } from '#contract/calls/together.ts';
import type { AnswerOf, BodyOf, Endpoint } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import { MAX_TOGETHER } from '#contract/limits.ts';
import { QUEUED } from '#contract/queued.ts';
import { travelsTogether } from '#contract/sending.ts';
import { createLimiter } from '#server/platform/base/concurrency.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { serve, type Served } from './endpoints.ts';

/** Several requests that travel as one (OB-8). Each takes the whole way of a request: guard, limits, key, log. */

type Carried = BodyOf<typeof sendTogether>['requests'][number];
type Answered = AnswerOf<typeof sendTogether>['data'][number];

/** As many as a phone sends beside each other where it sends them one by one. */
const AT_ONCE = 4;

const queued: readonly Endpoint[] = Object.values(QUEUED);
/** Method and path of what may be carried. */
const CARRIED: ReadonlySet<string> = new Set(
  queued
    .filter(({ name, bodyType = 'json' }) => travelsTogether(name) && bodyType === 'json')
    .map(({ method, path }) => `${method} ${path}`),
);

/** Of the carrying request alone: about its own body, its connection, or what each of the carried ones says itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(
  [
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'connection',
    'expect',
    'accept-encoding',
    HEADERS.idempotencyKey,
    HEADERS.ifMatch,
    HEADERS.savedAt,
    HEADERS.heardAt,
    HEADERS.recordId,
    HEADERS.recordReceipt,
  ].map((name) => name.toLowerCase()),
);

function requestsOf(body: unknown): Carried[] {
  const parsed = sendTogether.body.safeParse(body);
  const requests = parsed.success ? parsed.data.requests : [];
  const isGood =
    requests.length > 0 &&
    requests.length <= MAX_TOGETHER &&
    new Set(requests.map(({ key }) => key)).size === requests.length &&
    requests.every(({ method, url }) => CARRIED.has(`${method} ${url.split('?', 1)[0]}`));
  if (!isGood) throw invalidRequest('requests is wrong.', { requests: 'requests is wrong.' });
  return requests;
}

async function carry(request: FastifyRequest, carried: Carried): Promise<Answered> {
  const { key, method, url, ifMatch, savedAt, heardAt, body } = carried;
  const shared = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
  const reply = await request.server.inject({
    method: method as 'POST',
    url,
    headers: {
      'user-agent': '',
      ...Object.fromEntries(shared),
      [HEADERS.idempotencyKey]: key,
      ...(ifMatch !== undefined && { [HEADERS.ifMatch]: `"${ifMatch}"` }),
      ...(savedAt !== undefined && { [HEADERS.savedAt]: String(savedAt) }),
      ...(heardAt !== undefined && { [HEADERS.heardAt]: heardAt }),
    },
    payload: JSON.stringify(body),
    remoteAddress: request.socket.remoteAddress ?? '',
  });
  const retryAfter = reply.headers['retry-after'];
  return {
    key,
    status: reply.statusCode,
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
    answer: reply.json<Answered['answer']>(),
  };
}

/** Decisions that waited on a phone, a few in one request. */
export const togetherCalls = (): Served[] => [
  serve(sendTogether, async ({ request }) => {
    const requests = requestsOf(request.body);
    const inTurn = createLimiter(AT_ONCE);
    const data = await Promise.all(requests.map((carried) => inTurn(() => carry(request, carried))));
    return { success: true, data };
  }),
];
