import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Summary } from '#contract/paging.ts';
import { BulkBar } from '../decision/BulkBar.tsx';
import { hasTyped } from '../decision/fields.ts';
import type { Entry } from '#outbox/entry.ts';
import { lazyGeneric, optionalPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import { usePhone } from '#ui/usePhone.ts';
import type { ListDef, CurrentUser } from '../definition.ts';
import type { Item } from '../items.ts';
import { notifyWhenSaved } from '../savedNotice.ts';
import { SkeletonCards } from '../CardList.tsx';
import type { Selection } from '../selection.ts';
import styles from './Bar.module.css';
import { ColumnChoice, useHiddenColumns } from './ColumnChoice.tsx';
import { DataTable } from './DataTable.tsx';
import { KeyHints, SummaryStrip, TableBar } from './TableBar.tsx';
import { PageSize } from './PageSize.tsx';
import { RowCards } from './RowCards.tsx';
import { SkeletonTable } from './SkeletonTable.tsx';

const KeyHelp = optionalPart(() => import('./KeyHelp.tsx').then((module) => module.KeyHelp));
const Bulk = lazyGeneric(async () => (await import('../decision/BulkDialog.tsx')).BulkDialog);

export interface TableViewProps<Row> {
  def: ListDef<Row>;
  items: readonly Item<Row>[];
  viewer: CurrentUser;
  readOnly: boolean;
  /** The rows are still on their way, or those of another page stand here meanwhile. */
  loading: boolean;
  busy: boolean;
  summary: Summary | undefined;
  selection: Omit<Selection, 'whole' | 'setWhole'>;
  selectable: number;
  canSelect: (item: Item<Row>) => boolean;
  /** Whether a row is gone from here once it is decided so. */
  leaves: (row: Row, approve: boolean) => boolean;
  size: number;
  onSize: (size: number) => void;
  page: number;
  total: number;
  onPage: (page: number) => void;
  onOpen: (item: Item<Row>) => void;
  onEditEntry: (entry: Entry) => void;
  /** Shown in place of rows when there are none. */
  empty: ReactNode;
  pager: ReactNode;
  /** Shown while its code is loading. */
  fallback?: ReactNode;
}

/** What is typed into rows belongs to each of them alone, and a decision on many takes none of it (FIN-14). */
function typedWarning(count: number, approve: boolean): string | null {
  if (count === 0) return null;
  const these = count === 1 ? 'Into one of them something is typed' : `Into ${count} of them something is typed`;
  return (
    `${these}. ` +
    `${approve ? 'All are approved with their whole amount and this remark' : 'All are rejected with this remark'}; ` +
    `to keep what is typed, decide ${count === 1 ? 'that one' : 'those'} by ` +
    `${count === 1 ? 'itself' : 'themselves'}.`
  );
}

/**
 * The rows of a list that has columns: figures, a table where there is room for one, and cards with the same fields and
 * buttons where there is not.
 */
export function TableView<Row>({
  def,
  items,
  viewer,
  readOnly,
  loading,
  busy,
  summary,
  selection,
  selectable,
  canSelect,
  leaves,
  size,
  onSize,
  page,
  total,
  onPage,
  onOpen,
  onEditEntry,
  empty,
  pager,
}: TableViewProps<Row>): ReactElement {
  const phone = usePhone();
  const columns = useMemo(() => def.columns ?? [], [def]);
  const [hidden, hide] = useHiddenColumns(def.endpoint.name);
  const [help, setHelp] = useState(false);
  const [bulk, setBulk] = useState<boolean | null>(null);
  const { decision } = def;
  const decides = decision !== undefined && !readOnly;
  const chosen = selection.chosen.length;

  const count = useRef(chosen);
  useEffect(() => {
    count.current = chosen;
  });
  const decideMany = useCallback(
    (approve: boolean): void => {
      if (count.current === 0) toast.hint(decision?.bulk.nothing(approve) ?? '');
      else setBulk(approve);
    },
    [decision],
  );
  const openHelp = useCallback(() => setHelp(true), []);
  const { clear } = selection;
  const decided = useCallback(
    (entry: Entry): void => {
      notifyWhenSaved(entry.id);
      clear();
    },
    [clear],
  );
  const picks = decides
    ? { has: selection.has, can: canSelect, set: selection.set, all: selection.all, chosen, selectable }
    : null;

  const pages = {
    next: (page + 1) * size < total ? () => onPage(page + 1) : null,
    previous: page > 0 ? () => onPage(page - 1) : null,
  };
  const figures = def.summary ? <SummaryStrip labels={def.summary} summary={summary} /> : null;
  const rows = items.filter((item) => selection.chosen.includes(def.kind.idOf(item.row))).map((item) => item.row);
  const typed = bulk === null ? 0 : rows.filter((row) => hasTyped(viewer.email, def.kind.idOf(row))).length;
  const common = { def, items, viewer, readOnly, busy, selection: picks, onOpen, onEditEntry, onDecided: decided };
  return (
    <div className={styles.view}>
      {phone ? (
        <>
          {figures}
          {decides ? (
            <BulkBar
              selected={chosen}
              all={selectable > 0 && chosen === selectable}
              some={chosen > 0}
              disabled={selectable === 0}
              onAll={selection.all}
              onDecide={decideMany}
            />
          ) : null}
          {loading ? <SkeletonCards /> : items.length > 0 ? <RowCards {...common} /> : empty}
          {pager}
        </>
      ) : (
        <>
          <TableBar
            figures={figures}
            columns={<ColumnChoice columns={columns.filter(({ pin }) => !pin)} hidden={hidden} onChoose={hide} />}
            selected={decides ? chosen : null}
            onDecide={decideMany}
          />
          {loading ? (
            <SkeletonTable />
          ) : items.length > 0 ? (
            <DataTable
              {...common}
              columns={columns}
              hidden={hidden}
              label={def.label ?? ''}
              leaves={leaves}
              onDecideMany={decideMany}
              onHelp={openHelp}
              onPage={pages}
            />
          ) : (
            <div className={styles.empty}>{empty}</div>
          )}
          <div className={styles.foot}>
            <KeyHints onHelp={openHelp} />
            {pager}
            <PageSize size={size} onSize={onSize} />
          </div>
        </>
      )}
      {help ? <KeyHelp onClose={() => setHelp(false)} /> : null}
      {bulk !== null && decision ? (
        <Bulk
          kind={def.kind}
          def={decision}
          rows={rows}
          approve={bulk}
          warning={typedWarning(typed, bulk)}
          onClose={() => setBulk(null)}
          onDecided={(entry) => {
            decided(entry);
            setBulk(null);
          }}
        />
      ) : null}
    </div>
  );
}
