import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A TCP link to a server on this machine, as links are in the field. All its connections share what it carries. Bytes
 * and milliseconds are those of the sockets: who lets the clock run faster multiplies them.
 */
export interface FieldLink {
  url: string;
  /** Bytes that have passed from the phone, heads of requests and all, wherever they ended. */
  up(): number;
  cuts(): number;
  connections(): number;
  close(): Promise<void>;
}

/**
 * What the link is like for a time: `hole`: nothing passes, and nobody is told; `down`: whatever is open is reset, and
 * so is what is opened; `{ page }`: somebody else answers each request so.
 */
export type Weather = 'clear' | 'hole' | 'down' | { page: string };

export interface LinkOptions {
  /** Bytes a second in each direction; Infinity where it is not said. */
  up?: number;
  down?: number;
  /** Milliseconds that each byte is on its way, and up to how many more. */
  delay?: number;
  jitter?: number;
  /** 0 ≤ random < 1. */
  random?: () => number;
  /** Milliseconds between two cuts of whatever is open; between those that nobody is told of. */
  cutEvery?: number;
  forgetEvery?: number;
  /** A connection ends after so many bytes from the phone. */
  endAfter?: number;
  /** The share of connections that are reset when they are opened. */
  refuses?: number;
  /** The share of answers that are lost: their connection is reset at the first byte. */
  losesAnswers?: number;
  /** Holds what it gets until nothing more has come for so many milliseconds, and passes it on at once. */
  holds?: number;
  /** After so many milliseconds without an answer it gives this one itself. */
  patience?: { after: number; page: string };
  /** By the milliseconds since the link was opened. */
  weather?: (at: number) => Weather;
  /** Where phones reach it. */
  host?: '127.0.0.1' | '::1';
}

const TICK_MS = 10;
const QUEUED_BYTES = 4_096;

interface Waiting {
  bytes: Buffer;
  due: number;
}

/** One direction of one connection. */
interface Pipe {
  from: Socket;
  to: Socket;
  queue: Waiting[];
  size: number;
  /** When the last byte came in, and when it is due on the other side. */
  cameAt: number;
  due: number;
  carried: number;
}

interface Open {
  client: Socket;
  upstream: Socket;
  pipes: Record<'up' | 'down', Pipe>;
  forgotten: boolean;
  /** Since when the phone waits for an answer; null: it does not. */
  askedAt: number | null;
}

const pipe = (from: Socket, to: Socket): Pipe => ({ from, to, queue: [], size: 0, cameAt: 0, due: 0, carried: 0 });

/** An answer of HTTP that ends its connection. `status` with its words: `200 OK`. */
export const pageOf = (status: string, type = 'text/html', more = ''): string => {
  const text = `<!doctype html><title>${status}</title><h1>Please accept the terms to go online</h1>`;
  return (
    `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${more}` +
    `Connection: close\r\n\r\n${text}`
  );
};

