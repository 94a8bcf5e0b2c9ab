import * as calls from '#contract/calls/webhooks.ts';
import { contextOf } from '#server/platform/http/context.ts';
import { idOf, serve, type Served } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changingOne } from '#server/platform/idempotency/changing.ts';
import {
  changeWebhook,
  createWebhook,
  endWebhook,
  listDeliveries,
  listWebhooks,
  rotateSecret,
  sendAgain,
  tryWebhook,
} from './receivers.ts';

/** `/api/v1/organisation/webhooks…` */
export const webhookCalls = (services: Services): Served[] => [
  serve(calls.listWebhooks, async ({ request }) => ({
    success: true,
    data: await listWebhooks(contextOf(services, request)),
  })),
  serve(calls.createWebhook, async ({ request }) => ({
    success: true,
    data: await createWebhook(contextOf(services, request, true), request.body),
  })),
  serve(calls.updateWebhook, changingOne(services, changeWebhook)),
  serve(calls.endWebhook, changingOne(services, endWebhook)),
  serve(calls.rotateWebhookSecret, async (call) => ({
    success: true,
    data: await rotateSecret(contextOf(services, call.request, true), idOf(call)),
  })),
  serve(calls.tryWebhook, async (call) => ({
    success: true,
    data: await tryWebhook(contextOf(services, call.request, true), idOf(call)),
  })),
  serve(calls.listWebhookDeliveries, async (call) => ({
    success: true,
    data: await listDeliveries(contextOf(services, call.request), idOf(call)),
  })),
  serve(calls.sendWebhooksAgain, changingOne(services, sendAgain)),
];
