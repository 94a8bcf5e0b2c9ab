import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef } from './definition.ts';
import type { Item } from './items.ts';
import type { ListAddress } from './useListSearch.ts';

/** Where the cards and buttons of a list lead: to a dialog of its address, to a page, or to the card unfolded. */
export function useOpening<Row>(def: ListDef<Row>, { openDialog, toggle }: ListAddress) {
  const router = useRouter();
  const create = useCallback((): void => openDialog('new', '1'), [openDialog]);
  const openItem = useCallback(
    (item: Item<Row>): void => {
      if (def.unfold) toggle(def.kind.idOf(item.row));
      else if (def.page)
        router.history.push(item.real || !item.entry ? def.page.of(item.row) : def.page.edit(item.entry));
      else if (item.real) openDialog('open', def.kind.idOf(item.row));
      else if (item.entry) openDialog('edit', item.entry.id);
    },
    [openDialog, toggle, router, def],
  );
  const editEntry = useCallback(
    (entry: Entry): void => (def.page ? router.history.push(def.page.edit(entry)) : openDialog('edit', entry.id)),
    [openDialog, router, def],
  );
  const act = useCallback(
    (item: Item<Row>, name: string): void =>
      item.real ? openDialog('open', def.kind.idOf(item.row), name) : openDialog('edit', item.key, name),
    [openDialog, def],
  );
  return { create, openItem, editEntry, act };
}
