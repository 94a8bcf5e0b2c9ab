import type { Delegation } from '#contract/delegation.ts';
import { addDays, dayOf, millisOfDay } from '#domain/dates.ts';

const ZONE = 'Asia/Kolkata';

/** The first moment of the day `days` after the one that this machine has. */
export const fromToday = (days: number): number => millisOfDay(addDays(dayOf(Date.now(), ZONE), days), ZONE);

/** A stand-in as the server answers it. */
export const aDelegation = (more: Partial<Delegation> = {}): Delegation => ({
  delegationId: 'DEL1',
  manager: { email: 'manager@example.com', name: 'Ravi Menon' },
  standIn: { email: 'newcomer@example.com', name: 'Dev Patel' },
  from: fromToday(0),
  to: fromToday(4),
  state: 'running',
  setBy: 'Ravi Menon',
  endedAt: null,
  endedBy: null,
  mayEnd: true,
  version: 1,
  createdAt: 1,
  updatedAt: 1,
  ...more,
});
