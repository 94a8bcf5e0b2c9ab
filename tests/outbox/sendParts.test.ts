import { describe, expect, test } from 'vitest';
import { fc } from '#tests/support/property.ts';
import { browserEnv, type OutboxEnv } from '#outbox/env.ts';
import { afterFailure, afterPart, PART_MS, PART_SIZES } from '#outbox/link.ts';
import { sendBill } from '#outbox/send.ts';
import { sendInParts, type PartsJob } from '#outbox/sendParts.ts';
import { anEntry } from '#tests/support/entries.ts';
import { sha } from '#tests/support/fakeServer.ts';

const UPLOADS = '/api/v1/Common/uploads';
const bytes = new TextEncoder().encode('a bill of some thirty letters…').buffer as ArrayBuffer;
const hash = sha(new Uint8Array(bytes));
const bill = { localId: 'b', hash, name: 'taxi.jpg', type: 'image/jpeg', size: bytes.byteLength };
const TUS = { 'Tus-Resumable': '1.0.0' };

interface Call {
  method: string;
  url: string;
  headers: Headers;
  size: number;
}
type Answer = (call: Call, n: number) => Response;

/** Calls that a job makes of a server that answers like this. */
async function played(answer: Answer, more: Partial<PartsJob> = {}, env: Partial<OutboxEnv> = {}) {
  const calls: Call[] = [];
  const kept: (string | undefined)[] = [];
  const safe: number[] = [];
  const fetch: OutboxEnv['fetch'] = (url, init = {}) => {
    expect(init).toMatchObject({ redirect: 'error', cache: 'no-store' });
    const call = {
      method: init.method ?? '',
      url: String(url),
      headers: new Headers(init.headers),
      size: (init.body as Uint8Array | undefined)?.length ?? 0,
    };
    calls.push(call);
    return Promise.resolve(answer(call, calls.length));
  };
  const result = await sendInParts({
    env: browserEnv({ token: () => Promise.resolve('t'), fetch, ...env }),
    entry: anEntry(),
    bill,
    bytes,
    token: 'the-token',
    partBytes: () => 12,
    measured: () => undefined,
    acknowledged: (offset) => void safe.push(offset),
    mayGoOn: () => Promise.resolve(true),
    keep: (url) => {
      kept.push(url);
      return Promise.resolve(true);
    },
    ...more,
  });
  return {
    result,
    calls,
    kept,
    safe,
    made: calls.map(({ method, headers, size }) => `${method} ${headers.get('upload-offset') ?? ''} ${size}`),
  };
}

/** A server that keeps what it is sent. */
function honest(state = { at: 0 }): Answer {
  return ({ method, headers, size }) => {
    if (method === 'POST') return new Response(null, { status: 201, headers: { ...TUS, Location: `${UPLOADS}/u1` } });
    if (method === 'HEAD')
      return new Response(null, {
        status: 200,
        headers: { ...TUS, 'Upload-Offset': String(state.at), 'Upload-Length': String(bytes.byteLength) },
      });
    if (Number(headers.get('upload-offset')) !== state.at)
      return Response.json({ success: false, code: 'CONFLICT', message: 'x' }, { status: 409, headers: TUS });
    state.at += size;
    const told = { ...TUS, 'Upload-Offset': String(state.at) };
    return state.at === bytes.byteLength
      ? Response.json({ success: true, data: { fingerPrint: hash } }, { headers: told })
      : new Response(null, { status: 204, headers: told });
  };
}
const gone = (): Response =>
  Response.json({ success: false, code: 'NOT_FOUND', message: 'x' }, { status: 404, headers: TUS });

