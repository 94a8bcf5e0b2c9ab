import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/react-table';
import type { CSSProperties } from 'react';
import type { TableColumn } from '../definition.ts';
import type { Item } from '../items.ts';

/**
 * What of the table library is used: which columns there are, which are shown, how wide they are and which stay in
 * sight.
 */
export const FEATURES = tableFeatures({
  columnVisibilityFeature,
  columnSizingFeature,
  columnPinningFeature,
  columnMeta: metaHelper<{ column: TableColumn<never> }>(),
});

export const SELECT = 'select';
const SELECT_WIDTH = 44;

/** The columns of a list as the library takes them; the one to select by comes first where rows can be selected. */
export function columnDefs<Row>(
  columns: readonly TableColumn<Row>[],
  selects: boolean,
): ColumnDef<typeof FEATURES, Item<Row>>[] {
  const select: ColumnDef<typeof FEATURES, Item<Row>> = {
    id: SELECT,
    header: '',
    size: SELECT_WIDTH,
    minSize: SELECT_WIDTH,
    enableHiding: false,
  };
  return [
    ...(selects ? [select] : []),
    ...columns.map((column): ColumnDef<typeof FEATURES, Item<Row>> => ({
      id: column.id,
      header: column.header,
      size: column.width,
      enableHiding: !column.pin,
      meta: { column },
    })),
  ];
}

export function pinnedOf<Row>(
  columns: readonly TableColumn<Row>[],
  selects: boolean,
): { start: string[]; end: string[] } {
  const at = (side: 'start' | 'end'): string[] => columns.filter(({ pin }) => pin === side).map(({ id }) => id);
  return { start: [...(selects ? [SELECT] : []), ...at('start')], end: at('end') };
}

/** A column as it is drawn: where it stays in sight, and how far from that edge. */
export interface ShownColumn<Row> {
  id: string;
  /** Null: the one to select by. */
  column: TableColumn<Row> | null;
  width: number;
  sticky: 'start' | 'end' | null;
  offset: number;
}

export const stickyStyle = ({
  sticky,
  offset,
}: Pick<ShownColumn<never>, 'sticky' | 'offset'>): CSSProperties | undefined =>
  sticky === null ? undefined : sticky === 'start' ? { insetInlineStart: offset } : { insetInlineEnd: offset };
