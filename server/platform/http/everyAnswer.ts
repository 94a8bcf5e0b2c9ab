import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#server/platform/settings/env.ts';
import { HEADERS } from '#contract/headers.ts';
import { isCall } from './request.ts';

/** Headers of every answer unless its route sets others: same origin, no caching, no sniffing. */
const BASE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Headers of every data answer: it may not be framed or run. Scripts do not get them, since a worker inherits the
 * policy of its script.
 */
export const DATA_HEADERS = {
  ...BASE_HEADERS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

type Reached = Pick<Env, 'publicUrl' | 'trustedProxies'>;

/**
 * Whether people reach this server over https: by its own address, or by the word of a proxy that is trusted. On plain
 * http the header means nothing, and a machine's own address must not be locked to https.
 */
export function isHttps({ publicUrl, trustedProxies }: Reached, request: IncomingMessage | null): boolean {
  if (publicUrl?.startsWith('https://')) return true;
  const said = trustedProxies > 0 ? request?.headers['x-forwarded-proto'] : undefined;
  return (
    String(said ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase() === 'https'
  );
}

const headersOf = (reached: Reached, request: IncomingMessage | null): Record<string, string> => ({
  ...BASE_HEADERS,
  ...(isHttps(reached, request) && HSTS),
});

/**
 * Sets them below the routes, where no answer goes by: not a file's, not a refusal's, not one that is written by hand.
 * HTTP/1.1 keeps a connection unless told otherwise: to say so takes a kilobyte of a first visit.
 */
export function headEveryAnswer(app: FastifyInstance, reached: Reached): void {
  app.server.prependListener('request', (request, response) => {
    for (const [name, value] of Object.entries(headersOf(reached, request))) response.setHeader(name, value);
    if (request.httpVersion === '1.1' && response.shouldKeepAlive) response.removeHeader('connection');
  });
}

const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const MESSAGE: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  408: 'The request took too long.',
  431: 'The headers of the request are too large.',
};

/** Answers what is no request that could be read, in the same envelope and with the same headers. */
export const answerUnread =
  (reached: Reached) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS[error.code ?? ''] ?? 400;
    const body = JSON.stringify({ success: false, message: MESSAGE[status], code: 'MALFORMED' });
    const headers = {
      ...DATA_HEADERS,
      ...headersOf(reached, null),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  };

/** Every answer of a call says which life of the database it is from (X58). */
export function setEpochHeader(app: FastifyInstance, epoch: () => string): void {
  const tell = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isCall(request)) reply.header(HEADERS.dbEpoch, epoch());
  };
  app.addHook('onRequest', tell);
  // Once more as it leaves: a connection that was made for it may lead to another life (F5).
  app.addHook('onSend', tell);
}
