import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the answer is sent. */
export function goneWith(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
