import type { Control, FieldPath, FieldValues } from 'react-hook-form';

/** What ties a field to its form. */
export interface Bound<V extends FieldValues, N extends FieldPath<V>> {
  control: Control<V>;
  name: N;
}
