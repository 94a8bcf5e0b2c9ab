import { behind, subscribeClock, today } from './clock.ts';
import { dayOf } from '#domain/dates.ts';

const DAY_MS = 86_400_000;

/** What to say of a phone whose clock shows another day than the server's; null when there is nothing to say (TM-3). */
export function clockMessage(behindMs: number | null): string | null {
  const days = behindMs === null ? 0 : Math.round(Math.abs(behindMs) / DAY_MS);
  if (behindMs === null || days === 0) return null;
  return (
    `The clock of this phone is ${days} ${days === 1 ? 'day' : 'days'} ` +
    `${behindMs > 0 ? 'behind' : 'ahead'}. Dates here go by the server’s clock. Please check the phone’s ` +
    'date.'
  );
}

/** Says so once, when phone and server turn out to have different days. */
export function watchClock(timeZone: () => string | undefined, say: (message: string) => void): void {
  let said = false;
  const look = (): void => {
    const zone = timeZone();
    const message = clockMessage(behind());
    if (said || zone === undefined || message === null || today(zone) === dayOf(Date.now(), zone)) return;
    said = true;
    say(message);
  };
  subscribeClock(look);
  look();
}
