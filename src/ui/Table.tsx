import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import styles from './Table.module.css';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and numbers line up at their end. */
  end?: true;
  /** The width that it keeps. */
  width?: string;
}

export interface Choosing {
  has: (id: string) => boolean;
  set: (id: string, on: boolean) => void;
  all: (on: boolean) => void;
  /** Those that can be chosen. */
  of: readonly string[];
  chosen: readonly string[];
}

export interface TableProps<Row> {
  /** What a screen reader calls it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  choosing?: Choosing | undefined;
  /** A line under each row, over its whole width. */
  below?: (row: Row) => ReactNode;
  /** Below the rows: what they add up to. */
  foot?: ReactNode;
  busy: boolean;
}

/** Rows under headings that stay in sight. */
export function Table<Row>({
  caption,
  columns,
  rows,
  idOf,
  choosing,
  below,
  foot,
  busy,
}: TableProps<Row>): ReactElement {
  return (
    <div className={styles.frame}>
      <table
        className={styles.table}
        data-choosing={choosing ? '' : undefined}
        aria-label={caption}
        aria-busy={busy || undefined}
      >
        <thead>
          <tr>
            {choosing ? (
              <th scope="col" className={styles.box}>
                <AllBox choosing={choosing} />
              </th>
            ) : null}
            {columns.map(({ head, end, width }) => (
              <th
                key={head}
                scope="col"
                className={end ? styles.end : undefined}
                style={width === undefined ? undefined : { width }}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {rows.map((row) => {
          const id = idOf(row);
          return (
            <tbody key={id} data-chosen={choosing?.has(id) ? '' : undefined}>
              <tr>
                {choosing ? (
                  <td className={styles.box} rowSpan={below ? 2 : undefined}>
                    <RowBox id={id} choosing={choosing} />
                  </td>
                ) : null}
                {columns.map(({ head, cell, end }) => (
                  <td key={head} className={end ? styles.end : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
              {below ? (
                <tr className={styles.below}>
                  <td colSpan={columns.length}>{below(row)}</td>
                </tr>
              ) : null}
            </tbody>
          );
        })}
        {foot}
      </table>
    </div>
  );
}

/** Chooses one row. */
export const RowBox = ({ id, choosing }: { id: string; choosing: Choosing }): ReactElement => (
  <label className={styles.choose}>
    <input
      type="checkbox"
      aria-label={`Select ${id}`}
      checked={choosing.has(id)}
      disabled={!choosing.of.includes(id)}
      onChange={(event) => choosing.set(id, event.currentTarget.checked)}
    />
  </label>
);

/** Chooses every row of the page that can be chosen. */
export function AllBox({ choosing, label }: { choosing: Choosing; label?: string }): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  const { chosen, of } = choosing;
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen.length > 0 && chosen.length < of.length;
  }, [chosen, of]);
  return (
    <label className={label === undefined ? styles.choose : styles.all}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all on this page"
        checked={of.length > 0 && chosen.length === of.length}
        disabled={of.length === 0}
        onChange={(event) => choosing.all(event.currentTarget.checked)}
      />
      {label === undefined ? null : <span aria-hidden="true">{label}</span>}
    </label>
  );
}
