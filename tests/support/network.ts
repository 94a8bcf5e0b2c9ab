import { sha, type FakeServer, type ServerAnswer, type ServerRequest } from './fakeServer.ts';
import { carriedIn, TOGETHER, withoutKeys } from './fakeTogether.ts';
import { UPLOADS } from './fakeUploads.ts';
import { SlowUploads } from './slowUploads.ts';
import type { Turns } from './turns.ts';

/** The way between tabs and server, and everything that happens on it. */
export const FAULTS = [
  'ok',
  'lostRequest',
  'lostAnswer',
  'late',
  'twice',
  'portal',
  'portalJson',
  'redirect',
  'error500',
  'error500After',
  'error502',
  'busy503',
  'busyHour',
  'busy429',
  'inProgress',
  'truncated',
  'empty',
  'revoked',
  'html404',
  'html403',
  'wrongEcho',
  'notSuccess',
  'spoiltUpload',
  'slow',
  'halfWay',
] as const;
export type Fault = (typeof FAULTS)[number];

/** What the model notices while it runs, beside the ledger. */
export interface Watch {
  wrong(rule: string, what: string): void;
}

interface FakeResponse {
  status: number;
  type: string;
  redirected: boolean;
  headers: Headers;
  text(): Promise<string>;
}
const response = (
  status: number,
  contentType: string,
  body: string,
  headers: Record<string, string> = {},
  redirected = false,
): FakeResponse => ({
  status,
  type: 'basic',
  redirected,
  headers: new Headers({ 'content-type': contentType, ...headers }),
  text: () => Promise.resolve(body),
});
const json = (answer: ServerAnswer): FakeResponse =>
  response(answer.status, 'application/json; charset=utf-8', JSON.stringify(answer.body), answer.headers);
const PAGE = '<html><body>Welcome to our Wi-Fi</body></html>';

export class Network {
  /** Taken one per request, until there are none: then all is well. */
  faults: Fault[] = [];
  /** key → what was sent under it the first time (OB-13). */
  readonly #sent = new Map<string, string>();
  /** How many changes each tab has under way. */
  readonly inFlight = new Map<object, number>();
  requests = 0;
  /** Keys and hashes that somebody on the way has refused with a page, and how often. */
  readonly walls = new Map<string, number>();
  readonly uploads: SlowUploads;
  readonly #server: FakeServer;
  readonly #turns: Turns;
  readonly #watch: Watch;

  constructor(server: FakeServer, turns: Turns, watch: Watch) {
    this.#server = server;
    this.#turns = turns;
    this.#watch = watch;
    this.uploads = new SlowUploads(server, watch);
  }

