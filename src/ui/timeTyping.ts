import { parseTypedTime } from '#domain/times.ts';

/** Puts the colon into a typed time, so that a numeric keypad is enough: '0930' becomes '09:30'. */
export function shapeTypedTime(typed: string): string {
  const text = typed.trimStart().slice(0, 8);
  if (!/^\d{3,4}$/.test(text)) return text;
  // Three figures may still become four, unless no fourth can follow: '930' is half past nine, '123' is not yet
  // anything.
  if (text.length === 3) return Number(text.slice(0, 2)) > 23 ? (parseTypedTime(`0${text}`) ?? text) : text;
  return parseTypedTime(text) ?? text;
}

/** What is meant by a text when the field is left: a whole time, or the text as it is. */
export const settledTime = (text: string): string => parseTypedTime(text) ?? text;
