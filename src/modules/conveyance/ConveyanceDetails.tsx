import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { Details } from '#modules/claims/index.ts';
import { dayText, distanceText, typeLabel } from './kind.ts';

/** What the sales app says of a trip: never changed here. */
export function ConveyanceDetails({
  row,
  more = [],
}: {
  row: Conveyance;
  more?: readonly (readonly [name: string, value: string | null])[];
}): ReactElement {
  const { timeZone } = useSession();
  return (
    <Details
      items={[
        ['Trip Id', row.tripId],
        ['Employee', `${row.employeeName} (${row.employeeCode})`],
        ['Client', row.clientName],
        ['From', row.fromLocation],
        ['To', row.toLocation],
        ['Travel date', dayText(row, timeZone)],
        ['Conveyance type', typeLabel(row)],
        ['Distance', distanceText(row)],
        ...more,
      ]}
    />
  );
}
