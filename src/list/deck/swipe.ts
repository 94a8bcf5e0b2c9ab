/** One finger across a card: when it is a swipe, and when a swipe decides (MGR-35). Pure; pixels. */

/** The part of the card's width that a swipe has to cover. */
const SHARE = 0.4;
/** So far nobody knows where a finger is going. */
const SLOP_PX = 12;

export interface Stroke {
  x: number;
  y: number;
  /** What it is, once that is known; it stays that. */
  is: 'unknown' | 'scroll' | 'swipe';
  /** How far it has come to the right. */
  by: number;
}

export const strokeFrom = (x: number, y: number): Stroke => ({ x, y, is: 'unknown', by: 0 });

/** The stroke with the finger here: one that starts as a scroll is a scroll, wherever it goes. */
export function strokeTo(stroke: Stroke, x: number, y: number): Stroke {
  const [by, down] = [x - stroke.x, Math.abs(y - stroke.y)];
  const far = Math.max(Math.abs(by), down) > SLOP_PX;
  const is = stroke.is === 'unknown' && far ? (Math.abs(by) > down ? 'swipe' : 'scroll') : stroke.is;
  return { ...stroke, is, by: is === 'swipe' ? by : 0 };
}

/** What is decided if the finger leaves now; null: nothing, it was too short. */
export function swiped({ is, by }: Stroke, width: number): 'approve' | 'reject' | null {
  if (is !== 'swipe' || width <= 0 || Math.abs(by) < width * SHARE) return null;
  return by > 0 ? 'approve' : 'reject';
}
