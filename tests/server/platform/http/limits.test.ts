import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classify } from '#outbox/outcome.ts';
import { createMeter } from '#server/platform/http/requestLimits.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const ROLE = '/api/v1/user/role';

describe('Z69 one who asks without end', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ REQUESTS_A_SECOND: '2' });
  });
  afterAll(() => server.close());

  it('is told to wait, while others go on; a moment later so does he', async () => {
    const [greedy, other] = [await server.as('employee'), await server.as('employee2')];
    const answers = await Promise.all(Array.from({ length: 60 }, () => greedy.get(ROLE)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), ...Array.from({ length: 20 }, () => 429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body['code'], refused?.headers.get('retry-after')]).toEqual(['RATE_LIMITED', '1']);
    expect((await other.get(ROLE)).status).toBe(200);
    server.clock.now += 1_000;
    expect([(await greedy.get(ROLE)).status, (await greedy.get(ROLE)).status, (await greedy.get(ROLE)).status]).toEqual(
      [200, 200, 429],
    );
  });

  it('with sessions that are none is stopped by the address, and pages and health are for everybody', async () => {
    const ask = async (n: number): Promise<number> => (await server.with(String(n).padStart(43, 'A')).get(ROLE)).status;
    const statuses = new Set<number>();
    for (let from = 0; from < 900; from += 100)
      for (const status of await Promise.all(Array.from({ length: 100 }, (_, n) => ask(from + n))))
        statuses.add(status);
    expect([...statuses].toSorted()).toEqual([401, 429]);
    for (const path of ['/healthz', '/readyz', '/config.json'])
      expect([path, (await server.with(null).get(path)).status]).toEqual([path, 200]);
  });

  it('an outbox that is told so keeps what it has and comes again', () => {
    const facts = {
      status: 429,
      type: 'basic',
      redirected: false,
      contentType: 'application/json',
      body: '{"success":false,"code":"RATE_LIMITED","message":"x"}',
      echoedKey: 'k',
      retryAfter: '3',
      date: null,
    };
    expect(classify(facts, { key: 'k' })).toEqual({ kind: 'busy', status: 429, retryAfter: 3_000 });
  });
});

describe('Z69 the meter', () => {
  it('gives a burst, then a rate, and never more than a burst for having waited', () => {
    let now = 0;
    const take = createMeter({ perSecond: 10, burst: 30 }, () => now);
    const served = (n: number): number =>
      Array.from({ length: n }, () => take('a')).filter((wait) => wait === 0).length;
    expect(served(100)).toBe(30);
    now += 1_000;
    expect(served(100)).toBe(10);
    now += 3_600_000;
    expect(served(100)).toBe(30);
    expect(take('b')).toBe(0);
  });

  it('is not fooled by a clock that goes back, and forgets whom nothing holds', () => {
    let now = 1_000_000;
    const take = createMeter({ perSecond: 1, burst: 2 }, () => now);
    expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 1]);
    now -= 500_000;
    expect(take('a')).toBe(1);
    now += 500_000;
    for (let n = 0; n < 50_000; n += 1) {
      now += 1;
      expect(take(`key ${n}`)).toBe(0);
    }
  });
});

describe('Z69 the memory of the meter', () => {
  it('is bounded: the key that was seen longest ago makes room for another one', () => {
    const take = createMeter({ perSecond: 1, burst: 1 }, () => 0);
    expect([take('first'), take('kept'), take('first')]).toEqual([0, 0, 1]);
    for (let n = 0; n < 40_000; n += 1) {
      take(`network ${n}`);
      if (n % 10_000 === 0) expect(take('kept')).toBe(1);
    }
    expect([take('kept'), take('first')]).toEqual([1, 0]);
  });
});

describe('Z69 those who hold connections', () => {
  const PATIENCE = 300;
  let server: TestServer;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startServer({ MAX_CONNECTIONS: '40' }, { headersTimeout: PATIENCE });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  /** Connects, says this, and answers all that came until it was closed. */
  const hold = (words: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => void socket.write(words));
      sockets.push(socket);
      let heard = '';
      socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(heard));
    });

  it.each([
    ['say nothing', ''],
    ['never end their first line', 'GET /hea'],
    ['never end their headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ])('and %s are closed', async (_, words) => {
    expect(await hold(words)).not.toContain(' 200 ');
  });

  it('cannot keep others out: one too many is closed at once, and idle ones make room', async () => {
    const held = Array.from({ length: 60 }, () => hold(''));
    await Promise.all(held.slice(40));
    await Promise.all(held);
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.with(null).get('/healthz')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it('are not kept open while it is crowded', async () => {
    const held = Array.from({ length: 25 }, () => hold(''));
    const kept = async () => (await server.with(null).get('/healthz')).headers.get('connection');
    // The server sees them a moment after they think they are there.
    let seen = await kept();
    for (let tries = 0; seen !== 'close' && tries < 100; tries += 1) seen = await kept();
    expect(seen).toBe('close');
    await Promise.all(held);
    expect(await kept()).not.toBe('close');
  });
});
