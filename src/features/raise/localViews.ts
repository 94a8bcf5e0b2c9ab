import { KEYS, readLocal, writeLocal } from '#data/local.ts';
import { currentSession } from '#data/sessionStore.ts';

/** The two views of one's local claims (LOC-22), and which of them each person of this device used last. */
export const LOCAL_VIEWS = [
  { name: 'expense', label: 'Mobile Bill/Other Expenses' },
  { name: 'conveyance', label: 'Sales App Trip Expenses' },
] as const;
export type LocalView = (typeof LOCAL_VIEWS)[number]['name'];

export const addressOfView = (view: LocalView): `/raise-local/${LocalView}` => `/raise-local/${view}`;

function known(): Record<string, unknown> {
  const kept = readLocal(KEYS.localView);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
}

export function lastLocalView(): LocalView {
  const session = currentSession();
  return session && known()[session.employeeCode] === 'conveyance' ? 'conveyance' : 'expense';
}

export function rememberLocalView(view: LocalView): void {
  const session = currentSession();
  if (session && lastLocalView() !== view) writeLocal(KEYS.localView, { ...known(), [session.employeeCode]: view });
}

/** The view of a record, by its id. */
export const viewOfId = (id: string): LocalView => (id.startsWith('CNV') ? 'conveyance' : 'expense');
