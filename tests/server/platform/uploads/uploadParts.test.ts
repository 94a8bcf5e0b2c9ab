import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentPath, uploadAnswer } from '#contract/file.ts';
import { MESSAGES } from '#contract/error.ts';
import { FILE_BYTES_LIMIT, UPLOAD_DAYS } from '#contract/limits.ts';
import { fillable } from '#tests/support/fullStore.ts';
import { removeExpiredUploads } from '#server/platform/uploads/discard.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { hashOf, pdf, picture } from '#tests/support/files.ts';
import { idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { begin, begun, drop, goOn, inParts, offsetOf, part, UPLOADS, where } from '#tests/support/tus.ts';

let server: TestServer;
let employee: Api;
let other: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, other] = [await server.as('employee'), await server.as('employee2')];
});
afterAll(() => server.close());
beforeEach(() => server.database.db.deleteFrom('rate_limits').execute());

const refusal = (answer: Answer): unknown[] => [answer.status, answer.body['code']];
const onDisk = async (): Promise<string[]> =>
  (await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
const rows = async (): Promise<number> =>
  (
    await server.database.db
      .selectFrom('upload_parts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('P12 UPL-1: a bill in parts', () => {
  it('begins, goes on where it was, and ends with the answer that proves the bytes', async () => {
    const bytes = pdf('in parts', 300_000);
    const before = await onDisk();
    const started = await begin(employee, bytes.length, { name: '../taxi.pdf' });
    expect([started.status, started.text, started.headers.get('tus-resumable')]).toEqual([201, '', '1.0.0']);
    const url = started.headers.get('location') ?? '';
    expect(url).toMatch(/^\/api\/v1\/Common\/uploads\/[0-9a-f]{32}$/);
    expect(Date.parse(started.headers.get('upload-expires') ?? '')).toBe(server.clock.now + UPLOAD_DAYS * 86_400_000);

    const first = await part(employee, url, 0, bytes.subarray(0, 100_000));
    expect([first.status, first.text, offsetOf(first)]).toEqual([204, '', 100_000]);
    const head = await where(employee, url);
    expect([head.status, offsetOf(head), head.headers.get('upload-length'), head.headers.get('cache-control')]).toEqual(
      [200, 100_000, '300000', 'no-store'],
    );
    await part(employee, url, 100_000, bytes.subarray(100_000, 250_000));
    const last = await part(employee, url, 250_000, bytes.subarray(250_000));
    const { data } = uploadAnswer.parse(last.body);
    expect([last.status, data]).toEqual([
      200,
      {
        fingerPrint: hashOf(bytes),
        name: 'taxi.pdf',
        size: 300_000,
        type: 'application/pdf',
        url: documentPath(hashOf(bytes)),
      },
    ]);

    expect((await employee.get(data.url)).bytes.equals(bytes)).toBe(true);
    expect(await rows()).toBe(0);
    expect((await onDisk()).filter((name) => !before.includes(name))).toEqual([hashOf(bytes)]);
    expect(last.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers again what the lost answer said, to an empty part at the end', async () => {
    const bytes = pdf('answer lost', 50_000);
    const url = await begun(employee, bytes);
    const once = await part(employee, url, 0, bytes);
    expect(offsetOf(await where(employee, url))).toBe(50_000);
    const again = await part(employee, url, 50_000, Buffer.alloc(0));
    expect([again.status, again.body]).toEqual([200, once.body]);
  });

  it('keeps what came of a part that was cut off, and says so', async () => {
    const bytes = pdf('cut off', 200_000);
    const url = await begun(employee, bytes);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(
      `PATCH ${url} HTTP/1.1\r\nHost: x\r\ntoken: ${employee.token}\r\nplatform: WEB_SITE\r\n` +
        'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n' +
        'Content-Length: 200000\r\n\r\n',
    );
    // Ended in the middle of the body: all that was written arrives, and then no more.
    socket.end(bytes.subarray(0, 60_000));
    await new Promise((done) => socket.resume().once('close', done));
    // The question may overtake the part: it is asked until the part is counted.
    let kept = 0;
    for (let tries = 0; tries < 100 && kept === 0; tries += 1) kept = offsetOf(await where(employee, url));
    expect(kept).toBe(60_000);
    const last = await part(employee, url, kept, bytes.subarray(kept));
    expect((last.body['data'] as { fingerPrint: string }).fingerPrint).toBe(hashOf(bytes));
  });

  it('a request whose connection hangs gives way to the next one, and nothing of it is lost', async () => {
    const bytes = pdf('hanging', 100_000);
    const url = await begun(employee, bytes);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${url} HTTP/1.1\r\nHost: x\r\ntoken: ${employee.token}\r\nplatform: WEB_SITE\r\n` +
        'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n' +
        'Content-Length: 100000\r\n\r\n',
    );
    await new Promise((done) => socket.write(bytes.subarray(0, 40_000), done));
    const last = await goOn(employee, url, bytes);
    expect((last.body['data'] as { fingerPrint: string }).fingerPrint).toBe(hashOf(bytes));
    socket.destroy();
  });

  it('of two parts for the same place one counts, and the other is told where the upload stands', async () => {
    const bytes = pdf('two at once', 90_000);
    const url = await begun(employee, bytes);
    expect((await part(employee, url, 0, bytes.subarray(0, 30_000))).status).toBe(204);
    for (const wrong of [0, 20_000, 40_000, 90_000])
      expect(refusal(await part(employee, url, wrong, bytes.subarray(0, 10)))).toEqual([409, 'CONFLICT']);
    const both = await Promise.all([
      part(employee, url, 30_000, bytes.subarray(30_000, 60_000)),
      part(employee, url, 30_000, bytes.subarray(30_000, 60_000)),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect((await goOn(employee, url, bytes)).body['data']).toMatchObject({ fingerPrint: hashOf(bytes) });
    expect(await rows()).toBe(0);
  });
});

describe('P12 UPL-3: what is refused keeps its meaning', () => {
  it('413 before the first byte, in the owner’s words; 422 empty; 413 more than was said', async () => {
    for (const size of [FILE_BYTES_LIMIT, FILE_BYTES_LIMIT + 1, 3_000_000_000]) {
      const answer = await begin(employee, size);
      expect([...refusal(answer), answer.body['message']]).toEqual([413, 'FILE_TOO_LARGE', MESSAGES.fileTooLarge]);
    }
    expect((await begin(employee, FILE_BYTES_LIMIT - 1)).status).toBe(201);
    expect(refusal(await begin(employee, 0))).toEqual([422, 'INVALID']);
    const url = await begun(employee, pdf('short'));
    expect(refusal(await part(employee, url, 0, Buffer.alloc(5_000)))).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('415 and 422 by the same judging as upload-pdf, also when it is asked for again', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    expect(refusal(await inParts(employee, svg, 20))).toEqual([415, 'UNSUPPORTED_FILE']);
    const half = (await picture('jpeg', 300, 300)).subarray(0, 700);
    const url = await begun(employee, half);
    expect(refusal(await part(employee, url, 0, half))).toEqual([422, 'INVALID']);
    expect(refusal(await part(employee, url, 700, Buffer.alloc(0)))).toEqual([422, 'INVALID']);
  });

  it('bytes that are not those of the capture are thrown away, and the upload starts over', async () => {
    const bytes = pdf('spoilt on the way', 20_000);
    const url = await begun(employee, bytes);
    const spoilt = Buffer.from(bytes);
    spoilt[40] = 65;
    expect(refusal(await part(employee, url, 0, spoilt))).toEqual([409, 'CONFLICT']);
    expect((await where(employee, url)).status).toBe(404);
    expect((await inParts(employee, bytes, 7_000)).status).toBe(200);
  });

  it('400 for what is no tus, 405 for another method, 415 for another body', async () => {
    expect((await employee.send('POST', UPLOADS, null, { 'upload-length': '10' })).status).toBe(400);
    const wrong: Record<string, string>[] = [
      { 'tus-resumable': '0.2.2', 'upload-length': '10' },
      { 'tus-resumable': '1.0.0' },
      { 'tus-resumable': '1.0.0', 'upload-length': 'ten' },
      { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' },
      { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-concat': 'partial' },
    ];
    for (const headers of wrong) {
      const answer = await employee.send('POST', UPLOADS, null, headers);
      expect([answer.status, answer.body['success']]).toEqual([400, false]);
    }
    const url = await begun(employee, pdf('methods'));
    expect((await employee.get(url)).status).toBe(405);
    expect(
      (
        await employee.send('PATCH', url, 'x', {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'text/plain',
        })
      ).status,
    ).toBe(415);
  });

  it('Z54: an upload in parts counts as one of the hour, and its bytes count from the beginning', async () => {
    const narrow = await startServer({ UPLOAD_MB_A_MONTH: '1', UPLOADS_PER_HOUR: '3' });
    const one = await narrow.as('employee');
    const url = await begun(one, pdf('large', 600_000));
    expect(refusal(await begin(one, 600_000))).toEqual([413, 'UPLOAD_ALLOWANCE']);
    expect((await part(one, url, 0, pdf('large', 600_000))).status).toBe(200);
    expect((await one.upload(pdf('the third'))).status).toBe(200);
    const fourth = await begin(one, 10);
    expect([...refusal(fourth), fourth.headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', expect.any(String)]);
    await narrow.close();
  });
});

describe('P12 UPL-2: whose an upload is', () => {
  it('somebody else’s HEAD, PATCH and DELETE find nothing, and change nothing', async () => {
    const bytes = pdf('mine', 30_000);
    const url = await begun(employee, bytes);
    await part(employee, url, 0, bytes.subarray(0, 10_000));
    const answers = [
      await where(other, url),
      await part(other, url, 10_000, bytes.subarray(10_000)),
      await drop(other, url),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(answers.slice(1).map(refusal)).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    // As for one that never was.
    expect((await where(other, `${UPLOADS}/${'0'.repeat(32)}`)).status).toBe(404);
    expect(offsetOf(await where(employee, url))).toBe(10_000);
    expect((await where(server.with(null), url)).status).toBe(401);
    expect((await part(employee, url, 10_000, bytes.subarray(10_000))).status).toBe(200);
  });

  it('its owner throws it away: 204, and nothing of it is left', async () => {
    const before = await onDisk();
    const url = await begun(employee, pdf('thrown away', 9_000));
    await part(employee, url, 0, Buffer.alloc(4_000));
    expect((await drop(employee, url)).status).toBe(204);
    expect((await where(employee, url)).status).toBe(404);
    expect(await onDisk()).toEqual(before);
  });

  it('UPL-4: what nobody goes on with for a week expires, bytes and rows', async () => {
    const before = await onDisk();
    const url = await begun(employee, pdf('left behind', 9_000));
    await part(employee, url, 0, Buffer.alloc(4_000));
    server.clock.now += 6 * 86_400_000;
    expect(await removeExpiredUploads(server.database.db, server.files, server.clock.now)).toBe(0);
    await part(employee, url, 4_000, Buffer.alloc(1_000));
    server.clock.now += 6 * 86_400_000;
    expect(offsetOf(await where(employee, url))).toBe(5_000);
    server.clock.now += 2 * 86_400_000;
    expect((await where(employee, url)).status).toBe(404);
    expect(await removeExpiredUploads(server.database.db, server.files, server.clock.now)).toBeGreaterThan(0);
    expect((await onDisk()).filter((name) => !before.includes(name))).toEqual([]);
    expect(
      await server.database.db
        .selectFrom('uploads')
        .select('id')
        .where('person_id', '=', idOf('employee'))
        .where('finished_hash', 'is', null)
        .execute(),
    ).toEqual([]);
  });
});

describe('P12 UPL-1: a full disk in the middle', () => {
  it('loses no part that was acknowledged, and goes on later', async () => {
    const full = await startServer();
    const restore = fillable(full.files);
    const api = await full.as('employee');
    const bytes = pdf('full disk', 120_000);
    const url = await begun(api, bytes);
    expect((await part(api, url, 0, bytes.subarray(0, 50_000))).status).toBe(204);
    restore.full = true;
    for (const end of [80_000, 120_000])
      expect(refusal(await part(api, url, 50_000, bytes.subarray(50_000, end)))).toEqual([507, 'STORAGE_FULL']);
    expect(offsetOf(await where(api, url))).toBe(50_000);
    restore.full = false;
    expect((await part(api, url, 50_000, bytes.subarray(50_000, 110_000))).status).toBe(204);
    restore.full = true;
    expect(refusal(await part(api, url, 110_000, bytes.subarray(110_000)))).toEqual([507, 'STORAGE_FULL']);
    restore.full = false;
    const last = await part(api, url, 110_000, bytes.subarray(110_000));
    expect((last.body['data'] as { fingerPrint: string }).fingerPrint).toBe(hashOf(bytes));
    await full.close();
  });
});
