import type { ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { Action, IconAction } from '#ui/Action.tsx';
import { AmountInput } from '#ui/AmountInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './ExpensePolicy.module.css';
import type { PolicyValues, Row } from './values.ts';

/** A cell of a line: a text, rupees, or one of a few. */
export interface Column {
  name: string;
  label: string;
  kind: 'text' | 'amount' | readonly { value: string; label: string }[];
  placeholder?: string;
  maxLength?: number;
}

interface RowsFieldProps {
  control: Control<PolicyValues>;
  name: 'types' | 'daily' | 'holidays';
  title: string;
  hint: string;
  /** What a line is: 'Add a holiday', 'Holiday 2'. */
  noun: string;
  columns: readonly Column[];
  empty: Row;
  most: number;
}

function Cell({
  column: { name, label, kind, ...text },
  row,
  onChange,
}: {
  column: Column;
  row: Row;
  onChange: (value: string) => void;
}): ReactElement {
  const value = row[name] ?? '';
  if (kind === 'text') return <TextInput label={label} value={value} onChange={onChange} {...text} />;
  if (kind === 'amount') return <AmountInput label={label} value={value} onChange={onChange} />;
  return (
    <label className={styles.select}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {kind.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A list of the policy, line by line: each is changed in place, taken out, or added at the end. */
export function RowsField({ control, name, title, hint, noun, columns, empty, most }: RowsFieldProps): ReactElement {
  const { field, fieldState } = useController({ control, name });
  const rows = field.value;
  const change = (at: number, cell: string, value: string): void =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, [cell]: value } : row)));
  return (
    <fieldset className={styles.rows} aria-describedby={fieldState.error ? `${name}-error` : undefined}>
      <legend>{title}</legend>
      <p className={styles.soft}>{hint}</p>
      {rows.map((row, at) => (
        // Lines have no name of their own; none keeps anything that its place does not say.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={styles.row} role="group" aria-label={`${noun} ${at + 1}`}>
          {columns.map((column) => (
            <Cell key={column.name} column={column} row={row} onChange={(value) => change(at, column.name, value)} />
          ))}
          <IconAction
            icon="bin"
            name={`Take out ${noun.toLowerCase()} ${at + 1}`}
            onClick={() => field.onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {fieldState.error ? (
        <p id={`${name}-error`} className={styles.wrong} role="alert">
          {fieldState.error.message}
        </p>
      ) : null}
      {rows.length < most ? (
        <Action small icon="plus" onClick={() => field.onChange([...rows, empty])}>
          {`Add ${noun.toLowerCase()}`}
        </Action>
      ) : null}
    </fieldset>
  );
}
