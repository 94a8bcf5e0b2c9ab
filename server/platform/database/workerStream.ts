import { Duplex } from 'node:stream';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { ToWorker } from './embeddedWorker.ts';

/**
 * The pieces as one array of bytes with memory of its own, which can be handed to another thread: that of a `Buffer` is
 * often shared.
 */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * What the `pg` client takes for a socket: carries PostgreSQL's protocol to the worker thread and back. The client
 * writes whole messages, and those of one query together, so that a query costs one message each way.
 */
export class WorkerStream extends Duplex {
  readonly #worker: Worker | null;
  #port: MessagePort | null = null;

  /** Without a worker (the database is being started again) connecting fails like a refused connection. */
  constructor(worker: Worker | null) {
    super();
    this.#worker = worker;
  }

  connect(): this {
    if (!this.#worker) {
      this.destroy(Object.assign(new Error('The database is being started again.'), { code: 'ECONNREFUSED' }));
      return this;
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (bytes: Uint8Array) =>
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    this.#worker.postMessage({ type: 'connect', port: port2 } satisfies ToWorker, [port2]);
    process.nextTick(() => this.emit('connect'));
    return this;
  }

  /** What `pg` asks of a socket and a message port has no need of. */
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port?.ref();
    return this;
  }

  unref(): this {
    this.#port?.unref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // A copy: `pg` reuses its buffer.
    this.#send(new Uint8Array(chunk));
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(joined(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#port?.close();
    done(error);
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    this.#port?.postMessage(bytes, [bytes.buffer]);
  }
}
