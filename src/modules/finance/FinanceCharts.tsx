import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { BarChart, ChartQuery, chartStyles as styles, SpendChart } from '#modules/claims/index.ts';
import { sumFinancePictures } from '#contract/calls/reports.ts';
import type { FinanceCharts as Pictures } from '#contract/report.ts';
import { readOptions } from '#data/query.ts';
import { ageLabel } from '#domain/financeCharts.ts';
import { MealsChart } from './MealsChart.tsx';

/**
 * What waits by age, what was approved by type and month and by cost centre, food near its limit; each with its table
 * (REP-5, REP-6, REP-7).
 */
export function FinanceCharts(): ReactElement {
  return (
    <ChartQuery query={useQuery(readOptions(sumFinancePictures))}>{({ data }) => <Drawn pictures={data} />}</ChartQuery>
  );
}

const card = (title: string, nothing: string | null, picture: () => ReactNode): ReactElement => (
  <section className={styles.card} aria-label={title}>
    <h3 className={styles.name}>{title}</h3>
    {nothing === null ? picture() : <p className={styles.empty}>{nothing}</p>}
  </section>
);

function Drawn({
  pictures: { ages, months, approved, centres, otherCentres, meals, mealDays },
}: {
  pictures: Pictures;
}): ReactElement {
  const centreBars = [
    ...centres.map(({ costCentre, ...bar }) => ({ label: costCentre || 'No cost centre', ...bar })),
    ...(otherCentres
      ? [{ label: `${otherCentres.centres} others`, claims: otherCentres.claims, amount: otherCentres.amount }]
      : []),
  ];
  const NONE = 'Nothing was approved in the last six months.';
  return (
    <div className={styles.grid}>
      {card(
        'Pending, by days since manager approval',
        ages.some(({ claims }) => claims > 0) ? null : 'Nothing is pending with finance.',
        () => (
          <BarChart
            name="What waits for finance"
            what="Days"
            bars={ages.map(({ from, to, ...bar }) => ({ label: ageLabel({ from, to }), ...bar }))}
          />
        ),
      )}
      {card('Approved by finance, by cost centre', centres.length > 0 ? null : NONE, () => (
        <BarChart name="Cost centres" what="Cost centre" bars={centreBars} />
      ))}
      {card('Approved by finance, by type and month', approved.length > 0 ? null : NONE, () => (
        <SpendChart name="What finance approved" spend={{ months, rows: approved }} />
      ))}
      {card(
        'Food claims near the daily limit',
        meals.length > 0 ? null : 'No pending food claim is near the limit.',
        () => (
          <MealsChart meals={meals} days={mealDays} />
        ),
      )}
    </div>
  );
}
