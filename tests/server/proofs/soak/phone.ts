import http from 'node:http';
import { demoCredential } from '#contract/calls/platform.ts';
import { googleLogin } from '#contract/calls/session.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import type { Role } from '#contract/enums.ts';
import { HEADERS, PLATFORM } from '#contract/headers.ts';
import type { Random } from '#server/demo/random.ts';

/** What all phones met since somebody looked last. */
export interface Tally {
  /** Milliseconds from each request until its whole answer. */
  times: number[];
  /** Answers that nobody may get who does what these phones do: the call, its status and code, and how often. */
  unexpected: Map<string, number>;
}

export interface Answer<Data = unknown> {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** What the answer says as JSON; undefined where it says something else. */
  body: (Record<string, unknown> & { data?: Data }) | undefined;
}

export interface Asked {
  parts?: Record<string, string>;
  query?: Record<string, string>;
  list?: string;
  json?: unknown;
  bytes?: { type: string; content: Buffer };
  headers?: Record<string, string>;
  /** Further statuses that are good: somebody else may have been first. */
  may?: readonly number[];
}

export interface PhoneOptions {
  url: string;
  number: number;
  email: string;
  roles: readonly Role[];
  random: Random;
  tally: Tally;
}

/** A phone that is used now and then, as the server sees one: a session, and connections while the app is open. */
export class Phone {
  readonly number: number;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly random: Random;
  /** Claims that it filed, the newest last, and the page that it has. */
  readonly filed: { id: string; bill: string }[] = [];
  pageTag = '';
  readonly #url: URL;
  readonly #tally: Tally;
  #token = '';
  #agent = new http.Agent();
  #keys = 0;

  constructor({ url, number, email, roles, random, tally }: PhoneOptions) {
    this.#url = new URL(url);
    this.#tally = tally;
    [this.number, this.email, this.roles, this.random] = [number, email, roles, random];
  }

  /** Opens the app, does something in it, and closes it with its connections. */
  async use(what: (phone: Phone) => Promise<void>): Promise<void> {
    this.#agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
    try {
      if (this.#token === '') await this.signIn();
      await what(this);
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error));
    } finally {
      this.#agent.destroy();
    }
  }

  /** As the sign-in page does. */
  async signIn(): Promise<void> {
    const { body } = await this.#ask(demoCredential, { json: { email: this.email } });
    const content = Buffer.from(JSON.stringify(body?.data));
    const answer = await this.#ask(googleLogin, { bytes: { type: 'application/octet-stream', content } });
    this.#token = String(answer.body?.['token']);
  }

  /** Throws where the answer is none that may come. A sign-in that is too long ago is made anew. */
  async call<Data>(entry: Endpoint, asked: Asked = {}): Promise<Answer<Data>> {
    const answer = await this.#ask(entry, asked);
    if (answer.status !== 403 || answer.body?.['code'] !== 'SIGN_IN_AGAIN')
      return this.#good(entry.name, asked, answer);
    await this.signIn();
    return this.#good(entry.name, asked, await this.#ask(entry, asked));
  }

  /** A file of the app. */
  async file(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#good('file', { may: [304] }, await this.#send('GET', path, { headers }));
  }

  /** The key of a change, the same in no other run of this data folder. */
  newKey = (): string => `soak-phone-${this.number}-${(this.#keys += 1)}`;

  #good<Data>(name: string, { may = [] }: Asked, answer: Answer): Answer<Data> {
    if (answer.status === 200 || may.includes(answer.status)) return answer as Answer<Data>;
    throw new Error(`${name}: ${answer.status} ${String(answer.body?.['code'] ?? '')}`);
  }

  #ask(entry: Endpoint, { parts, query, list, ...asked }: Asked): Promise<Answer> {
    const path = urlOf(entry, { ...(parts && { parts }), ...(query && { query }), ...(list && { list }) });
    return this.#send(entry.method, path, asked);
  }

  #send(method: string, path: string, { json, bytes, headers }: Asked): Promise<Answer> {
    const content = bytes?.content ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
    const own = {
      [HEADERS.platform]: PLATFORM,
      [HEADERS.deviceId]: `soak-phone-${this.number}`,
      ...(this.#token !== '' && { [HEADERS.token]: this.#token }),
      ...(content && { 'content-type': bytes?.type ?? 'application/json', 'content-length': content.length }),
      ...headers,
    };
    const from = performance.now();
    const { hostname, port } = this.#url;
    return new Promise((resolve, reject) => {
      const request = http.request({ agent: this.#agent, hostname, port, method, path, headers: own }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('error', reject).once('end', () => {
          this.#tally.times.push(performance.now() - from);
          const isJson = response.headers['content-type']?.startsWith('application/json') === true;
          const body = isJson ? (JSON.parse(Buffer.concat(pieces).toString()) as Answer['body']) : undefined;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      });
      request.once('error', reject).end(content);
    });
  }

  #note(what: string): void {
    this.#tally.unexpected.set(what, (this.#tally.unexpected.get(what) ?? 0) + 1);
  }
}
