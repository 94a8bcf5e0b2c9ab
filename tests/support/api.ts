import { pdf } from './files.ts';
import { noteSecrets } from './secretsSeen.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON body; an empty object when there is none. */
  body: Record<string, unknown>;
  bytes: Buffer;
}

type Headers_ = Record<string, string>;

/** A plain client of the interface: one person's token, real HTTP, no knowledge of the server's insides. */
export class Api {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  async send(method: string, path: string, body?: BodyInit | null, headers: Headers_ = {}): Promise<Answer> {
    const own: Headers_ = { platform: 'WEB_SITE', ...(this.token !== null && { token: this.token }), ...headers };
    for (const name of Object.keys(own)) if (own[name] === '') delete own[name];
    const response = await fetch(this.url + path, {
      method,
      headers: own,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString('utf8');
    noteSecrets(this.url, own, body);
    noteSecrets(this.url, {}, text);
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: json ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  }

  get = (path: string, headers: Headers_ = {}): Promise<Answer> => this.send('GET', path, undefined, headers);
  post = (path: string, body?: unknown, headers: Headers_ = {}): Promise<Answer> =>
    this.#json('POST', path, body, headers);
  put = (path: string, body?: unknown, headers: Headers_ = {}): Promise<Answer> =>
    this.#json('PUT', path, body, headers);

  #json(method: string, path: string, body: unknown, headers: Headers_): Promise<Answer> {
    return this.send(method, path, body === undefined ? null : JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });
  }

  /** Uploads bytes as the field `file`; a bill unless said. */
  upload(
    bytes: Uint8Array,
    name = 'bill.pdf',
    headers: Headers_ = {},
    path = '/api/v1/Common/upload-pdf',
  ): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return this.send('POST', path, form, headers);
  }

  /** Uploads a small bill and answers its fingerPrint. */
  async bill(text: string): Promise<string> {
    const answer = await this.upload(pdf(text));
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body['data'] as { fingerPrint: string }).fingerPrint;
  }
}
