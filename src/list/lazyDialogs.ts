import { lazyGeneric } from '#ui/lazyPart.tsx';
import type { ListDef } from './definition.ts';
import type { ListSearch } from './search.ts';

/** What opens over a list: its code comes after the rows, or with an address that opens something. */
export const Dialogs = lazyGeneric(async () => (await import('./ListDialogs.tsx')).ListDialogs);
export const Decision = lazyGeneric(async () => (await import('./decision/DecisionDialog.tsx')).DecisionDialog);
export const Bulk = lazyGeneric(async () => (await import('./decision/BulkDialog.tsx')).BulkDialog);

/** Does the address open something over its list? */
export const opensDialog = ({ new: make, open, edit }: ListSearch): boolean =>
  make !== undefined || open !== undefined || edit !== undefined;

/** Fetches the code of what this list may open, so that it opens at once. */
export function preloadDialogs<Row>(def: ListDef<Row>): void {
  const parts = [
    Dialogs,
    def.create?.Dialog,
    def.Open,
    ...(def.actions ?? []).map(({ Dialog }) => Dialog),
    ...(def.decision ? [Decision, Bulk] : []),
    def.Table,
    def.unfold?.Body,
    def.unfold?.Dialogs,
  ];
  for (const part of parts) void part?.preload().catch(() => undefined);
}
