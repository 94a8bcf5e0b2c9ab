import type { ReactElement, ReactNode } from 'react';
import './tokens.css';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  label: string;
  /** Beside the label of what may stay empty. */
  optional?: boolean;
  /** Marks what must not stay empty, where most may. */
  required?: boolean;
  hint?: ReactNode;
  /** The message that says what is wrong; undefined while nothing is. */
  error?: string | undefined;
  disabled?: boolean;
}

/** The attributes that tie an input to its hint and its error. */
export function describedBy(
  id: string,
  field: Pick<FieldProps, 'hint' | 'error'>,
): { 'aria-describedby': string | undefined; 'aria-invalid': true | undefined } {
  const ids = [field.error ? `${id}-error` : '', field.hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': field.error ? true : undefined };
}

export function FieldFrame({
  id,
  label,
  optional,
  required,
  hint,
  error,
  children,
  group = false,
}: FieldProps & { id: string; children: ReactNode; group?: boolean }): ReactElement {
  const name = group ? (
    <span id={`${id}-label`} className={styles.label}>
      {label}
    </span>
  ) : (
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
  );
  return (
    <div className={styles.field}>
      {/* Beside the name and not of it: who looks for a field looks for its name. */}
      {required ? (
        <div>
          {name}
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        </div>
      ) : optional ? (
        <div>
          {name}
          <span className={styles.optional} aria-hidden="true">
            {' '}
            (optional)
          </span>
        </div>
      ) : (
        name
      )}
      {children}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="warning" size={18} />
          {error}
        </p>
      ) : null}
    </div>
  );
}
