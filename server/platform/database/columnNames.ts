/** Names of fields as columns: words in lower case, joined by underscores. */
export type ColumnName<Field extends string> = Field extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

/** 'preferredHotel' is kept in `preferred_hotel`. */
export const columnName = <Field extends string>(field: Field): ColumnName<Field> =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnName<Field>;
