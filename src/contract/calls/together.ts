import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';

/** As far as the head of a request would go: nothing longer comes by itself. */
const inHead = (most: number) => z.string().check(z.maxLength(most));

/** One of several requests that travel as one: its own headers by their names in `HEADERS`, where it has them. */
const carried = z.object({
  key: inHead(128),
  method: z.string(),
  url: inHead(2_000),
  ifMatch: z.optional(z.int()),
  savedAt: z.optional(z.number()),
  heardAt: z.optional(inHead(100)),
  body: z.record(z.string(), z.unknown()),
});

/** What the server says to one of them, as if it had come alone. `retryAfter`: its Retry-After, in seconds. */
const answered = z.object({
  key: z.string(),
  status: z.int(),
  retryAfter: z.optional(z.string()),
  answer: z.record(z.string(), z.unknown()),
});

/**
 * Carries decisions of one person that waited on a device (OB-8). It decides nothing itself: each request in it has its
 * own key, and is carried out, refused, logged and answered as if it had come by itself.
 */
export const sendTogether = endpoint({
  name: 'sendTogether',
  method: 'POST',
  path: '/api/v1/user/sendTogether',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary:
    'Carries 1 to 20 decisions or withdrawals, each under its own Idempotency-Key; each is carried out and answered ' +
    'as if it had been sent by itself, whatever comes of the others.',
  body: z.object({ requests: z.array(carried) }),
  answer: dataAnswer(z.array(answered)),
});
