import type { ReactElement } from 'react';
import { chartStyles as styles, ChartTable, part } from '#modules/claims/index.ts';
import { FOOD_LIMIT_RUPEES } from '#contract/limits.ts';
import type { FinanceCharts } from '#contract/report.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';

/** Days on which somebody's food comes near the limit, the fullest first; each bar is as long as the day is full. */
export function MealsChart({ meals, days }: { meals: FinanceCharts['meals']; days: number }): ReactElement {
  const which =
    days === meals.length
      ? `${days} ${days === 1 ? 'day' : 'days'}`
      : `The fullest ${meals.length} of ${days.toLocaleString('en-IN')} days`;
  return (
    <>
      <dl className={styles.types}>
        {meals.map(({ employeeCode, employeeName, day, amount }) => (
          <div key={`${employeeCode} ${day}`} style={part(Math.min(amount, FOOD_LIMIT_RUPEES), FOOD_LIMIT_RUPEES)}>
            <dt>{`${employeeName} · ${formatDay(day)}`}</dt>
            <dd>{formatRupees(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {`${which} from nine tenths of ${formatRupees(FOOD_LIMIT_RUPEES)} on, of which something waits.`}
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
