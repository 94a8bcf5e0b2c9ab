/**
 * What time it is, and when something was saved, where two clocks have a say: the server's, and a device's that anybody
 * may set. Epoch milliseconds throughout. The form, the outbox and the server call the same functions.
 * Nothing here reads a clock.
 */

/** How far back a time reported by a client is accepted (TM-2). */
export const MAX_BACKDATE_MS = 30 * 86_400_000;

/** The last answer of the server: what its clock showed, and what the device's showed when it came. */
export interface ClockSample {
  server: number;
  device: number;
}

/** The same with the server's own signed word for what its clock showed, which goes back to it (TM-2). */
export interface SignedClock extends ClockSample {
  word: string;
}

/**
 * The server's clock as this device knows it (TM-1): the last answer's, and what has gone by on the device's clock
 * since. A device's clock that went back meanwhile is not followed. Before any answer the device's own.
 */
export const serverNow = (deviceNow: number, heard: ClockSample | null): number =>
  heard ? heard.server + Math.max(0, deviceNow - heard.device) : deviceNow;

/**
 * The moment in the server's word for what time it was; null when it is none. Only the server can tell whether it said
 * so.
 */
export function parseServerTime(word: string | null | undefined): number | null {
  const digits = /^(\d{1,15})\.[\w-]{22}$/.exec(word ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * When a change is taken to have been saved (TM-2). `said`: by the client; `heard`: the server's own last word to it
 * before that; `arrived`: now. Never before `heard`, never after `arrived`, never more than 30 days back: however a
 * device's clock is set, it gains no more than the time since it last heard from the server.
 */
export const effectiveSavedAt = ({ said, heard, arrived }: { said: number; heard: number; arrived: number }): number =>
  Math.min(arrived, Math.max(said, heard, arrived - MAX_BACKDATE_MS));
