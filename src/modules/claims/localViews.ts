import { KEYS, readLocal, writeLocal } from '#start/local.ts';
import { lastSession } from '#data/sessionStore.ts';

/** The two views of a page of local claims (LOC-22), and which of them each person of this device used last. */
export const LOCAL_VIEWS = [
  { name: 'expense', label: 'Mobile Bill/Other Expenses' },
  { name: 'conveyance', label: 'Sales App Trip Expenses' },
] as const;
export type LocalView = (typeof LOCAL_VIEWS)[number]['name'];

/** The pages that have these views: one's own claims, and those that one decides as a manager or for finance. */
export type LocalPage = '/raise-local' | '/approve-local' | '/view-local';

export const addressOfView = (page: LocalPage, view: LocalView): `${LocalPage}/${LocalView}` => `${page}/${view}`;

function known(): Record<string, unknown> {
  const kept = readLocal(KEYS.localView);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {};
}

/** Each person's choice, for each page. */
const slotOf = (page: LocalPage): string | undefined => {
  const session = lastSession();
  return session ? `${session.employeeCode} ${page}` : undefined;
};

export function lastLocalView(page: LocalPage): LocalView {
  const slot = slotOf(page);
  return slot !== undefined && known()[slot] === 'conveyance' ? 'conveyance' : 'expense';
}

export function rememberLocalView(page: LocalPage, view: LocalView): void {
  const slot = slotOf(page);
  if (slot !== undefined && lastLocalView(page) !== view) writeLocal(KEYS.localView, { ...known(), [slot]: view });
}

/** The view of a record, by its id. */
const viewOfId = (id: string): LocalView => (id.startsWith('CNV') ? 'conveyance' : 'expense');

/** The address of a record opened over its list (NAV-8). */
export const addressOfRecord = (page: LocalPage, id: string): string =>
  `${addressOfView(page, viewOfId(id))}?open=${encodeURIComponent(id)}`;
