import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { FIRST_PAGE, PAGE_SIZE } from '#contract/limits.ts';
import type { SortKey } from '#contract/query.ts';
import type { FilterUse } from '#filters/catalogue.ts';
import type { FilterTexts } from '#filters/value.ts';
import { LAYERS } from '#ui/useAddressLayer.ts';
import { onceFilled } from '#ui/onceFilled.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { useAhead } from '#ui/useAhead.ts';
import type { OpenDialog } from './definition.ts';
import { opensDialog } from './lazyDialogs.ts';
import { textsOf, unfoldedOf, type ListSearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog of this address was opened from the list behind it: going back closes it. */
    opened?: boolean;
  }
}

/** What an address may hold beside filters; anything else is dropped at the next step. */
const KEYS: readonly string[] = ['page', 'size', 'sort', 'new', 'open', 'edit', 'action', 'for', 'show', 'findByEmail'];

export interface ListAddress {
  search: ListSearch;
  texts: FilterTexts;
  toPage: (page: number) => void;
  /** Pages of another size start at the first row. */
  toSize: (size: number) => void;
  /** Other filters start at the first page. */
  toFilters: (texts: FilterTexts, sort: SortKey | undefined) => void;
  openDialog: OpenDialog;
  /** Unfolds a card, or folds it again. Back folds them all. */
  toggle: (id: string) => void;
  /** Shows another record in the same dialog. */
  walkTo: (id: string) => void;
  closeDialog: () => void;
}

const withoutDialog = (search: ListSearch): ListSearch => {
  const { new: _new, open: _open, edit: _edit, action: _action, for: _for, ...rest } = search;
  return rest as ListSearch;
};

function withoutLayers(search: Record<string, unknown>): ListSearch {
  const { view: _view, panel: _panel, ...rest } = search;
  return rest as ListSearch;
}

/** The list's address, with its filters and page (LIST-7): read, and moved about in. */
export function useListSearch(def: { filters: readonly FilterUse[] }): ListAddress {
  // What lies over the list is no business of the list.
  const address = useSearch({ strict: false, select: withoutLayers, structuralSharing: true });
  // Dialogs open and close at once, while the address follows in its time.
  const [search, lead, drop] = useAhead(address, onceFilled);
  const texts = useSearch({
    strict: false,
    select: (all) => textsOf(def.filters, all as ListSearch),
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const router = useRouter();

  const known = useCallback(
    (before: Record<string, unknown>, layers: boolean): ListSearch => {
      const keys: readonly string[] = [...KEYS, ...def.filters.map(({ key }) => key), ...(layers ? LAYERS : [])];
      return Object.fromEntries(Object.entries(before).filter(([key]) => keys.includes(key))) as ListSearch;
    },
    [def],
  );
  const go = useCallback(
    (
      next: (before: ListSearch) => ListSearch,
      more: { replace?: boolean; opened?: boolean; resetScroll?: boolean; layers?: boolean } = {},
    ): void => {
      void navigate({
        to: '.',
        search: sharedSearch((before) => next(known(before, more.layers === true))),
        replace: more.replace === true,
        resetScroll: more.resetScroll === true,
        state: (before) => ({ ...before, opened: more.opened === true, layer: undefined }),
      });
    },
    [navigate, known],
  );

  /** Whether the step that has not been followed yet lays a dialog over the list: what takes its place does as well. */
  const lays = useRef(false);
  // Back from a dialog goes before the next record whose address has not come yet. Whatever is opened goes before the
  // end of what was closed before it.
  useEffect(
    () => router.history.subscribe(({ location }) => !lays.current && !location.state.opened && drop()),
    [router, drop],
  );
  const leadTo = useCallback(
    (next: (before: ListSearch) => ListSearch, opens: boolean): void => {
      const pending = lead(next, () =>
        go(next, {
          replace: !lays.current,
          opened: lays.current || router.history.location.state.opened === true,
        }),
      );
      lays.current = opens || (pending && lays.current);
    },
    [lead, go, router],
  );

  const moves = useMemo(
    () => ({
      toPage: (page: number) =>
        go(({ show: _show, ...before }) => ({ ...before, page }) as ListSearch, { resetScroll: true }),
      toSize: (size: number) =>
        go(
          ({ size: _size, ...before }) =>
            ({ ...before, page: FIRST_PAGE, ...(size !== PAGE_SIZE && { size }) }) as ListSearch,
          { replace: true },
        ),
      toFilters: (texts: FilterTexts, sort: SortKey | undefined) =>
        go(
          (before) => {
            const next = { ...before, page: FIRST_PAGE };
            for (const { key, start } of def.filters) {
              if (texts[key] === undefined && start !== undefined) next[key] = '';
              else if (texts[key] === undefined) delete next[key];
              else next[key] = texts[key];
            }
            if (sort) next.sort = sort;
            else delete next.sort;
            return next;
            // The filters that were looked at in a sheet take its place: Back leads to the list as it was before.
          },
          { replace: router.history.location.state.layer !== undefined, layers: true },
        ),
      openDialog: ((key, value, action, about) => {
        const next = (before: ListSearch): ListSearch => ({
          ...withoutDialog(before),
          [key]: key === 'new' ? 1 : value,
          ...(action !== undefined && { action }),
          ...(about !== undefined && { for: about }),
        });
        leadTo(next, true);
      }) as OpenDialog,
      toggle: (id: string) => {
        const shown = unfoldedOf(router.state.location.search as ListSearch);
        const next = shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
        const opened = router.state.location.state.opened === true;
        if (next.length === 0 && opened) router.history.back();
        else {
          go(
            ({ show: _show, ...before }) =>
              ({ ...before, ...(next.length > 0 && { show: next.join('|') }) }) as ListSearch,
            // One step back for all of them, however many were unfolded.
            { replace: shown.length > 0, opened: shown.length > 0 ? opened : true },
          );
        }
      },
      walkTo: (id: string) => leadTo((before) => ({ ...before, open: id }), false),
    }),
    [go, leadTo, router, def],
  );
  const closeDialog = useCallback((): void => {
    // Where it was to open in this very frame, nothing of it stands in the address.
    if (lead(withoutDialog) && !opensDialog(address)) return;
    if (router.history.location.state.opened) router.history.back();
    else go(withoutDialog, { replace: true });
  }, [lead, address, router, go]);
  return { search, texts, ...moves, closeDialog };
}
