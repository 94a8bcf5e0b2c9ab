import { sql, type Kysely } from 'kysely';
import { asReading } from '#server/platform/base/requestId.ts';
import type { Tables } from './tables.ts';

const EVERY = 60_000;
/** An answer that took longer says too little of when it was given. */
const PROMPT = 1_000;

/**
 * The clock of a PostgreSQL server, by which leases are taken and judged (F8): the clocks of machines differ, and jump.
 * In between it goes on with time as it passes here; before the first reading it is this machine's own.
 */
export class ServerClock {
  #read = { told: Date.now(), at: performance.now() };
  #timer: NodeJS.Timeout | undefined;

  /** Epoch milliseconds. */
  now(): number {
    return Math.round(this.#read.told + performance.now() - this.#read.at);
  }

  async read(db: Kysely<Tables>): Promise<void> {
    const asked = performance.now();
    const { rows } = await sql<{ told: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as told`.execute(db);
    const at = (asked + performance.now()) / 2;
    if (rows[0] && at - asked < PROMPT / 2) this.#read = { told: rows[0].told, at };
  }

  /** Reads it again every minute; one that cannot be read goes on as it was. */
  follow(db: Kysely<Tables>): void {
    this.#timer = setInterval(() => void asReading(() => this.read(db)).catch(() => undefined), EVERY);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
