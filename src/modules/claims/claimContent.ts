import type { FormDraft, Submission } from '#data/submit.ts';
import { toRupees } from '#domain/money.ts';
import { newBills, type BillValues } from './billValues.ts';
import { sentReadings } from './readings.ts';

/** What the commands that make and change a claim have in common: its content, as sent and as shown while unsent. */
export const claimContent = (
  title: string,
  values: BillValues,
  body: object,
  { paise, day, remarks }: { paise: number; day: string; remarks: string },
  draft: FormDraft | undefined,
) => ({
  body: { ...body, claimAmount: toRupees(paise), remarks, ...sentReadings(values) } as Submission['body'],
  face: { title, amount: toRupees(paise), day, remarks },
  bills: newBills(values),
  ...(draft !== undefined && { draft }),
});
