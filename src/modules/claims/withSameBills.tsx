import type { ComponentType, ReactElement } from 'react';
import type { Duplicate } from '#contract/fields.ts';
import { optionalPart } from '#ui/lazyPart.tsx';

/** Kept where it was used: a claim is decided without it, too. */
const LazySameBills = optionalPart(() => import('./SameBills.tsx').then(({ SameBills }) => SameBills));

/** What is shown of a claim, below the other claims whose bills may be compared with its own (DOC-24). */
export const withSameBills =
  <Row extends { duplicateOf?: readonly Duplicate[] | undefined }>(
    Details: ComponentType<{ row: Row }>,
    idOf: (row: Row) => string,
  ) =>
  ({ row }: { row: Row }): ReactElement => (
    <>
      {row.duplicateOf?.some(({ id }) => id) ? <LazySameBills id={idOf(row)} others={row.duplicateOf} /> : null}
      <Details row={row} />
    </>
  );
