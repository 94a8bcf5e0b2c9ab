import type { NewEntry } from '#outbox/entry.ts';
import { ASHA } from './phone.ts';
import type { World } from './world.ts';

/** Decisions of a manager's phone on the server's records, as the outbox's model has them. */

export const decisionOn = (id: string, text = id): NewEntry => ({
  endpoint: 'managerApproveLocal',
  method: 'POST',
  url: `/api/v1/allExpense/manager-approve?primaryExpenseType=0&id=${id}`,
  body: { managerRemarks: text },
  ifMatch: 1,
  record: { kind: 'localExpense', id },
  face: { title: text },
});

/** So many new records to decide on; answers their ids. */
export const records = (world: World, count: number): string[] =>
  Array.from({ length: count }, (_, i) => world.server.addRecord(ASHA, `r${i}`).id);

/** The texts that had an effect. */
export const arrived = (world: World): string[] => world.server.effects.map(({ text }) => text).sort();
