import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface Pace {
  /** How long a body may be silent, in milliseconds. */
  silence: number;
  /** Bytes a second that it comes to in the long run; its first silence is free. */
  perSecond: number;
}

interface Body {
  began: number;
  /** Bytes of the connection when it began, and when it was looked at last. */
  first: number;
  last: number;
  heardAt: number;
}

const LOOKS_A_SILENCE = 4;
const LOOK_EVERY_AT_MOST = 1_000;

/**
 * Closes connections whose bodies stall (S15): silent for too long, or slower than a phone at the edge of a network.
 * Refused bodies that are still being sent count too. Time with unread bytes on this side does not count.
 */
export function closeSlowBodies(app: FastifyInstance, { silence, perSecond }: Pace): void {
  const bodies = new Map<IncomingMessage, Body>();
  const every = Math.min(LOOK_EVERY_AT_MOST, silence / LOOKS_A_SILENCE);
  app.server.prependListener('request', (request) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
    const [now, first] = [performance.now(), request.socket.bytesRead];
    bodies.set(request, { began: now, first, last: first, heardAt: now });
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, body] of bodies) {
      const { socket } = request;
      if (request.complete || socket.destroyed) {
        bodies.delete(request);
        continue;
      }
      if (request.readableLength > 0) {
        body.began += every;
        body.heardAt = now;
      }
      if (socket.bytesRead > body.last) {
        body.last = socket.bytesRead;
        body.heardAt = now;
      }
      const due = ((now - body.began - silence) / 1000) * perSecond;
      if (now - body.heardAt > silence || body.last - body.first < due) socket.destroy();
    }
  }, every);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
