import { useMemo, type ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef, CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import cards from '../Cards.module.css';
import type { TableSelection } from './DataTable.tsx';
import { RowCard } from './RowCard.tsx';
import { useJustMoved } from './useJustMoved.ts';

export interface RowCardsProps<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  viewer: CurrentUser;
  readOnly: boolean;
  busy: boolean;
  selection: TableSelection<Row> | null;
  onOpen: (item: Item<Row>) => void;
  onDecided: (entry: Entry) => void;
  onEditEntry: (entry: Entry) => void;
}

/** The rows of a table where there is no room for one. */
export function RowCards<Row>({ def, items, busy, selection, ...rest }: RowCardsProps<Row>): ReactElement {
  const justMoved = useJustMoved(useMemo(() => items.map(({ key }) => key), [items]));
  return (
    <ul className={cards.cards} aria-busy={busy}>
      {items.map((item) => (
        <RowCard
          key={item.key}
          def={def}
          item={item}
          selected={selection ? selection.has(def.kind.idOf(item.row)) : undefined}
          selectable={selection?.can(item) ?? false}
          onSelect={selection?.set}
          justMoved={justMoved}
          {...rest}
        />
      ))}
    </ul>
  );
}
