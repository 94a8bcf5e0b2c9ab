import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { classify } from '#outbox/outcome.ts';
import type { EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { keepReport } from '#server/platform/files/repository.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const TOKEN = randomBytes(24).toString('base64url');
const CALL = '/api/v1/user/role';
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('metrics', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => server.close());
  const scrape = async () => (await fetch(`${server.url}/metrics`, bearer(TOKEN))).text();

  it('need the token', async () => {
    for (const options of [{}, bearer('x'), bearer(`${TOKEN}x`), { headers: { authorization: TOKEN } }]) {
      const answer = await fetch(`${server.url}/metrics`, options);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await answer.json()).toMatchObject({ success: false, code: 'UNAUTHENTICATED' });
    }
    const answer = await fetch(`${server.url}/metrics`, bearer(TOKEN));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  });

  it('count requests by matched route and status, whatever paths are asked for', async () => {
    await (await server.as('employee')).get(CALL);
    for (let n = 0; n < 5; n += 1) await server.with(null).get(`/api/v1/nothing-${n}`);
    const text = await scrape();
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/user/role",status="200"} 1',
    );
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/api/*",status="404"} 5');
    expect(text).not.toContain('nothing-');
  });

  it('tell of the process, the background jobs and the database pool', async () => {
    const text = await scrape();
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
    for (const job of ['tell', 'push', 'digest', 'codes', 'reports'])
      expect(text).toMatch(new RegExp(`^job_queue_length\\{job="${job}"\\} \\d+$`, 'm'));
    for (const state of ['idle', 'used', 'waiting'])
      expect(text).toMatch(new RegExp(`^database_pool_connections\\{state="${state}"\\} \\d+$`, 'm'));
  });

  it('HOOK-6 tell of events that wait for a receiver, and of those that it did not take', async () => {
    const { db } = server.database;
    const said = async () =>
      [...(await scrape()).matchAll(/^webhook_deliveries\{state="(\w+)"\} (\d+)$/gm)].map(([, ...it]) => it);
    expect(await said()).toEqual([
      ['waiting', '0'],
      ['failed', '0'],
    ]);
    const [id, event_id, at] = ['WHK1', 'evt_1', NOW];
    const webhook = { id, url: 'https://a.example', events: ['claim.filed' as const], created_at: at, updated_at: at };
    await db
      .insertInto('webhooks')
      .values([webhook, { ...webhook, id: 'WHK2' }])
      .execute();
    await db
      .insertInto('webhook_events')
      .values({ id: event_id, type: 'claim.filed', body: '{}', created_at: at })
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values([
        { webhook_id: id, event_id, due_at: at, until: at, state: 'FAILED' },
        { webhook_id: 'WHK2', event_id, due_at: at, until: at },
      ])
      .execute();
    expect(await said()).toEqual([
      ['waiting', '1'],
      ['failed', '1'],
    ]);
  });

  it('tell how long changes waited on devices, of those that were taken', async () => {
    const api = await server.as('employee');
    const read = (saved: string) => api.get(CALL, { [HEADERS.savedAt]: saved });
    await read(String(server.clock.now - 7_200_000));
    await read(String(server.clock.now + 60_000));
    for (const wrong of ['yesterday', '-5', '1e9', '9'.repeat(20)]) await read(wrong);
    await server.with(null).get(CALL, { [HEADERS.savedAt]: '1' });
    const text = await scrape();
    expect(text).toMatch(/^outbox_age_seconds_count 2$/m);
    expect(text).toMatch(/^outbox_age_seconds_sum 7200$/m);
    expect(text).toMatch(/^outbox_age_seconds_bucket\{le="3600"\} 1$/m);
  });

  it('tell of backups, of their rehearsal and of stored files, 0 for never', async () => {
    const { db, backups } = server.database as EmbeddedDatabase;
    const valueOf = (text: string, name: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    const before = await scrape();
    for (const name of [
      'backup_timestamp_seconds{place="disk"}',
      'restore_rehearsal_timestamp_seconds',
      'file_check_timestamp_seconds',
      'stored_files{state="missing"}',
      'backup_failing',
    ])
      expect([name, valueOf(before, name)]).toEqual([name, 0]);
    expect(before).not.toContain('place="away"');
    await backups.make(NOW);
    await keepReport(db, 'restoreRehearsal', NOW, JSON.stringify({ ok: false }));
    await keepReport(db, 'fileCheck', NOW, JSON.stringify({ checked: 9, hashed: 1, missing: 2, damaged: 1 }));
    const after = await scrape();
    expect(valueOf(after, 'backup_timestamp_seconds{place="disk"}')).toBe(NOW / 1_000);
    expect(valueOf(after, 'restore_rehearsal_timestamp_seconds')).toBe(NOW / 1_000);
    expect(valueOf(after, 'restore_rehearsal_success')).toBe(0);
    for (const [state, count] of [
      ['checked', 9],
      ['missing', 2],
      ['damaged', 1],
    ])
      expect(valueOf(after, `stored_files{state="${state}"}`)).toBe(count);
  });
});

describe('without a token for them', () => {
  it('there are no metrics, and one that could be guessed is refused', async () => {
    const server = await startServer();
    expect((await fetch(`${server.url}/metrics`, bearer(TOKEN))).status).toBe(404);
    await server.close();
    expect(() => readEnv({ METRICS_TOKEN: 'secret' })).toThrow('METRICS_TOKEN could be guessed');
  });
});

describe('X50 a server that falls behind', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ MAX_EVENT_LOOP_DELAY: '80' });
  });
  afterAll(() => server.close());

  /** Holds the only thread up for most of the time, until told to stop. */
  function holdUp(): () => void {
    const timer = setInterval(() => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    }, 5);
    return () => clearInterval(timer);
  }
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  async function untilStatus(path: string, status: number): Promise<Response> {
    for (;;) {
      const answer = await fetch(`${server.url}${path}`);
      if (answer.status === status) return answer;
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  it('refuses calls, says when to come again, and is there again when it has caught up', async () => {
    const stop = holdUp();
    const answer = await untilStatus(CALL, 503);
    stop();
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect([await statusOf('/healthz'), await statusOf('/config.json')]).toEqual([200, 200]);
    expect((await untilStatus(CALL, 401)).status).toBe(401);
  });

  it('is busy to an outbox, which keeps what it has', () => {
    const facts = {
      status: 503,
      type: 'basic',
      redirected: false,
      contentType: 'application/json',
      body: '{"success":false,"code":"UNAVAILABLE","message":"x"}',
      echoedKey: 'k',
      retryAfter: '2',
      date: null,
    };
    expect(classify(facts, { key: 'k' })).toMatchObject({ kind: 'busy', status: 503, retryAfter: 2_000 });
  });
});
