import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { claimsText } from '#modules/claims/index.ts';
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { Filters } from '#contract/query.ts';
import { readOptions } from '#data/query.ts';
import { formatRupees } from '#domain/money.ts';
import styles from './Download.module.css';

/**
 * How many claims the reports will tell of, and what finance approved of them: what the lists say of the same filters.
 */
export function ReportPreview({ filters }: { filters: Filters }): ReactElement {
  const list = { filters, pageSize: 1 };
  const found = [
    useQuery(readOptions(searchLocalExpenses, { list })),
    useQuery(readOptions(searchTravelExpenses, { list })),
    useQuery(readOptions(searchConveyance, { list })),
  ];
  const answers = found.flatMap(({ data }) => (data ? [data.data] : []));
  const whole = answers.length === found.length;
  const sum = (of: (answer: (typeof answers)[number]) => number): number =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const claims = sum(({ results }) => results.totalElements);
  return (
    <p className={styles.preview} role="status">
      {whole ? (
        <>
          <strong>{formatRupees(Math.round(sum(({ summary }) => (summary?.ACCEPTED_AMOUNT ?? 0) * 100)) / 100)}</strong>
          <span>{claims === 0 ? 'approved: no claim fits these filters' : `approved on ${claimsText(claims)}`}</span>
        </>
      ) : (
        <span>{found.some(({ isError }) => isError) ? 'Preview needs a connection.' : '\u00A0'}</span>
      )}
    </p>
  );
}
