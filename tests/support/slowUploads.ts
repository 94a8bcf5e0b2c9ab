import { UPLOADS } from './fakeUploads.ts';
import type { FakeServer, ServerRequest } from './fakeServer.ts';
import type { Watch } from './network.ts';

/** More than the smallest part of a bill, and less than the longest bill. */
const BYTES_BETWEEN_CUTS = 24;

/** A link that is cut after every few bytes of uploads, and what the phone has heard of uploads in parts. */
export class SlowUploads {
  isSlow = false;
  #carried = 0;
  /** Address → offsets that an answer has told the phone. */
  readonly #told = new Map<string, Set<number>>();
  readonly #server: FakeServer;
  readonly #watch: Watch;

  constructor(server: FakeServer, watch: Watch) {
    this.#server = server;
    this.#watch = watch;
  }

  /** Whether the request is cut; then what has passed before may have arrived. */
  cuts(request: ServerRequest): boolean {
    if (!this.isSlow || typeof request.body === 'string') return false;
    const room = BYTES_BETWEEN_CUTS - this.#carried;
    this.#carried += request.body.length;
    if (request.body.length < room) return false;
    this.#carried = 0;
    const { path, body } = request;
    if (request.method === 'PATCH' && this.#server.uploads.isKept(path))
      this.#server.handle({ ...request, body: body.slice(0, Math.min(room, body.length - 1)) });
    return true;
  }

  /** UPL-5: a part counts when the server has said so, and not before. */
  look({ method, path, headers }: ServerRequest): void {
    if (method !== 'PATCH') return;
    const offset = Number(headers.get('Upload-Offset'));
    if (offset !== 0 && this.#told.get(path)?.has(offset) !== true)
      this.#watch.wrong('UPL-5', `${path} went on at ${offset}, of which no answer had told`);
  }

  hears({ path }: ServerRequest, headers: Headers): void {
    const offset = headers.get('Upload-Offset');
    if (offset === null || !path.startsWith(`${UPLOADS}/`)) return;
    this.#told.set(path, (this.#told.get(path) ?? new Set()).add(Number(offset)));
  }
}
