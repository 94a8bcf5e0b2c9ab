import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import { useSession } from '#data/session.ts';
import { Facts } from '../Facts.tsx';
import { dayText, distanceText, typeLabel } from './kind.ts';

/** What the sales app says of a trip: never changed here. */
export function ConveyanceFacts({
  row,
  more = [],
}: {
  row: Conveyance;
  more?: readonly (readonly [name: string, value: string | null])[];
}): ReactElement {
  const { timeZone } = useSession();
  return (
    <Facts
      facts={[
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
