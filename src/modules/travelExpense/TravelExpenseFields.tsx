import { memo, useEffect, type ReactElement } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { Policy } from '#contract/policy.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import { formatDay, isDay } from '#domain/dates.ts';
import { formatRupees, parseAmount, toRupees, ungroup } from '#domain/money.ts';
import { limitOfType, type TravellerPlace } from '#domain/policy.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import { foodLeft, isFood } from '#domain/travelExpense.ts';
import { FormAmount, FormChoice, FormText } from '#form/fields.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import { FormBills, TRAVEL_EXPENSE_TYPE, typeParts, withFurtherTypes } from '#modules/claims/index.ts';
import type { TravelExpenseValues } from './values.ts';

const CHOICES = Object.entries(TRAVEL_EXPENSE_TYPE).map(([value, label]) => ({ value, label }));
const NO_PLACE: TravellerPlace = {};

/** The limit of a day that this type has, if it has one. */
function limitHint(policy: Policy, type: string, place: TravellerPlace): string | undefined {
  const limit = limitOfType(policy, type, place);
  if (limit === null) return undefined;
  return isFood(type) ? `*Max food expense amount ${limit.amount}` : `*Max accommodation amount a day ${limit.amount}`;
}

export interface TravelExpenseFieldsProps {
  form: Pick<UseFormReturn<TravelExpenseValues>, 'control' | 'getValues' | 'trigger'>;
  disabled?: boolean;
  /** Food of that day that is claimed already, as far as this device knows. Paise. */
  food?: number | undefined;
  /** Of the day of the claim. */
  policy?: Policy;
  place?: TravellerPlace;
  onBeforePick?: () => void;
}

/** The day that was chosen on the trip: shown, never typed. */
function FixedDay({ control }: Pick<UseFormReturn<TravelExpenseValues>, 'control'>): ReactElement {
  const day = useWatch({ control, name: 'expenseDate' });
  return <TextInput label="Expense date" value={isDay(day) ? formatDay(day) : day} readOnly />;
}

/** What of the day's food is left, and whether the amount fits into it (FOOD-2). A note: the server knows more. */
function FoodNote({
  food,
  day,
  typed,
  policy,
  place,
}: {
  food: number;
  day: string;
  typed: string;
  policy: Policy;
  place: TravellerPlace;
}): ReactElement | null {
  if (food === 0 || !isDay(day)) return null;
  const left = foodLeft(food, policy, place);
  if (left === Infinity) return null;
  const amount = parseAmount(ungroup(typed));
  const over = amount.ok && amount.paise > left;
  const said =
    left > 0
      ? `${formatRupees(toRupees(left))} is left for food on ${formatDay(day)}`
      : `Nothing is left for food on ${formatDay(day)}`;
  return (
    <Notice
      tone={over || left === 0 ? 'wait' : 'info'}
      role="status"
    >{`${said}: ${formatRupees(toRupees(food))} is claimed already, as far as this ${deviceWord()} knows.`}</Notice>
  );
}

function Fields({
  form,
  disabled = false,
  food,
  policy = SPECIFICATION,
  place = NO_PLACE,
  onBeforePick,
}: TravelExpenseFieldsProps): ReactElement {
  const { control } = form;
  const [chosen, day, amount] = useWatch({ control, name: ['travelExpenseType', 'expenseDate', 'claimAmount'] });
  const { type } = typeParts(chosen);
  const eats = isFood(type);
  const hint = disabled ? undefined : limitHint(policy, type, place);
  const { getValues, trigger } = form;
  useEffect(() => {
    // What was typed already is judged by the type that it now has.
    if (!disabled && getValues('claimAmount') !== '') void trigger('claimAmount');
  }, [hint, disabled, getValues, trigger]);
  return (
    <>
      <FixedDay control={control} />
      <FormChoice
        control={control}
        name="travelExpenseType"
        label="Expense type"
        choices={withFurtherTypes(CHOICES, policy, chosen)}
        disabled={disabled}
      />
      <FormAmount control={control} name="claimAmount" label="Claim amount" disabled={disabled} hint={hint} />
      {eats && !disabled && food !== undefined ? (
        <FoodNote food={food} day={day} typed={amount} policy={policy} place={place} />
      ) : null}
      <FormText control={control} name="remarks" label="Remarks" maxLength={MAX_REMARKS} disabled={disabled} />
      <FormBills
        control={control}
        name="billUrl"
        current={() => form.getValues('billUrl')}
        disabled={disabled}
        {...(onBeforePick && { onBeforePick })}
      />
    </>
  );
}

/** The fields of a travel claim, in the form's order. */
export const TravelExpenseFields = memo(Fields);
