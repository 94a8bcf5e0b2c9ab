import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#server/platform/base/errors.ts';
import { networkOf } from '#server/platform/base/network.ts';

/** Above this share of the connections that are allowed, none is kept open for a next request. */
const CROWDED = 0.5;

export interface Connections {
  /** At once, all together. */
  most: number;
  /** Of one network; 0 for no limit. */
  perAddress: number;
  /** Proxies in front forward the client's address: then connections are theirs, and requests in flight are counted. */
  proxied: boolean;
}

/** Connections that share a limit. */
class Crowd {
  readonly limit: number;
  open = 0;
  /** Those that wait for a next request, the longest waiting first. */
  readonly idle = new Set<Socket>();

  constructor(limit: number) {
    this.limit = limit;
  }
}

/** A connection as it is counted. */
interface Connection {
  /** What it counts in; nothing once it has ended. */
  crowds: readonly Crowd[];
  /** Requests that have no answer yet. */
  asked: number;
}

/** How many of each there are. */
function createCount(): { add(key: string): number; remove(key: string): void } {
  const counts = new Map<string, number>();
  const add = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  const remove = (key: string): void => {
    const count = (counts.get(key) ?? 0) - 1;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return { add, remove };
}

/**
 * Limits connections in all and per network (S15). An office behind one address is hundreds of browsers with idle
 * keep-alive connections: the one idle longest is closed for a new one. Where none is idle, the new one is closed. When
 * the app closes, those that wait for a request are closed at once.
 */
export function limitConnections(app: FastifyInstance, { most, perAddress, proxied }: Connections): void {
  const all = new Crowd(most);
  const networks = new Map<string, Crowd>();
  const connections = new Map<Socket, Connection>();
  const byNetwork = !proxied && perAddress > 0;

  const crowdsOf = (network: string): Crowd[] => {
    if (!byNetwork) return [all];
    const crowd = networks.get(network) ?? new Crowd(perAddress);
    networks.set(network, crowd);
    return [crowd, all];
  };
  const leave = (socket: Socket, connection: Connection): void => {
    for (const crowd of connection.crowds) {
      crowd.open -= 1;
      crowd.idle.delete(socket);
    }
    connection.crowds = [];
  };
  /** Whether there is room for one that has just been counted. */
  const hasRoom = ({ open, limit, idle }: Crowd): boolean => {
    if (open <= limit) return true;
    const [longest] = idle;
    const connection = longest && connections.get(longest);
    if (!longest || !connection) return false;
    leave(longest, connection);
    longest.destroy();
    return true;
  };

  app.server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const crowds = crowdsOf(network);
    const connection: Connection = { crowds, asked: 0 };
    connections.set(socket, connection);
    for (const crowd of crowds) crowd.open += 1;
    socket.once('close', () => {
      leave(socket, connection);
      connections.delete(socket);
      if (networks.get(network)?.open === 0) networks.delete(network);
    });
    if (!crowds.every(hasRoom)) socket.destroy();
  });
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.asked += 1;
    for (const { idle } of connection.crowds) idle.delete(socket);
    response.once('close', () => {
      connection.asked -= 1;
      if (connection.asked === 0) for (const { idle } of connection.crowds) idle.add(socket);
    });
  });
  // Browsers open connections ahead. Node closes those that have had an answer; one that was never asked for anything
  // would hold up the end until all are cut (X51).
  app.addHook('preClose', async () => {
    for (const [socket, { asked }] of connections) if (asked === 0) socket.destroy();
  });
  app.addHook('onSend', async (request, reply) => {
    const crowds = connections.get(request.raw.socket)?.crowds ?? [];
    if (crowds.some(({ open, limit }) => open > limit * CROWDED)) reply.header('connection', 'close');
  });

  if (proxied && perAddress > 0) {
    const underWay = createCount();
    app.addHook('onRequest', async (request, reply) => {
      const network = networkOf(request.ip);
      const count = underWay.add(network);
      reply.raw.once('close', () => underWay.remove(network));
      if (count > perAddress)
        throw new Refusal('RATE_LIMITED', 'That was a lot at once. Please wait a moment.', { retryAfter: 1 });
    });
  }
}