  #begin(tab: object, more: 1 | -1): void {
    const count = (this.inFlight.get(tab) ?? 0) + more;
    if (count > 0) this.inFlight.set(tab, count);
    else this.inFlight.delete(tab);
  }

  /** A fetch for one tab. */
  fetchOf(tab: object): typeof fetch {
    return (async (url: string, init: RequestInit) => {
      // What the queue reads for itself is no sending (OB-5).
      if (init.method !== 'GET') this.#begin(tab, 1);
      try {
        const { request, fault } = await this.#turns.take(tab, 'request', async () => {
          const request = await this.#read(url, init);
          this.#look(request);
          return { request, fault: this.faults.shift() ?? 'ok' };
        });
        // What happened on the server has happened, whether or not the tab lives to hear of it.
        const answer = await this.#turns.take(tab, `server (${fault})`, () => this.#meet(fault, request, init), true);
        if (answer instanceof Error) throw answer;
        this.uploads.hears(request, answer.headers);
        if (request.method === 'HEAD') answer.text = () => Promise.resolve('');
        return answer as unknown as Response;
      } finally {
        if (init.method !== 'GET') this.#begin(tab, -1);
      }
    }) as typeof fetch;
  }

  async #read(url: string, init: RequestInit): Promise<ServerRequest> {
    const at = new URL(url, 'https://kharcha.test');
    const file =
      init.body instanceof FormData
        ? await (init.body.get('file') as File).arrayBuffer()
        : (init.body as Uint8Array<ArrayBuffer> | null | undefined);
    const body =
      init.body instanceof FormData || at.pathname.startsWith(UPLOADS) ? new Uint8Array(file ?? []) : String(init.body);
    return {
      method: init.method ?? 'GET',
      path: at.pathname,
      query: at.searchParams,
      headers: new Headers(init.headers),
      body,
    };
  }

  #look(request: ServerRequest): void {
    const { method, path, query, headers, body } = request;
    // Each of those that travel together is looked at by itself.
    if (path === TOGETHER) return carriedIn(request).forEach((each) => this.#look(each.request));
    this.requests += 1;
    this.uploads.look({ method, path, query, headers, body });
    if (typeof body !== 'string' || method === 'GET') return;
    const key = headers.get('Idempotency-Key') ?? '';
    const now = `${method} ${path}?${query.toString()} ${headers.get('If-Match') ?? ''} ${body}`;
    const before = this.#sent.get(key) ?? now;
    if (before !== now) this.#watch.wrong('OB-13', `${key} was sent as ${before} and then as ${now}`);
    this.#sent.set(key, before);
    if (!path.endsWith('/create') && headers.get('If-Match') === null)
      this.#watch.wrong('OB-10', `${key} names no version`);
  }

  #meet(fault: Fault, request: ServerRequest, init: RequestInit): FakeResponse | Error {
    const upload = typeof request.body !== 'string';
    const key = request.headers.get('Idempotency-Key');
    const echo: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
    const walled = (status: number): FakeResponse => {
      const about =
        typeof request.body === 'string' ? (key ?? '') : (this.#server.uploads.hashOf(request) ?? sha(request.body));
      this.walls.set(about, (this.walls.get(about) ?? 0) + 1);
      if (key !== null) this.#server.refusedKeys.add(key);
      return response(status, 'text/html', PAGE);
    };
    // A proxy that takes no such file, whatever else there is.
    if (typeof request.body !== 'string' && new TextDecoder().decode(request.body).startsWith('walled'))
      return walled(413);
    if (this.uploads.cuts(request)) return new TypeError('Failed to fetch');
    const refuse = (status: number, code: string, headers: Record<string, string> = {}): FakeResponse =>
      json({ status, body: { success: false, code, message: code }, headers: { ...echo, ...headers } });
    switch (fault) {
      case 'lostRequest':
        return new TypeError('Failed to fetch');
      case 'lostAnswer':
        this.#server.handle(request);
        return Object.assign(new Error('timed out'), { name: 'TimeoutError' });
      case 'late':
        this.#later(request);
        return Object.assign(new Error('timed out'), { name: 'TimeoutError' });
      case 'twice':
        this.#later(request);
        return json(this.#server.handle(request));
      case 'portal':
        return response(200, 'text/html', PAGE, echo);
      case 'portalJson':
        return response(200, 'application/json', JSON.stringify({ success: true, data: {} }));
      case 'redirect':
        if (init.redirect === 'error') return new TypeError('Failed to fetch');
        this.#watch.wrong('OB-4', 'a redirect was followed: the token went to a stranger');
        return response(200, 'text/html', PAGE, {}, true);
      case 'error500':
        return refuse(500, 'INTERNAL');
      case 'error500After':
        this.#server.handle(request);
        return refuse(500, 'INTERNAL');
      case 'error502':
        return response(502, 'text/html', PAGE);
      case 'busy503':
        return refuse(503, 'UNAVAILABLE', { 'Retry-After': '30' });
      case 'busyHour':
        return refuse(503, 'UNAVAILABLE', { 'Retry-After': '3600' });
      case 'busy429':
        return refuse(429, 'RATE_LIMITED', { 'Retry-After': '20' });
      case 'inProgress':
        return upload ? json(this.#server.handle(request)) : refuse(409, 'IN_PROGRESS', { 'Retry-After': '1' });
      case 'truncated':
        return response(200, 'application/json', JSON.stringify(this.#server.handle(request).body).slice(0, -3), echo);
      case 'empty':
        this.#server.handle(request);
        return response(200, 'application/json', '', echo);
      case 'revoked':
        this.#server.tokens.clear();
        return json(this.#server.handle(request));
      case 'html404':
        return response(404, 'text/html', PAGE);
      case 'html403':
        return walled(403);
      case 'wrongEcho':
        return response(
          200,
          'application/json',
          JSON.stringify({ success: true, data: { expenseId: 'EXP0', version: 9 } }),
          { 'Idempotency-Key': 'somebody-elses' },
        );
      case 'notSuccess':
        return response(
          200,
          'application/json',
          JSON.stringify({ success: false, code: 'JSON_CODE_407', message: 'no' }),
          echo,
        );
      case 'spoiltUpload':
        return upload
          ? response(200, 'application/json', JSON.stringify({ success: true, data: { fingerPrint: '0'.repeat(64) } }))
          : json(this.#server.handle(request));
      case 'halfWay':
        this.#server.stopsAfter = 1;
        try {
          return json(this.#server.handle(request));
        } finally {
          this.#server.stopsAfter = Infinity;
        }
      case 'slow':
        this.uploads.isSlow = true;
        return json(this.#server.handle(request));
      case 'ok':
        return json(this.#server.handle(request));
    }
  }

  /**
   * A copy that arrives some turns later, unless its key has been refused meanwhile: no network holds a request back
   * that long.
   */
  #later(request: ServerRequest): void {
    void this.#turns.take(null, 'late copy', () => {
      const key = request.headers.get('Idempotency-Key');
      if (key === null || !this.#server.refusedKeys.has(key))
        this.#server.handle(withoutKeys(request, this.#server.refusedKeys));
    });
  }
}
