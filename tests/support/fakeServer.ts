import { createHash } from 'node:crypto';
import { carriedIn, TOGETHER } from './fakeTogether.ts';
import { FakeUploads, UPLOADS } from './fakeUploads.ts';

/**
 * A server in memory with the rules that the outbox relies on (WIRE-8, WIRE-9): the answer of a committed
 * change is kept under (person, key), refusals are not; versions are checked; a claim needs bills that its author
 * uploaded.
 */
export interface ServerRecord {
  id: string;
  owner: string;
  version: number;
  text: string;
  bills: string[];
  decided: boolean;
  /** Version that somebody else's change made last. */
  foreignVersion: number;
}
/** One committed change, as it happened. */
export interface Effect {
  kind: 'create' | 'update' | 'decide';
  email: string;
  key: string;
  id: string;
  text: string;
  bills: string[];
  /** Version that the request named, and the one that somebody else's change had made last. */
  ifMatch: number | null;
  foreignVersion: number;
  /** When it arrived, and what was said of when it was saved. */
  arrived: number;
  said: { at: number; word: string } | null;
}
export interface ServerRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** Text of a call, bytes of an upload. */
  body: string | Uint8Array;
}
export interface ServerAnswer {
  status: number;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}

export const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const refusal = (status: number, code: string, message: string, more: Record<string, unknown> = {}): ServerAnswer => ({
  status,
  body: { success: false, code, message, ...more },
  headers: {},
});

export class FakeServer {
  readonly tokens = new Map<string, string>();
  readonly records = new Map<string, ServerRecord>();
  readonly effects: Effect[] = [];
  readonly files = new Set<string>();
  readonly uploads = new FakeUploads();
  readonly refusedKeys = new Set<string>();
  /** Creates are refused while it is closed ('Validity expired!'). */
  closed = false;
  /** Creates whose text is among these are one too many for today. */
  readonly beyondToday = new Set<string>();
  /** Which life of its database it is; null: it does not say. */
  epoch: string | null = null;
  /** Epoch milliseconds; the world's own. */
  clock: () => number = () => 0;
  /** Records that it has lost with a restored backup, until another phone tells of them again. */
  readonly #lost = new Map<string, ServerRecord>();
  readonly #answers = new Map<string, { request: string; answer: ServerAnswer }>();
  #ids = 0;
  #tokens = 0;

  signIn(email: string): string {
    const token = `token-${(this.#tokens += 1)}-secret`;
    this.tokens.set(token, email);
    return token;
  }

  addRecord(owner: string, text: string): ServerRecord {
    const id = `EXP${(this.#ids += 1)}`;
    const record = { id, owner, version: 1, text, bills: [], decided: false, foreignVersion: 1 };
    this.records.set(id, record);
    return record;
  }

  /** A backup is put back that is older than the records which other phones have made and this one has not changed. */
  restore(): void {
    this.epoch = `e${Number(this.epoch?.slice(1) ?? 0) + 1}`;
    for (const [id, record] of this.records) {
      if (record.version !== 1 || this.effects.some((effect) => effect.id === id)) continue;
      this.#lost.set(id, record);
      this.records.delete(id);
    }
  }

  get isBehind(): boolean {
    return this.#lost.size > 0;
  }

  /** The other phones have been opened. */
  catchUp(): void {
    for (const [id, record] of this.#lost) this.records.set(id, record);
    this.#lost.clear();
  }

  /** Somebody else's change, made elsewhere. */
  foreignEdit(id: string, decide: boolean): void {
    const record = this.records.get(id);
    if (!record) return;
    record.version += 1;
    record.foreignVersion = record.version;
    record.decided ||= decide;
  }

  handle(request: ServerRequest): ServerAnswer {
    const answer = this.#answerTo(request);
    const key = request.headers.get('Idempotency-Key');
    if (key !== null && answer.status >= 400) this.refusedKeys.add(key);
    return {
      ...answer,
      headers: {
        ...answer.headers,
        ...this.#word(request),
        ...(this.epoch !== null && { 'X-Db-Epoch': this.epoch }),
        ...(key !== null && { 'Idempotency-Key': key }),
      },
    };
  }

  #answerTo(request: ServerRequest): ServerAnswer {
    if (request.path === '/healthz') return { status: 200, body: { success: true }, headers: {} };
    const email = this.tokens.get(request.headers.get('token') ?? '');
    if (email === undefined) return refusal(401, 'UNAUTHENTICATED', 'Authentication failed!');
    const account = request.headers.get('account');
    if (account !== null && account !== email) return refusal(409, 'WRONG_USER', 'This belongs to another person.');
    if (request.path.startsWith(UPLOADS))
      return this.uploads.handle(email, request, (bytes) => this.#upload(email, bytes));
    if (request.body instanceof Uint8Array) return this.#upload(email, request.body);
    if (request.path === TOGETHER) return this.#together(request);
    if (request.method === 'GET') return this.#known(email, request.query.get('keys')?.split('|') ?? []);
    const key = request.headers.get('Idempotency-Key');
    if (key === null) return refusal(400, 'MALFORMED', 'No key.');
    const fingerprint = `${request.method} ${request.path}?${request.query.toString()} ${request.body}`;
    const stored = this.#answers.get(`${email} ${key}`);
    if (stored) {
      if (stored.request !== fingerprint)
        return refusal(422, 'IDEMPOTENCY_KEY_REUSED', 'This key was used for another request.');
      return { ...stored.answer, headers: { ...stored.answer.headers, 'Idempotency-Replayed': 'true' } };
    }
    const answer = this.#change(email, key, request, JSON.parse(request.body) as Record<string, unknown>);
    if (answer.status < 300) this.#answers.set(`${email} ${key}`, { request: fingerprint, answer });
    return answer;
  }

  /** Whether it knows of requests that travel together. */
  carries = true;
  /** It stops after this many of those that travel together: what it did is done, and nobody is told. */
  stopsAfter = Infinity;

  #together(request: ServerRequest): ServerAnswer {
    if (!this.carries) return refusal(404, 'NOT_FOUND', 'Not found');
    const carried = carriedIn(request);
    const data = carried.slice(0, this.stopsAfter).map(({ key, request: one }) => {
      const { status, body, headers } = this.handle(one);
      return { key, status, answer: body, ...(headers['Retry-After'] && { retryAfter: headers['Retry-After'] }) };
    });
    if (data.length < carried.length) return refusal(500, 'INTERNAL', 'It stopped.');
    return { status: 200, body: { success: true, data }, headers: {} };
  }

