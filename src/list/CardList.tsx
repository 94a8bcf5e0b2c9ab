import type { ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import { useSeenFirst } from '#ui/useSeenFirst.ts';
import styles from './Cards.module.css';
import { ListCard } from './ListCard.tsx';
import type { CurrentUser, ListDef, OpenDialog } from './definition.ts';
import type { Item } from './items.ts';
import { useTurnedPage } from './useTurnedPage.ts';

/** Grey cards of the size of what comes. */
export function SkeletonCards({ count = 6 }: { count?: number }): ReactElement {
  return (
    <div className={styles.cards} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.skeleton} />
      ))}
    </div>
  );
}

export interface CardListProps<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  /** Which page of the list they are. */
  page: string;
  /** Whose list it is, and for whom. */
  whose: string;
  viewer: CurrentUser;
  readOnly: boolean;
  /** Ids of the cards that are unfolded. */
  unfolded: readonly string[];
  busy: boolean;
  /** Null: the list has no selection. */
  selection: {
    has: (id: string) => boolean;
    can: (item: Item<Row>) => boolean;
    set: (id: string, on: boolean) => void;
  } | null;
  onOpen: (item: Item<Row>) => void;
  openDialog: OpenDialog;
  onEditEntry: (entry: Entry) => void;
  onAction: (item: Item<Row>, name: string) => void;
}

const nothing = (): void => undefined;

export function CardList<Row>({
  def,
  items,
  page,
  whose,
  viewer,
  readOnly,
  unfolded,
  busy,
  selection,
  onOpen,
  openDialog,
  onEditEntry,
  onAction,
}: CardListProps<Row>): ReactElement {
  const turned = useTurnedPage(items, page, whose);
  const shown = useSeenFirst(turned);
  return (
    <ul className={styles.cards} aria-busy={busy || turned !== items}>
      {shown.map((item) => (
        <ListCard
          key={item.key}
          def={def}
          item={item}
          viewer={viewer}
          readOnly={readOnly}
          unfolded={unfolded.includes(def.kind.idOf(item.row))}
          selected={selection ? selection.has(def.kind.idOf(item.row)) : undefined}
          selectable={selection?.can(item) ?? false}
          onSelect={selection?.set ?? nothing}
          onOpen={onOpen}
          openDialog={openDialog}
          onEditEntry={onEditEntry}
          onAction={onAction}
        />
      ))}
    </ul>
  );
}
