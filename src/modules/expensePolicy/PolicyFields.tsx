import type { ReactElement } from 'react';
import { useWatch, type Control, type UseFormReturn } from 'react-hook-form';
import { CITY_TIERS, LOCAL_EXPENSE_TYPES, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import { MAX_DAILY_LIMITS, MAX_FURTHER_TYPES, MAX_POLICY_HOLIDAYS, MAX_POLICY_NAME } from '#contract/limits.ts';
import type { Day } from '#domain/dates.ts';
import { monthName } from '#domain/monthNames.ts';
import { TYPE_WORDS } from '#domain/recordFace.ts';
import { FormAmount, FormChoice, FormDay, FormLine, FormText } from '#form/fields.tsx';
import { Action } from '#ui/Action.tsx';
import styles from './ExpensePolicy.module.css';
import { RowsField, type Column } from './RowsField.tsx';
import { INDIAN_TIERS } from './tiers.ts';
import { ALL, ANY_YEAR, type PolicyValues } from './values.ts';

const OVER = [
  { value: 'REFUSE', label: 'Refuse' },
  { value: 'WARN', label: 'Warn' },
];
const months = (...all: readonly number[]) => all.map((month) => ({ value: String(month), label: monthName(month) }));
const YEARS = [...months(3, 6, 9, 12), { value: ANY_YEAR, label: 'Any year' }];

const words = (type: keyof typeof TYPE_WORDS) => ({ value: type, label: TYPE_WORDS[type] });
const TYPES: readonly Column[] = [
  { name: 'name', label: 'Name', kind: 'text', maxLength: MAX_POLICY_NAME },
  {
    name: 'as',
    label: 'Counts as',
    kind: [
      ...LOCAL_EXPENSE_TYPES.map((type) => ({ value: type, label: `Local: ${TYPE_WORDS[type]}` })),
      ...TRAVEL_EXPENSE_TYPES.map((type) => ({ value: type, label: `Travel: ${TYPE_WORDS[type]}` })),
    ],
  },
];
const DAILY: readonly Column[] = [
  { name: 'what', label: 'What', kind: [words('FOOD'), words('ACCOMMODATION')] },
  { name: 'grade', label: 'Grade', kind: 'text', placeholder: 'All', maxLength: MAX_POLICY_NAME },
  {
    name: 'tier',
    label: 'Cities',
    kind: [{ value: ALL, label: 'All' }, ...CITY_TIERS.map((tier) => ({ value: tier, label: `Tier ${tier}` }))],
  },
  { name: 'amount', label: 'Amount', kind: 'amount' },
  { name: 'over', label: 'Above it', kind: OVER },
];
const HOLIDAYS: readonly Column[] = [
  { name: 'on', label: 'Day', kind: 'text', placeholder: '15-08 or 21-10-2027', maxLength: 10 },
  { name: 'name', label: 'Name', kind: 'text', maxLength: MAX_POLICY_NAME },
];

interface PolicyFieldsProps {
  form: UseFormReturn<PolicyValues>;
  today: Day;
  latest: Day;
}

/** The limits, each with what it does. */
function Limits({ control }: { control: Control<PolicyValues> }): ReactElement {
  return (
    <>
      <div className={styles.pair}>
        <FormAmount control={control} name="foodAmount" label="Food of a day" optional hint="Empty: no limit." />
        <FormChoice control={control} name="foodOver" label="Food above it" choices={OVER} />
      </div>
      <div className={styles.pair}>
        <FormLine control={control} name="reachDays" label="Days back" numeric maxLength={3} />
        <FormChoice control={control} name="reachOver" label="Older claims" choices={OVER} />
      </div>
      <FormChoice
        control={control}
        name="yearFrom"
        label="The financial year starts in"
        choices={months(1, 4, 7, 10)}
      />
      <FormChoice
        control={control}
        name="yearOpenUntil"
        label="Local expenses of the last financial year are taken to the end of"
        choices={YEARS}
      />
      <div className={styles.pair}>
        <FormAmount control={control} name="largestAmount" label="Largest amount of a claim" />
        <FormChoice control={control} name="largestOver" label="Larger claims" choices={OVER} />
      </div>
      <div className={styles.pair}>
        <FormAmount control={control} name="billLeast" label="A bill is needed from" hint="0: always." />
        <FormChoice control={control} name="billWithout" label="Claims without one" choices={OVER} />
      </div>
      <div className={styles.pair}>
        <FormAmount control={control} name="rateCar" label="A kilometre by own car" />
        <FormAmount control={control} name="rateBike" label="A kilometre by own bike" />
      </div>
    </>
  );
}

/** The usual tiers by a tap, while there are none. */
function FillTiers({
  control,
  fill,
}: {
  control: Control<PolicyValues>;
  fill: UseFormReturn<PolicyValues>['setValue'];
}): ReactElement | null {
  const [x, y] = useWatch({ control, name: ['tiersX', 'tiersY'] });
  if (x.trim() !== '' || y.trim() !== '') return null;
  return (
    <Action
      small
      onClick={() => {
        fill('tiersX', INDIAN_TIERS.X, { shouldDirty: true, shouldTouch: true });
        fill('tiersY', INDIAN_TIERS.Y, { shouldDirty: true, shouldTouch: true });
      }}
    >
      Fill in the tiers of the Government of India
    </Action>
  );
}

/** The fields of a policy, in the order in which it is read. */
export function PolicyFields({ form, today, latest }: PolicyFieldsProps): ReactElement {
  const { control, setValue } = form;
  return (
    <>
      <FormDay
        control={control}
        name="effectiveFrom"
        label="In effect from"
        min={today}
        max={latest}
        hint="What was spent before that day is judged as it is today."
      />
      <Limits control={control} />
      <RowsField
        control={control}
        name="types"
        title="Further types"
        hint="Each counts as one of the types that there are: in filters, limits, reports and Tally."
        noun="Type"
        columns={TYPES}
        empty={{ name: '', as: 'OTHERS' }}
        most={MAX_FURTHER_TYPES}
      />
      <RowsField
        control={control}
        name="daily"
        title="Limits of a day by grade and city"
        hint="The one that says most counts, a grade before a tier. The city is where the trip goes."
        noun="Limit"
        columns={DAILY}
        empty={{ what: 'FOOD', grade: '', tier: ALL, amount: '', over: 'REFUSE' }}
        most={MAX_DAILY_LIMITS}
      />
      <FormText
        control={control}
        name="tiersX"
        label="Cities of tier X"
        optional
        maxLength={8_000}
        hint="With commas between them."
      />
      <FormText
        control={control}
        name="tiersY"
        label="Cities of tier Y"
        optional
        maxLength={8_000}
        hint="All other cities are tier Z."
      />
      <FillTiers control={control} fill={setValue} />
      <RowsField
        control={control}
        name="holidays"
        title="Holidays"
        hint="A day without a year is one of every year. Claims of a holiday are pointed out to whoever decides."
        noun="Holiday"
        columns={HOLIDAYS}
        empty={{ on: '', name: '' }}
        most={MAX_POLICY_HOLIDAYS}
      />
    </>
  );
}
