import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as calls from '#contract/calls/webhooks.ts';
import { urlOf } from '#contract/endpoint.ts';
import { WEBHOOK_EVENTS, type Webhook, type WebhookBody, type WebhookDelivery } from '#contract/webhook.ts';
import { openLanes } from '#server/modules/webhooks/index.ts';
import type { Lookup } from '#server/platform/base/inside.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import type { TestServer } from './server.ts';

/** Webhooks, as tests need them: receivers on this machine, the calls of their admins, and the sending. */

/** A request that a receiver got. */
export interface Got {
  id: string;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answers = (response: ServerResponse, got: Got, request: IncomingMessage) => void;

export interface Receiver {
  url: string;
  got: Got[];
  /** How it answers from now on; the request is noted before. */
  answer: Answers;
  close(): Promise<void>;
}

export const says =
  (status: number, headers: Record<string, string> = {}): Answers =>
  (response) =>
    void response.writeHead(status, headers).end();

/** A program of the organisation on a free port of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const got = { id: headers['webhook-id'] ?? '', headers, body, event: JSON.parse(body) as Got['event'] };
      receiver.got.push(got);
      receiver.answer(response, got, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    got: [],
    answer: says(204),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

export const bodyFor = (url: string, changes: Partial<WebhookBody> = {}): WebhookBody => ({
  url,
  events: [...WEBHOOK_EVENTS],
  enabled: true,
  ...changes,
});

type Sent = Record<string, string>;
const at = (entry: Parameters<typeof urlOf>[0], id: string): string => urlOf(entry, { parts: { id } });

export const list = (api: Api): Promise<Answer> => api.get(urlOf(calls.listWebhooks));
export const add = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.createWebhook), body, headers);
export const change = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(at(calls.updateWebhook, id), body, headers);
export const end = (api: Api, id: string): Promise<Answer> => api.post(at(calls.endWebhook, id));
export const rotate = (api: Api, id: string): Promise<Answer> => api.post(at(calls.rotateWebhookSecret, id));
export const tryOut = (api: Api, id: string): Promise<Answer> => api.post(at(calls.tryWebhook, id));
export const deliveries = (api: Api, id: string): Promise<Answer> => api.get(at(calls.listWebhookDeliveries, id));
export const again = (api: Api, id: string, eventIds: readonly string[] | null): Promise<Answer> =>
  api.post(at(calls.sendWebhooksAgain, id), { eventIds });

export type Added = Webhook & { secret: string };
export const added = async (api: Api, url: string, changes: Partial<WebhookBody> = {}): Promise<Added> =>
  dataOf<Added>(await add(api, bodyFor(url, changes)));
export const stateOf = async (api: Api, id: string): Promise<Webhook> => {
  const found = dataOf<Webhook[]>(await list(api)).find(({ webhookId }) => webhookId === id);
  if (!found) throw new Error(`There is no receiver ${id}`);
  return found;
};
export const openOf = async (api: Api, id: string): Promise<WebhookDelivery[]> =>
  dataOf<WebhookDelivery[]>(await deliveries(api, id));

interface Sending {
  anywhere?: boolean;
  lookup?: Lookup;
  signal?: AbortSignal;
  /** Of one attempt, in milliseconds. */
  timeout?: number;
}

/** What one process sends with. */
export const lanesOf = (server: TestServer, { anywhere = true, ...more }: Sending = {}) =>
  openLanes({
    db: server.database.db,
    clock: () => server.clock.now,
    timeZone: server.env.timeZone,
    secretsKeys: server.env.secretsKeys,
    anywhere,
    log: { info: () => undefined },
    ...more,
  });

/** What one process does every second, until nothing is due. */
export async function send(server: TestServer, more: Sending = {}): Promise<void> {
  const lanes = lanesOf(server, more);
  while (await lanes.round());
  await lanes.idle();
}

/** Nothing that was before is told. */
export async function forgetAll({ database: { db } }: TestServer): Promise<void> {
  for (const table of ['webhook_deliveries', 'webhook_events', 'webhook_changes', 'webhooks'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('secrets').where('name', 'like', 'webhook %').execute();
}
