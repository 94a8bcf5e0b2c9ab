import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { FieldErrors } from '#contract/error.ts';
import { LEDGER_TYPES, type LedgerMapping, type LedgerMappingBody } from '#contract/tally.ts';

/** The mapping's form: one text for each of its fields, by name. */
export type LedgerValues = Readonly<Record<string, string>>;

export const ledgerField = (kind: PrimaryExpenseType, type: string): string => `ledgers.${kind}.${type}`;
export const centreField = (costCentre: string): string => `costCentre:${costCentre}`;

export function valuesOf({
  ledgers,
  costCentres,
  payableLedger,
  bankLedger,
  company,
}: LedgerMappingBody): LedgerValues {
  return Object.fromEntries([
    ['company', company],
    ['payableLedger', payableLedger],
    ['bankLedger', bankLedger],
    ...LEDGER_TYPES.map(({ kind, type }) => [
      ledgerField(kind, type),
      ledgers.find((one) => one.kind === kind && one.type === type)?.ledger ?? '',
    ]),
    ...costCentres.map(({ costCentre, name }) => [centreField(costCentre), name]),
  ]) as LedgerValues;
}

export function bodyOf(values: LedgerValues, { costCentres }: Pick<LedgerMapping, 'costCentres'>): LedgerMappingBody {
  const text = (name: string): string => (values[name] ?? '').trim();
  return {
    company: text('company'),
    payableLedger: text('payableLedger'),
    bankLedger: text('bankLedger'),
    ledgers: LEDGER_TYPES.map(({ kind, type }) => ({ kind, type, ledger: text(ledgerField(kind, type)) })),
    costCentres: costCentres.map(({ costCentre }) => ({ costCentre, name: text(centreField(costCentre)) })),
  };
}

/** The rule names a cost centre by its place in the list. */
export const errorsOf = (errors: FieldErrors, { costCentres }: Pick<LedgerMapping, 'costCentres'>): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const centre = /^costCentres\.(\d+)$/.exec(name)?.[1];
      return [centre === undefined ? name : centreField(costCentres[Number(centre)]?.costCentre ?? ''), message];
    }),
  );

/** What was changed: the fields that read otherwise than in `base`, as they read now. */
export const changesOf = (values: LedgerValues, base: LedgerValues): LedgerValues =>
  Object.fromEntries(Object.entries(values).filter(([name, text]) => name in base && text.trim() !== base[name]));
