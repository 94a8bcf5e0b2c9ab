import type { ReactElement } from 'react';
import type { Conveyance } from '#contract/expense.ts';
import type { CardProps } from '#list/definition.ts';
import { TeamClaimCard } from '#modules/claims/index.ts';
import { conveyanceKind, dayText, distanceText, typeLabel, wayText } from './kind.ts';

/** A conveyance claim in a manager's queue. */
export function TeamConveyanceCard({ row, timeZone, actions }: CardProps<Conveyance>): ReactElement {
  const lines = [
    [wayText(row), dayText(row, timeZone)],
    [`${typeLabel(row)}, ${distanceText(row)}`, `for ${row.clientName}`],
  ];
  return (
    <TeamClaimCard
      row={row}
      day={row.travelDate}
      timeZone={timeZone}
      id={{ word: 'Trip-Id', of: row.tripId }}
      lines={lines}
      bills={conveyanceKind.bills(row)}
      actions={actions}
    />
  );
}
