/** A time of the day: on the wire milliseconds since midnight, for people HH:mm (TRIP-12). */
export type Time = string;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Is this text a whole time, HH:mm of 24 hours? */
export const isTime = (text: unknown): text is Time => typeof text === 'string' && TIME.test(text);

/** Milliseconds since midnight as HH:mm; seconds are left out. */
export function timeOf(ms: number): Time {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / HOUR_MS)}:${two((ms % HOUR_MS) / MINUTE_MS)}`;
}

/** HH:mm as milliseconds since midnight. Throws for what is no time. */
export function millisOfTime(time: Time): number {
  const parts = TIME.exec(time);
  if (!parts) throw new RangeError(`${time} is no time`);
  return Number(parts[1]) * HOUR_MS + Number(parts[2]) * MINUTE_MS;
}

/** A typed time, with or without its colon, of 12 or 24 hours: '930', '9:30', '9.30 pm'; null when it is none. */
export function parseTypedTime(text: string): Time | null {
  const parts = /^(\d{1,2})(?:[:.\s]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim());
  if (!parts) return null;
  const [, hourText = '', minute = '00', half] = parts;
  const hour = Number(hourText);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const of24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const time = `${String(of24).padStart(2, '0')}:${minute}`;
  return isTime(time) ? time : null;
}
