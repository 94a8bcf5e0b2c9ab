import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './stats.ts';

export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  /** The longest of them. */
  most: number;
  /** Answers that were not 200, by status. */
  refused: Record<number, number>;
}

/** Sends one request over a kept connection and reads the whole answer. */
export function shoot(agent: http.Agent, origin: string, shot: Shot): Promise<{ status: number; body: Buffer }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const length = shot.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(shot.body)) };
    const request = http.request(
      { agent, hostname, port, method: shot.method, path: shot.path, headers: { ...shot.headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(shot.body);
  });
}

/**
 * Sends `perSecond` requests a second for `seconds`, each at its time whether those before it were answered or not;
 * what a request waits for a connection counts.
 */
export async function loadEvenly(
  origin: string,
  perSecond: number,
  seconds: number,
  next: (n: number) => Shot,
): Promise<Pick<LoadResult, 'p50' | 'p99' | 'most' | 'refused'>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const times: number[] = [];
  const refused: Record<number, number> = {};
  const running: Promise<void>[] = [];
  const start = performance.now();
  const count = Math.floor(perSecond * seconds);
  const due = (n: number): number => start + (n * 1000) / perSecond;
  const send = async (n: number): Promise<void> => {
    const { status } = await shoot(agent, origin, next(n));
    times.push(performance.now() - due(n));
    if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  };
  for (let n = 0; n < count;) {
    while (n < count && due(n) <= performance.now()) running.push(send(n++));
    await wait(1);
  }
  await Promise.all(running);
  agent.destroy();
  return { p50: percentile(times, 50), p99: percentile(times, 99), most: percentile(times, 100), refused };
}

/** Keeps `connections` requests in flight for `seconds`; `next` makes the n-th request. */
export async function load(
  origin: string,
  connections: number,
  seconds: number,
  next: (n: number) => Shot,
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const refused: Record<number, number> = {};
  let n = 0;
  const start = performance.now();
  const until = start + seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const from = performance.now();
      const { status } = await shoot(agent, origin, next(n++));
      times.push(performance.now() - from);
      if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const elapsed = (performance.now() - start) / 1000;
  agent.destroy();
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    most: percentile(times, 100),
    refused,
  };
}
