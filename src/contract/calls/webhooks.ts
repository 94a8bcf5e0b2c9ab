import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { webhook, webhookAgainBody, webhookBody, webhookDeliveries, webhooks, webhookTrial } from '../webhook.ts';

/** Receivers of webhooks, for organisation admins. */

const PATH = '/api/v1/organisation/webhooks';
const ONE = `${PATH}/:id`;
const change = {
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['listWebhooks', 'listWebhookDeliveries'],
} as const;
const read = { access: 'session', offline: 'read', invalidates: [] } as const;
const withSecret = dataAnswer(z.object({ ...webhook.shape, secret: z.string() }));

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: PATH,
  ...read,
  summary: 'The receivers of webhooks, and how each is doing.',
  answer: dataAnswer(webhooks),
});
export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: PATH,
  ...change,
  summary: 'Adds a receiver. The secret that signs what it is sent is answered this once; it is kept sealed.',
  body: webhookBody,
  answer: withSecret,
});
export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: ONE,
  ...change,
  summary: 'Changes a receiver, or switches it on or off. What waits for one that is switched off has failed.',
  body: webhookBody,
  answer: dataAnswer(webhook),
});
export const endWebhook = endpoint({
  name: 'endWebhook',
  method: 'POST',
  path: `${ONE}/end`,
  ...change,
  summary: 'Ends a receiver, and forgets its secret and what waits for it.',
  answer: dataAnswer(z.object({ webhookId: z.string() })),
});
export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${ONE}/secret`,
  ...change,
  summary: 'Makes the next secret, answered this once. For 24 hours what is sent is signed by the one before too.',
  answer: withSecret,
});
export const tryWebhook = endpoint({
  name: 'tryWebhook',
  method: 'POST',
  path: `${ONE}/test`,
  ...change,
  summary: 'Sends a receiver an event `webhook.test` at once, and answers how that went.',
  answer: dataAnswer(webhookTrial),
});
export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: `${ONE}/deliveries`,
  ...read,
  summary: 'Events that a receiver has not taken: failed ones first, the newest first.',
  answer: dataAnswer(webhookDeliveries),
});
export const sendWebhooksAgain = endpoint({
  name: 'sendWebhooksAgain',
  method: 'POST',
  path: `${ONE}/again`,
  ...change,
  summary: 'Sends failed events of a receiver again, under their ids, for three days more: those named, or all.',
  body: webhookAgainBody,
  answer: dataAnswer(z.object({ again: z.int() })),
});
