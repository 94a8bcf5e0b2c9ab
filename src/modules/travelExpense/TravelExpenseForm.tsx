import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import type { TravelExpenseContext, TravelExpenseInput } from '#domain/travelExpense.ts';
import type { Entry } from '#outbox/entry.ts';
import { billDrafts, ClaimForm } from '#modules/claims/index.ts';
import { TravelExpenseFields } from './TravelExpenseFields.tsx';
import { useFood } from './useFood.ts';
import { readValues, type TravelExpenseValues } from './values.ts';

const isValues = (value: unknown): value is TravelExpenseValues => {
  const values = value as Partial<TravelExpenseValues> | null;
  return (
    typeof values === 'object' &&
    values !== null &&
    Array.isArray(values.billUrl) &&
    [values.expenseDate, values.travelExpenseType, values.claimAmount, values.remarks].every(
      (each) => typeof each === 'string',
    )
  );
};
const drafts = billDrafts(isValues);

export interface TravelExpenseFormProps {
  title: string;
  mode: 'create' | 'edit';
  /** Names its draft on the device. */
  draftKey: string;
  start: TravelExpenseValues;
  /** Ids of the claim, or of what waits of it, that is on the form: its own food is not counted against it. */
  self?: readonly string[];
  /** The date of the claim that is being edited. */
  unchangedDay?: string;
  /** Messages of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: TravelExpenseValues, input: TravelExpenseInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

const NOBODY: readonly string[] = [];

/** The one form of a travel claim, to make and to change one. */
export function TravelExpenseForm({ unchangedDay, self = NOBODY, ...rest }: TravelExpenseFormProps): ReactElement {
  const { mode, start } = rest;
  const session = useSession();
  const { timeZone } = session;
  const today = useToday(timeZone);
  const context = useMemo<TravelExpenseContext>(
    () => ({ today, timeZone, creating: mode === 'create', ...(unchangedDay !== undefined && { unchangedDay }) }),
    [today, timeZone, mode, unchangedDay],
  );
  const food = useFood(start.expenseDate, session, self);
  return (
    <ClaimForm
      {...rest}
      drafts={drafts}
      read={(values) => readValues(values, context)}
      fields={(form, onBeforePick) => <TravelExpenseFields form={form} food={food} onBeforePick={onBeforePick} />}
    />
  );
}
