import type { ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef } from './definition.ts';
import type { Item } from './items.ts';
import styles from './List.module.css';
import { ListCard } from './ListCard.tsx';

export interface CardListProps<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  timeZone: string;
  readOnly: boolean;
  busy: boolean;
  /** Null: the list has no selection. */
  selection: { has: (id: string) => boolean; can: (item: Item<Row>) => boolean; set: (id: string, on: boolean) => void } | null;
  onOpen: (item: Item<Row>) => void;
  onEditEntry: (entry: Entry) => void;
}

const nothing = (): void => undefined;

export function CardList<Row>({ def, items, timeZone, readOnly, busy, selection, onOpen, onEditEntry }: CardListProps<Row>): ReactElement {
  return (
    <ul className={styles.cards} aria-busy={busy}>
      {items.map((item) => (
        <ListCard
          key={item.key}
          def={def}
          item={item}
          timeZone={timeZone}
          readOnly={readOnly}
          selected={selection ? selection.has(def.kind.idOf(item.row)) : undefined}
          selectable={selection?.can(item) ?? false}
          onSelect={selection?.set ?? nothing}
          onOpen={onOpen}
          onEditEntry={onEditEntry}
        />
      ))}
    </ul>
  );
}
