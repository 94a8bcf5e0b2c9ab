import { useMemo } from 'react';
import { useToday } from '#data/clock.ts';
import { usePolicy } from '#data/policies.ts';
import { policyOn, yearFromOf } from '#domain/policyVersions.ts';
import type { Calendar, FilterTexts } from './value.ts';

/** By what named spans of days are read; the policy is asked for where one of them goes by the financial year. */
export function useCalendar(timeZone: string, texts: FilterTexts): Calendar {
  const today = useToday(timeZone);
  const { policies } = usePolicy(Object.values(texts).includes('FINANCIAL_YEAR'));
  const yearFrom = yearFromOf(policyOn(policies, today));
  return useMemo(() => ({ today, timeZone, yearFrom }), [today, timeZone, yearFrom]);
}
