import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A link that carries few bytes a second towards the server, over all its connections, and is cut every so often.
 */
export interface SlowLink {
  url: string;
  /** Bytes that have passed towards the server, heads of requests and all. */
  up(): number;
  cuts(): number;
  connections(): number;
  close(): Promise<void>;
}

export interface SlowLinkOptions {
  bytesPerSecond: number;
  /** Milliseconds between two cuts of whatever is open. */
  cutEvery: number;
}

const TICK_MS = 10;
const QUEUED_BYTES = 4_096;

interface Open {
  client: Socket;
  upstream: Socket;
  queued: Buffer[];
  size: number;
}

export async function slowLink(to: string, { bytesPerSecond, cutEvery }: SlowLinkOptions): Promise<SlowLink> {
  const port = Number(new URL(to).port);
  const open = new Set<Open>();
  const counted = { up: 0, cuts: 0, connections: 0 };
  const server = createServer((client) => {
    counted.connections += 1;
    const each: Open = { client, upstream: connect(port, '127.0.0.1'), queued: [], size: 0 };
    open.add(each);
    const end = (): void => {
      open.delete(each);
      client.destroy();
      each.upstream.destroy();
    };
    client.on('data', (bytes) => {
      each.queued.push(bytes);
      each.size += bytes.length;
      if (each.size > QUEUED_BYTES) client.pause();
    });
    each.upstream.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, each.upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Passes on what the link can carry since the last time: first come, first served. */
  let allowed = 0;
  let last = performance.now();
  const pump = setInterval(() => {
    const now = performance.now();
    allowed = Math.min(allowed + ((now - last) / 1000) * bytesPerSecond, bytesPerSecond / 10);
    last = now;
    for (const each of open) {
      while (allowed >= 1 && each.queued.length > 0) {
        const first = each.queued.shift() ?? Buffer.alloc(0);
        const some = first.subarray(0, Math.floor(allowed));
        if (some.length < first.length) each.queued.unshift(first.subarray(some.length));
        each.upstream.write(some);
        each.size -= some.length;
        allowed -= some.length;
        counted.up += some.length;
      }
      if (each.size <= QUEUED_BYTES) each.client.resume();
    }
  }, TICK_MS);
  const cutter = setInterval(() => {
    counted.cuts += 1;
    for (const { client, upstream } of open) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }, cutEvery);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    up: () => counted.up,
    cuts: () => counted.cuts,
    connections: () => counted.connections,
    close: () =>
      new Promise((resolve) => {
        clearInterval(pump);
        clearInterval(cutter);
        for (const { client, upstream } of open) {
          client.destroy();
          upstream.destroy();
        }
        server.close(() => resolve());
      }),
  };
}