describe('P12 UPL-5: a bill in parts', () => {
  test('is begun, its address kept before the first part, and ends with the answer that names its hash', async () => {
    const { result, calls, kept, safe, made } = await played(honest());
    expect(result).toMatchObject({ status: 200, body: expect.stringContaining(hash) });
    expect(made).toEqual(['POST  0', 'PATCH 0 12', 'PATCH 12 12', 'PATCH 24 8']);
    expect([kept, safe]).toEqual([[`${UPLOADS}/u1`], [12, 24, 32]]);
    expect(calls.map(({ url }) => url)).toEqual([UPLOADS, ...Array.from({ length: 3 }, () => `${UPLOADS}/u1`)]);
    expect(calls[1]?.headers.get('content-type')).toBe('application/offset+octet-stream');
    for (const { headers } of calls)
      expect([headers.get('token'), headers.get('account'), headers.get('tus-resumable')]).toEqual([
        'the-token',
        'employee@example.com',
        '1.0.0',
      ]);
  });

  test('goes on where it was', async () => {
    const { made } = await played(honest({ at: 20 }), { bill: { ...bill, uploadUrl: `${UPLOADS}/u1` } });
    expect(made).toEqual(['HEAD  0', 'PATCH 20 12']);
  });

  test('of which the last answer was lost is asked for it, and not believed without', async () => {
    const { result, made } = await played(honest({ at: 32 }), { bill: { ...bill, uploadUrl: `${UPLOADS}/u1` } });
    expect(made).toEqual(['HEAD  0', 'PATCH 32 0']);
    expect(result).toMatchObject({ body: expect.stringContaining(hash) });
  });

  test('UPL-4: starts over by itself when its parts have expired, and a login page’s 404 is no reason to', async () => {
    const state = { at: 0 };
    const server = honest(state);
    const expired = await played((call, n) => (n <= 2 ? gone() : server(call, n)), {
      bill: { ...bill, uploadUrl: `${UPLOADS}/old` },
    });
    expect(expired.made).toEqual(['HEAD  0', 'PATCH 0 0', 'POST  0', 'PATCH 0 12', 'PATCH 12 12', 'PATCH 24 8']);
    expect(expired.kept).toEqual([undefined, `${UPLOADS}/u1`]);
    const portal = await played(
      () => new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } }),
      { bill: { ...bill, uploadUrl: `${UPLOADS}/u1` } },
    );
    expect([portal.made, portal.kept, portal.result]).toEqual([
      ['HEAD  0', 'PATCH 0 0'],
      [],
      expect.objectContaining({ status: 404, contentType: 'text/html' }),
    ]);
  });

  test('that stands elsewhere than thought is asked where, and goes on there', async () => {
    const state = { at: 0 };
    const server = honest(state);
    const { made, result } = await played((call, n) => {
      if (n === 3) state.at = 16;
      return server(call, n);
    });
    expect(made).toEqual(['POST  0', 'PATCH 0 12', 'PATCH 12 12', 'HEAD  0', 'PATCH 16 12', 'PATCH 28 4']);
    expect(result).toMatchObject({ status: 200 });
  });

  test.each([401, 413, 415, 422, 429, 507])(
    '%i keeps its meaning: it is the answer, and nothing more is sent',
    async (status) => {
      const refused = (): Response =>
        Response.json({ success: false, code: 'X', message: 'x' }, { status, headers: TUS });
      expect([(await played(refused)).made, (await played(refused)).result]).toEqual([
        ['POST  0'],
        expect.objectContaining({ status }),
      ]);
      const later = await played(({ method }) => (method === 'HEAD' ? new Response(null, { status }) : refused()), {
        bill: { ...bill, uploadUrl: `${UPLOADS}/u1` },
      });
      expect([later.made, later.result]).toEqual([['HEAD  0', 'PATCH 0 0'], expect.objectContaining({ status })]);
    },
  );

  test('OB-4: an offset that the protocol does not say counts for nothing; a Location leads nowhere else', async () => {
    const liar = await played(({ method }) =>
      method === 'POST'
        ? new Response(null, { status: 201, headers: { ...TUS, Location: `${UPLOADS}/u1` } })
        : new Response('{"success":true,"data":{}}', {
            status: 200,
            headers: { 'content-type': 'application/json', 'Upload-Offset': '32' },
          }),
    );
    expect([liar.made, liar.safe]).toEqual([['POST  0', 'PATCH 0 12'], []]);
    for (const Location of ['https://evil.test/u', '//evil.test/u', '/api/v1/user/role', `${UPLOADS}/../x`]) {
      const lured = await played(() => new Response(null, { status: 201, headers: { ...TUS, Location } }));
      expect([lured.calls.map(({ url }) => url), lured.kept]).toEqual([[UPLOADS], []]);
    }
  });

  test('is left to the tab that took it', async () => {
    expect((await played(honest(), { mayGoOn: () => Promise.resolve(false) })).result).toBe('taken');
    expect((await played(honest(), { keep: () => Promise.resolve(false) })).result).toBe('taken');
  });

  test('goes in one piece to a server that knows of no parts', async () => {
    expect((await played(gone)).result).toBe('unknown');
  });
});

test('UPL-7: uploads name the organisation, in one piece and in parts', async () => {
  const uploadHeaders = () => ({ organisationId: '7' });
  const { calls } = await played(honest(), {}, { uploadHeaders });
  expect(calls.map(({ headers }) => headers.get('organisationId'))).toEqual(['7', '7', '7', '7']);
  const seen: (string | null)[] = [];
  const fetch: OutboxEnv['fetch'] = (_url, init) => {
    seen.push(new Headers(init?.headers).get('organisationId'));
    return Promise.resolve(Response.json({}));
  };
  await sendBill(browserEnv({ token: () => Promise.resolve('t'), fetch, uploadHeaders }), anEntry(), bill, bytes, 't');
  expect(seen).toEqual(['7']);
});

describe('UPL-5: how large a part is', () => {
  test('follows the link: about five seconds of it, at once smaller, step by step larger', () => {
    expect(afterPart(32_768, { bytes: 32_768, ms: 4_096 })).toBe(40_000);
    expect(afterPart(32_768, { bytes: 32_768, ms: 32_768 })).toBe(PART_SIZES.least);
    expect(afterPart(32_768, { bytes: 32_768, ms: 10 })).toBe(262_144);
    expect(afterPart(40_000, { bytes: 900, ms: 10 })).toBe(40_000);
    expect([afterFailure(40_000), afterFailure(9_000)]).toEqual([20_000, PART_SIZES.least]);
  });

  test('stays within its bounds whatever was measured, and takes about five seconds at most at the same speed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8_192, max: 2_097_152 }),
        fc.integer({ min: 1, max: 2_097_152 }),
        fc.integer({ min: -1_000, max: 600_000 }),
        (part, size, ms) => {
          const next = afterPart(part, { bytes: size, ms });
          expect(next).toBeGreaterThanOrEqual(PART_SIZES.least);
          expect(next).toBeLessThanOrEqual(PART_SIZES.most);
          if (size * 2 >= part && ms > 0 && next > PART_SIZES.least)
            expect(next / (size / ms)).toBeLessThanOrEqual(PART_MS);
        },
      ),
    );
  });
});
