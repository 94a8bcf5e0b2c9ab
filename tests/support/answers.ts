import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { online } from '#data/online.ts';
import { requirePerson } from '#data/person.ts';
import { FETCHED_STORES } from '#storage/schema.ts';
import { signInOffline, type PERSON } from './screen.tsx';

/** Answers in the contract's own shapes, for screens that ask at once and for those that send a file. */

export interface AskedCall {
  name: EndpointName;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  /** The file that was sent, by its name. */
  file?: string;
}
type Answer = object | ((asked: AskedCall) => object | Promise<object>);

export const ok = (data: unknown, more: object = {}): object => ({ success: true, data, ...more });
export const refusal = (status: number, code: string, message: string, more: object = {}): Response =>
  Response.json({ success: false, code, message, ...more }, { status });

const entryOf = (method: string, path: string): [EndpointName, Endpoint] | undefined =>
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).find(
    ([, entry]) => entry.method === method && new RegExp(`^${entry.path.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(path),
  );

/** Forgets what was answered in the test before: on a slow network its rows would be shown first. */
async function forgetAnswers(): Promise<void> {
  const { store } = await requirePerson();
  await store.write([...FETCHED_STORES], (tx) =>
    Promise.all(FETCHED_STORES.map((name) => tx.objectStore(name).clear())),
  );
}

/**
 * Signs a person in, online: these calls are answered so, any other fails as without a network. Answers what was asked.
 */
export async function signInAnswered(
  person: typeof PERSON,
  answers: Partial<Record<EndpointName, Answer>>,
): Promise<AskedCall[]> {
  await signInOffline(person);
  await forgetAnswers();
  const asked: AskedCall[] = [];
  const answer = async (
    method: string,
    address: string,
    headers: Headers,
    body: unknown,
    file?: string,
  ): Promise<Response> => {
    const url = new URL(address, 'http://localhost');
    const found = entryOf(method, url.pathname);
    const given = found && answers[found[0]];
    if (!found || given === undefined) throw new TypeError('No network.');
    const one: AskedCall = {
      name: found[0],
      path: url.pathname,
      query: url.searchParams,
      headers,
      body,
      ...(file !== undefined && { file }),
    };
    asked.push(one);
    const made = typeof given === 'function' ? await (given as (asked: AskedCall) => object)(one) : given;
    if (made instanceof Response) return made.clone();
    if (!found[1].answer.safeParse(made).success) throw new Error(`No answer of ${found[0]}: ${JSON.stringify(made)}`);
    return Response.json(made);
  };
  globalThis.fetch = (input, init) =>
    answer(
      init?.method ?? 'GET',
      String(input),
      new Headers(init?.headers),
      typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    );
  globalThis.XMLHttpRequest = senderOf(answer) as never;
  online.sawAnswer();
  return asked;
}

/** What a page sends a file with. */
function senderOf(
  answer: (method: string, address: string, headers: Headers, body: unknown, file?: string) => Promise<Response>,
) {
  return class {
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    ontimeout: (() => void) | null = null;
    timeout = 0;
    status = 0;
    responseText = '';
    private type = '';
    private method = '';
    private address = '';
    private readonly headers = new Headers();
    private ended = false;

    open(method: string, address: string): void {
      this.method = method;
      this.address = address;
    }
    setRequestHeader(name: string, value: string): void {
      this.headers.set(name, value);
    }
    getResponseHeader(): string {
      return this.type;
    }
    abort(): void {
      this.ended = true;
      this.onabort?.();
    }
    send(form: FormData): void {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      void answer(this.method, this.address, this.headers, undefined, (form.get('file') as File).name).then(
        async (response) => {
          this.responseText = await response.text();
          this.status = response.status;
          this.type = response.headers.get('content-type') ?? '';
          if (!this.ended) this.onload?.();
        },
        () => this.ended || this.onerror?.(),
      );
    }
  };
}