export async function fieldLink(to: string, options: LinkOptions): Promise<FieldLink> {
  const { delay = 0, jitter = 0, random = Math.random, host = '127.0.0.1', weather = () => 'clear' } = options;
  const port = Number(new URL(to).port);
  const open = new Set<Open>();
  const counted = { up: 0, cuts: 0, connections: 0 };
  const began = performance.now();
  const at = (): number => performance.now() - began;

  const reset = (each: Open): void => {
    each.client.resetAndDestroy();
    each.upstream.destroy();
  };
  const cut = (): void => {
    counted.cuts += 1;
    open.forEach(reset);
  };
  /** Somebody on the way answers, and ends the connection. */
  const answer = (each: Open, page: string): void => {
    each.client.end(page);
    each.upstream.destroy();
  };

  const take = (line: Pipe, bytes: Buffer): void => {
    line.cameAt = performance.now();
    line.due = Math.max(line.due, line.cameAt + delay + jitter * random());
    line.queue.push({ bytes, due: line.due });
    line.size += bytes.length;
    if (line.size > QUEUED_BYTES && options.holds === undefined) line.from.pause();
  };

  const server = createServer((client) => {
    counted.connections += 1;
    const now = weather(at());
    if (now === 'down' || random() < (options.refuses ?? 0)) {
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    const pipes = { up: pipe(client, upstream), down: pipe(upstream, client) };
    const each: Open = { client, upstream, pipes, forgotten: false, askedAt: null };
    open.add(each);
    const end = (): void => {
      open.delete(each);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => {
      const between = weather(at());
      if (typeof between === 'object') {
        counted.up += bytes.length;
        answer(each, between.page);
        return;
      }
      each.askedAt ??= performance.now();
      take(pipes.up, bytes);
    });
    upstream.on('data', (bytes) => {
      if (each.askedAt !== null && random() < (options.losesAnswers ?? 0)) {
        counted.cuts += 1;
        reset(each);
      } else take(pipes.down, bytes);
      each.askedAt = null;
    });
    // What is still on its way down arrives before the end does.
    upstream.on('close', () => {
      if (pipes.down.queue.length === 0) end();
    });
    client.on('close', end);
    for (const socket of [client, upstream]) socket.on('error', end);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });

  const rates = { up: options.up ?? Infinity, down: options.down ?? Infinity };
  const allowed = { up: 0, down: 0 };
  /** What may pass now: what is due, and of a proxy that holds it, all of it once no more comes. */
  const mayPass = (line: Pipe, now: number): boolean => {
    const [first] = line.queue;
    if (first === undefined || first.due > now) return false;
    return options.holds === undefined || now - line.cameAt >= options.holds;
  };

  /** Passes on what the link can carry since the last time: first come, first served. */
  const carry = (each: Open, way: 'up' | 'down', now: number): void => {
    const line = each.pipes[way];
    while (allowed[way] >= 1 && mayPass(line, now)) {
      const first = line.queue.shift();
      if (!first) break;
      const some = first.bytes.subarray(0, Math.min(first.bytes.length, Math.floor(allowed[way])));
      if (some.length < first.bytes.length) line.queue.unshift({ ...first, bytes: first.bytes.subarray(some.length) });
      line.to.write(some);
      line.size -= some.length;
      line.carried += some.length;
      allowed[way] -= some.length;
      if (way === 'up') counted.up += some.length;
    }
    if (line.size <= QUEUED_BYTES) line.from.resume();
    if (way === 'down' && line.queue.length === 0 && line.from.destroyed) each.client.end();
  };

  let last = performance.now();
  let before: Weather = 'clear';
  const pump = setInterval(() => {
    const now = performance.now();
    for (const way of ['up', 'down'] as const)
      allowed[way] =
        rates[way] === Infinity
          ? Infinity
          : Math.min(allowed[way] + ((now - last) / 1000) * rates[way], rates[way] / 10);
    last = now;
    const current = weather(at());
    if (current !== before && (current === 'down' || typeof current === 'object')) cut();
    before = current;
    if (current === 'hole') return;
    for (const each of open) {
      if (each.forgotten) continue;
      const { patience, endAfter } = options;
      if (patience && each.askedAt !== null && now - each.askedAt > patience.after) answer(each, patience.page);
      carry(each, 'up', now);
      carry(each, 'down', now);
      if (endAfter !== undefined && each.pipes.up.carried >= endAfter) {
        counted.cuts += 1;
        each.client.end();
        each.upstream.destroy();
      }
    }
  }, TICK_MS);
  const timers = [pump];
  if (options.cutEvery !== undefined) timers.push(setInterval(cut, options.cutEvery));
  const forget = (): void => {
    counted.cuts += open.size;
    for (const each of open) each.forgotten = true;
  };
  if (options.forgetEvery !== undefined) timers.push(setInterval(forget, options.forgetEvery));
  return {
    url: `http://${host === '::1' ? '[::1]' : host}:${(server.address() as AddressInfo).port}`,
    up: () => counted.up,
    cuts: () => counted.cuts,
    connections: () => counted.connections,
    close: () =>
      new Promise((resolve) => {
        timers.forEach(clearInterval);
        for (const { client, upstream } of open) {
          client.destroy();
          upstream.destroy();
        }
        server.close(() => resolve());
      }),
  };
}