  #known(email: string, keys: readonly string[]): ServerAnswer {
    return {
      status: 200,
      body: { success: true, data: keys.filter((key) => this.#answers.has(`${email} ${key}`)) },
      headers: {},
    };
  }

  /** What time it says it is, to people who are signed in (TM-2). */
  #word(request: ServerRequest): Record<string, string> {
    const email = this.tokens.get(request.headers.get('token') ?? '');
    return email === undefined
      ? {}
      : { 'heard-at': `${this.clock()}.${sha(new TextEncoder().encode(`${email} ${this.clock()}`)).slice(0, 22)}` };
  }

  #upload(email: string, bytes: Uint8Array): ServerAnswer {
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith('dear'))
      return refusal(
        413,
        'UPLOAD_ALLOWANCE',
        'Your uploads of this month fill the space you have. Ask your administrator.',
      );
    if (text.startsWith('slow'))
      return {
        ...refusal(429, 'RATE_LIMITED', 'That is a lot of uploads. Please wait a while.'),
        headers: { 'Retry-After': '20' },
      };
    if (text.startsWith('big')) return refusal(413, 'FILE_TOO_LARGE', 'Please upload file less then 2MB.');
    const fingerPrint = sha(bytes);
    this.files.add(`${email} ${fingerPrint}`);
    return { status: 200, body: { success: true, data: { fingerPrint } }, headers: {} };
  }

  #change(email: string, key: string, request: ServerRequest, body: Record<string, unknown>): ServerAnswer {
    const kind = request.path.endsWith('/create') ? 'create' : request.path.endsWith('/update') ? 'update' : 'decide';
    const text = String(body['remarks'] ?? body['managerRemarks'] ?? '');
    const bills = ((body['billUrl'] ?? []) as { fingerPrint?: string }[]).map(({ fingerPrint }) => String(fingerPrint));
    const match = /^"(\d+)"$/.exec(request.headers.get('If-Match') ?? '');
    const ifMatch = match ? Number(match[1]) : null;
    const record = kind === 'create' ? null : this.records.get(request.query.get('id') ?? '');
    if (record === undefined || (kind === 'update' && record?.owner !== email))
      return refusal(404, 'NOT_FOUND', 'Nothing here, or not yours');
    if (record && ifMatch !== null && ifMatch !== record.version)
      return refusal(409, 'VERSION_CONFLICT', 'It has been changed meanwhile.', { current: { ...record } });
    if (record?.decided) return refusal(409, 'CONFLICT', 'It has been decided.', { current: { ...record } });
    if (text.includes('bad') || (this.closed && kind === 'create'))
      return refusal(422, 'INVALID', 'Validity expired!', { errors: { remarks: 'Validity expired!' } });
    if (kind === 'create' && this.beyondToday.has(text))
      return refusal(
        413,
        'CREATION_ALLOWANCE',
        'You have filed 200 requests today, the most there can be in a day. ' +
          'This one is kept on your device: send it again tomorrow.',
      );
    if (bills.some((hash) => !this.files.has(`${email} ${hash}`)))
      return refusal(409, 'FILE_GONE', 'The bill is not there.');
    const changed = record ?? { ...this.addRecord(email, text), version: 0 };
    this.records.set(changed.id, changed);
    const foreignVersion = kind === 'create' ? 0 : changed.foreignVersion;
    changed.version += 1;
    if (kind === 'decide') changed.decided = true;
    else Object.assign(changed, { text, bills });
    const [savedAt, word] = [request.headers.get('saved-at'), request.headers.get('heard-at')];
    const said = savedAt === null || word === null ? null : { at: Number(savedAt), word };
    this.effects.push({
      kind,
      email,
      key,
      id: changed.id,
      text,
      bills,
      ifMatch,
      foreignVersion,
      arrived: this.clock(),
      said,
    });
    return {
      status: 200,
      body: { success: true, data: { expenseId: changed.id, version: changed.version, remarks: changed.text } },
      headers: {},
    };
  }
}
