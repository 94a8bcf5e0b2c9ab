import type { ServerAnswer, ServerRequest } from './fakeServer.ts';

/**
 * Uploads in parts, as the server keeps them: by address and owner, each with the bytes that it has acknowledged
 * (UPL-5).
 */
export const UPLOADS = '/api/v1/Common/uploads';
const TUS = { 'Tus-Resumable': '1.0.0' };
const no = (status: number, code: string): ServerAnswer => ({
  status,
  body: { success: false, code, message: code },
  headers: TUS,
});

interface Begun {
  owner: string;
  hash: string;
  length: number;
  bytes: Uint8Array;
}

export class FakeUploads {
  readonly #begun = new Map<string, Begun>();
  /** Address → hash, also of uploads that have expired: a request that still goes to one is about that file. */
  readonly #hashes = new Map<string, string>();
  #ids = 0;

  /** SHA-256 of the whole file that a request brings a part of, as the phone has named it. */
  hashOf({ path, headers }: ServerRequest): string | undefined {
    const named = /fingerPrint ([^,]+)/.exec(headers.get('Upload-Metadata') ?? '')?.[1];
    return named === undefined ? this.#hashes.get(path) : Buffer.from(named, 'base64').toString();
  }

  /** Nobody has gone on with them for a week. */
  expire(): void {
    this.#begun.clear();
  }

  /** `take`: what becomes of a file that is whole. */
  handle(email: string, request: ServerRequest, take: (bytes: Uint8Array) => ServerAnswer): ServerAnswer {
    const { method, path, headers, body } = request;
    if (method === 'POST') {
      const address = `${UPLOADS}/u${(this.#ids += 1)}`;
      const hash = this.hashOf(request) ?? '';
      this.#hashes.set(address, hash);
      this.#begun.set(address, {
        owner: email,
        hash,
        length: Number(headers.get('Upload-Length')),
        bytes: new Uint8Array(),
      });
      return { status: 201, body: {}, headers: { ...TUS, Location: address } };
    }
    const begun = this.#begun.get(path);
    if (begun?.owner !== email) return no(404, 'NOT_FOUND');
    if (method === 'HEAD')
      return {
        status: 200,
        body: {},
        headers: { ...TUS, 'Upload-Offset': String(begun.bytes.length), 'Upload-Length': String(begun.length) },
      };
    if (Number(headers.get('Upload-Offset')) !== begun.bytes.length) return no(409, 'CONFLICT');
    begun.bytes = new Uint8Array([...begun.bytes, ...(body as Uint8Array)]);
    const told = { ...TUS, 'Upload-Offset': String(begun.bytes.length) };
    if (begun.bytes.length < begun.length) return { status: 204, body: {}, headers: told };
    const answer = take(begun.bytes);
    return { ...answer, headers: { ...answer.headers, ...told } };
  }

  /** The request was cut after this many bytes of its body: half of all servers keep those. */
  isKept = (path: string): boolean => Number(path.slice(path.lastIndexOf('u') + 1)) % 2 === 0;
}
