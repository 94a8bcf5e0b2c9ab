/**
 * How far the write-ahead log of the embedded database is written and synced, in memory shared by the thread that
 * writes it and the thread that syncs it.
 *
 * Only one segment may be unsynced at a time: the writer syncs a segment before it writes to the next.
 */
export class WalState {
  /** Give it to the other thread. */
  readonly buffer: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(6 * 8)) {
    this.buffer = buffer;
    this.#cells = new BigInt64Array(buffer);
  }

  /** Writes made so far; also the name of a moment in the log. */
  get written(): bigint {
    return Atomics.load(this.#cells, 0);
  }

  /** Every write up to this one is on the disk. */
  get synced(): bigint {
    return Atomics.load(this.#cells, 1);
  }

  get dirty(): boolean {
    return this.written > this.synced;
  }

  /** Bytes written to the log so far. */
  get bytes(): number {
    return Number(Atomics.load(this.#cells, 4));
  }

  /** A sync failed. What the disk holds is unknown from here on, so nothing may be acknowledged any more. */
  get failed(): boolean {
    return Atomics.load(this.#cells, 5) !== 0n;
  }

  /**
   * File name of the segment written last. Read `written` first: what was written before is in this segment or synced.
   */
  get segment(): string {
    const number = Atomics.load(this.#cells, 2);
    return [Atomics.load(this.#cells, 3), number >> 32n, number & 0xffffffffn]
      .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
      .join('');
  }

  /** Call after syncing all earlier segments and before the first write to this one. */
  enterSegment(name: string): void {
    Atomics.store(this.#cells, 3, BigInt(`0x${name.slice(0, 8)}`));
    Atomics.store(this.#cells, 2, (BigInt(`0x${name.slice(8, 16)}`) << 32n) | BigInt(`0x${name.slice(16, 24)}`));
  }

  /** Call after the write. */
  countWrite(bytes: number): void {
    Atomics.add(this.#cells, 4, BigInt(bytes));
    Atomics.add(this.#cells, 0, 1n);
  }

  /** Everything up to `moment` is on the disk. */
  countSync(moment: bigint): void {
    for (let now = this.synced; now < moment; now = this.synced) Atomics.compareExchange(this.#cells, 1, now, moment);
  }

  countFailure(): void {
    Atomics.store(this.#cells, 5, 1n);
  }
}
