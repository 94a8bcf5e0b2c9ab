import type { Delegation, DelegationState } from '#contract/delegation.ts';
import { dayOf, daysBetween, formatDay } from '#domain/dates.ts';
import type { Tone } from '#ui/Tag.tsx';

/** What people read of a stand-in. */

export const STATES: Readonly<Record<DelegationState, { tone: Tone; text: string }>> = {
  planned: { tone: 'info', text: 'Planned' },
  running: { tone: 'good', text: 'Running' },
  over: { tone: 'plain', text: 'Over' },
  ended: { tone: 'plain', text: 'Ended early' },
};

export const counts = ({ state }: Pick<Delegation, 'state'>): boolean => state === 'planned' || state === 'running';

/** '20-07-2026 to 24-07-2026, 5 days'. */
export function daysOf({ from, to }: Pick<Delegation, 'from' | 'to'>, timeZone: string): string {
  const [first, last] = [dayOf(from, timeZone), dayOf(to, timeZone)];
  return first === last
    ? `${formatDay(first)}, one day`
    : `${formatDay(first)} to ${formatDay(last)}, ${daysBetween(first, last) + 1} days`;
}

/** The question before one is ended, as the person who ends it sees it. */
export function endQuestion(
  { state, manager, standIn }: Delegation,
  given: boolean,
): { title: string; text: string; yes: string } {
  const whose = given ? 'your queue' : `the queue of ${manager.name}`;
  const who = given ? standIn.name : 'You';
  if (state === 'planned')
    return { title: 'Call this off?', text: `${who} will not see or decide ${whose}.`, yes: 'Call off' };
  return {
    title: 'End this now?',
    text:
      `From now on ${given ? `${standIn.name} no longer sees or decides` : 'you no longer see or decide'} ` +
      `${whose}. What was decided stays.`,
    yes: 'End now',
  };
}
