import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { sumFinancePictures } from '#contract/calls/reports.ts';
import { FOOD_LIMIT_RUPEES } from '#contract/limits.ts';
import type { FinanceCharts as Pictures } from '#contract/report.ts';
import { readOptions } from '#data/query.ts';
import { formatDay } from '#domain/dates.ts';
import { ageLabel } from '#domain/financeCharts.ts';
import { formatRupees } from '#domain/money.ts';
import { BarChart, ChartQuery, chartStyles as styles, ChartTable, part, SpendChart } from '#modules/claims/index.ts';

/** Days on which somebody's food comes near the limit, the fullest first; each bar is as long as the day is full. */
function MealsChart({ meals, days, limit }: { meals: Pictures['meals']; days: number; limit: number }): ReactElement {
  const which =
    days === meals.length
      ? `${days} ${days === 1 ? 'day' : 'days'}`
      : `The fullest ${meals.length} of ${days.toLocaleString('en-IN')} days`;
  return (
    <>
      <dl className={styles.types}>
        {meals.map(({ employeeCode, employeeName, day, amount }) => (
          <div key={`${employeeCode} ${day}`} style={part(Math.min(amount, limit), limit)}>
            <dt>{`${employeeName} · ${formatDay(day)}`}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {`${which} from nine tenths of ${formatRupees(limit)} on, of which something waits.`}
      </p>
      <ChartTable
        name="Food near the limit"
        head={['Employee', 'Code', 'Day', 'Claims', 'Of these, pending', 'Amount']}
        rows={meals.map(({ employeeName, employeeCode, day, claims, waiting, amount }) => [
          employeeName,
          employeeCode,
          formatDay(day),
          claims,
          waiting,
          formatRupees(amount),
        ])}
      />
    </>
  );
}

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
  pictures: { ages, months, approved, centres, otherCentres, meals, mealDays, foodLimit = FOOD_LIMIT_RUPEES },
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
          <MealsChart meals={meals} days={mealDays} limit={foodLimit} />
        ),
      )}
    </div>
  );
}
