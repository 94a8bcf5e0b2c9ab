import { startTransition, useEffect, useState, type ReactElement } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { ListDef, OpenDialog, Viewer } from './definition.ts';
import type { Item } from './items.ts';
import styles from './List.module.css';
import { ListCard } from './ListCard.tsx';

export interface CardListProps<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  viewer: Viewer;
  readOnly: boolean;
  /** Ids of the cards that are unfolded. */
  unfolded: readonly string[];
  busy: boolean;
  /** Null: the list has no selection. */
  selection: { has: (id: string) => boolean; can: (item: Item<Row>) => boolean; set: (id: string, on: boolean) => void } | null;
  onOpen: (item: Item<Row>) => void;
  openDialog: OpenDialog;
  onEditEntry: (entry: Entry) => void;
  onAction: (item: Item<Row>, name: string) => void;
}

const nothing = (): void => undefined;

/** More than a phone or a laptop shows at once. */
const FIRST = 6;
let opening = true;

/** True for the first list of a page that was just opened. One that was reloaded or come back to has a place to scroll to, and needs its whole height at once. */
function isOpening(): boolean {
  const [entry] = opening && typeof performance.getEntriesByType === 'function' ? performance.getEntriesByType('navigation') : [];
  opening = false;
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/** The cards that are seen come first; those below the edge follow as soon as these are on the screen. */
function useSeenFirst<T>(items: readonly T[]): readonly T[] {
  const [whole, setWhole] = useState(() => !isOpening());
  useEffect(() => startTransition(() => setWhole(true)), []);
  return whole ? items : items.slice(0, FIRST);
}

export function CardList<Row>({ def, items, viewer, readOnly, unfolded, busy, selection, onOpen, openDialog, onEditEntry, onAction }: CardListProps<Row>): ReactElement {
  const shown = useSeenFirst(items);
  return (
    <ul className={styles.cards} aria-busy={busy}>
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
