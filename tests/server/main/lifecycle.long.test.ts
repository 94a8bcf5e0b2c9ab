import { request } from 'node:http';
import { statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PEOPLE, email } from '../../support/people.ts';
import { Api } from '../../support/api.ts';
import { pdf } from '../../support/files.ts';
import { canMount, endAll, newFolder, removeFolder, signInDemo, startProcess, stopProcess } from './process.ts';

const folder = newFolder();
const settings = { DATA_DIR: folder };
/** The first start fills the folder; the other tests start on it again. */
beforeAll(async () => {
  const first = startProcess(settings);
  const url = await first.ready;
  firstStart = {
    url,
    stdout: first.stdout(),
    health: (await new Api(url, null).get('/healthz')).status,
    ready: (await new Api(url, null).get('/readyz')).status,
  };
  expect(await stopProcess(first)).toBe(0);
  firstStart.stderr = first.stderr();
});
afterAll(() => {
  endAll();
  removeFolder(folder);
});
let firstStart: { url: string; stdout: string; stderr?: string; health: number; ready: number };

/**
 * An upload that stops half way until `finish` is called. `begun`: the server has its head and has said that it goes
 * on.
 */
function halfUpload(url: string, token: string): { begun: Promise<void>; finish: () => void; status: Promise<number> } {
  const body = Buffer.concat([
    Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
    ),
    pdf('half'),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const sent = request(`${url}/api/v1/Common/upload-pdf`, {
    method: 'POST',
    agent: false,
    headers: {
      token,
      platform: 'WEB_SITE',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const begun = new Promise<void>((done) => {
    sent.on('continue', done);
  });
  const status = new Promise<number>((done, fail) => {
    sent.on('response', (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    sent.on('error', fail);
  });
  status.catch(() => undefined);
  sent.write(body.subarray(0, 100));
  return { begun, finish: () => sent.end(body.subarray(100)), status };
}

describe('start', () => {
  test('says where it is and who can sign in, and is healthy', () => {
    expect(firstStart.stdout).toContain(`Kharcha is running at ${firstStart.url}`);
    for (const key of PEOPLE)
      expect(firstStart.stdout).toMatch(
        new RegExp(`^  ${email(key).replace('.', '\\.')} +\\S+ \\S+ .* decided by \\S+$`, 'm'),
      );
    expect([firstStart.health, firstStart.ready]).toEqual([200, 200]);
  });

  test('its log is one JSON object a line', () => {
    const lines = (firstStart.stderr ?? '').trim().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
      });
  });

  test('what it keeps is for its own user alone (Z71)', () => {
    for (const name of ['', 'database', 'files'])
      expect([name, (statSync(`${folder}/${name}`).mode & 0o077).toString(8)]).toEqual([name, '0']);
  });

  test('X47: a second server on the folder is refused and names the first, which goes on', async () => {
    const first = startProcess(settings);
    const url = await first.ready;
    const second = startProcess(settings);
    expect((await second.exit).code).toBe(1);
    expect(second.stderr()).toMatch(new RegExp(`in use by process ${first.child.pid}\\. Stop it, or set DATA_DIR`));
    expect((await new Api(url, null).get('/readyz')).status).toBe(200);
    expect(await stopProcess(first)).toBe(0);
  });

  test('the demo is there once: a second start adds nothing, and a session outlives the restart', async () => {
    const total = async (api: Api) =>
      (
        (
          await api.get(
            `/api/v1/allExpense/search?primaryExpenseType=0&filter=USER_EMAIL:${encodeURIComponent(email('employee'))}`,
          )
        ).body['data'] as { results: { totalElements: number } }
      ).results.totalElements;
    const first = startProcess(settings);
    const api = await signInDemo(await first.ready, email('employee'));
    const before = await total(api);
    expect(before).toBeGreaterThanOrEqual(201);
    expect(await stopProcess(first)).toBe(0);
    const second = startProcess(settings);
    expect(await total(new Api(await second.ready, api.token))).toBe(before);
    await stopProcess(second);
  });
});

describe('what is loaded only when it is used', () => {
  test('works in the built server too: metrics, and files in S3', async () => {
    const bucket = newFolder();
    const s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: bucket,
      configureBuckets: [{ name: 'bills', configs: [] }],
    });
    const { port } = (await s3.run()) as AddressInfo;
    const token = 'a-token-of-at-least-32-characters';
    const server = startProcess({
      ...settings,
      DEMO: '1',
      METRICS_TOKEN: token,
      FILES_URL: `s3://bills?endpoint=http://127.0.0.1:${port}&region=ap-south-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    });
    const url = await server.ready;
    const api = await signInDemo(url, email('newcomer'));
    expect((await api.upload(pdf('a bill in a bucket'))).status).toBe(200);
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(await metrics.text()).toContain('http_request_duration_seconds');
    expect(await stopProcess(server)).toBe(0);
    await s3.close();
    removeFolder(bucket);
  });
});

describe('stop (X51)', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: a running request is finished, a new one refused, exit 0',
    async (signal) => {
      const server = startProcess(settings);
      const url = await server.ready;
      const { token } = await signInDemo(url, email('newcomer'));
      const upload = halfUpload(url, token ?? '');
      await upload.begun;
      server.child.kill(signal);
      await server.says('"stopping"');
      const health = () =>
        new Api(url, null).get('/healthz').then(
          (answer) => answer.status,
          () => 'refused',
        );
      let refused = await health();
      while (refused === 200) refused = await health();
      expect([503, 'refused']).toContain(refused);
      upload.finish();
      expect(await upload.status).toBe(200);
      expect(await server.exit).toEqual({ code: 0, signal: null });
      expect(server.stderr()).toContain('"stopped"');
    },
  );

  test('a second signal ends it at once', async () => {
    const server = startProcess(settings);
    const url = await server.ready;
    const { token } = await signInDemo(url, email('newcomer'));
    const upload = halfUpload(url, token ?? '');
    await upload.begun;
    server.child.kill('SIGTERM');
    await server.says('"stopping"');
    server.child.kill('SIGTERM');
    expect(await server.exit).toEqual({ code: 1, signal: null });
    await expect(upload.status).rejects.toThrow();
  });

  test('an error nobody foresaw is logged without its words, and ends it', async () => {
    const server = startProcess(settings, {
      preload: 'process.on("SIGUSR2", () => { throw new TypeError("employee@example.com said so"); });',
    });
    await server.ready;
    server.child.kill('SIGUSR2');
    expect((await server.exit).code).toBe(1);
    const last = JSON.parse(server.stderr().trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect(last).toMatchObject({ level: 60, kind: 'TypeError', msg: 'unexpected end' });
    expect(server.stderr()).not.toContain('said so');
  });
});

describe.runIf(canMount())('disk full (X45, D4)', () => {
  test('writes are refused by 507, reads go on, and space coming back is enough', async () => {
    const small = newFolder();
    // The private disk is seen by the server alone: it is told to fill and to clear it by signals.
    const filler = `import { rmSync, statfsSync, writeFileSync } from 'node:fs';
      const file = process.env.DATA_DIR + '/filler';
      process.on('SIGUSR2', () => {
        const { bavail, bsize } = statfsSync(process.env.DATA_DIR);
        // What the database writes meanwhile is no longer free.
        try {
          writeFileSync(file, Buffer.alloc(bavail * bsize));
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
        }
        console.log('full');
      });
      process.on('SIGWINCH', () => { rmSync(file); console.log('free'); });`;
    // Filling the disk holds up the process that does it, which is no overload.
    const settingsOfSmall = { DATA_DIR: small, MAX_EVENT_LOOP_DELAY: '0' };
    const server = startProcess(settingsOfSmall, { preload: filler, disk: 400 * 1024 * 1024 });
    const api = await signInDemo(await server.ready, email('employee'));
    expect((await api.upload(pdf('before'))).status).toBe(200);
    server.child.kill('SIGUSR2');
    await server.says('full\n');
    await server.says('The disk is nearly full');
    const refused = await api.upload(pdf('while full', 300_000));
    expect([refused.status, refused.body['code'], refused.body['success']]).toEqual([507, 'STORAGE_FULL', false]);
    const own = encodeURIComponent(email('employee'));
    const list = `/api/v1/allExpense/search?primaryExpenseType=0&filter=USER_EMAIL:${own}`;
    expect((await api.get(list)).status).toBe(200);
    server.child.kill('SIGWINCH');
    await server.says('free\n');
    await server.says('The disk has space again');
    expect((await api.upload(pdf('while full', 300_000))).status).toBe(200);
    expect(await stopProcess(server)).toBe(0);
    removeFolder(small);
  });
});
