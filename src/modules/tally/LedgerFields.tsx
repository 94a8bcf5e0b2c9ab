import type { ReactElement } from 'react';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import { MAX_LEDGER } from '#contract/limits.ts';
import { LEDGER_TYPES, type LedgerMapping, type LedgerMappingBody } from '#contract/tally.ts';
import { claimKindWord, claimTypeWord, counted } from '#domain/tallyWords.ts';
import { TextInput } from '#ui/TextInput.tsx';
import styles from './Ledgers.module.css';

/** The mapping's form: one text for each of its fields, by name. */
export type LedgerValues = Readonly<Record<string, string>>;

const ledgerField = (kind: PrimaryExpenseType, type: string): string => `ledgers.${kind}.${type}`;
const centreField = (costCentre: string): string => `costCentre:${costCentre}`;

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

interface LedgerFieldsProps {
  mapping: LedgerMapping;
  values: LedgerValues;
  errors: FieldErrors;
  changes: LedgerValues;
  /** What somebody else changed meanwhile. */
  theirs: LedgerValues | null;
  search: string;
  readOnly: boolean;
  onChange: (name: string, text: string) => void;
}

interface Line {
  name: string;
  label: string;
  hint?: string;
}
interface Group {
  title: string;
  hint?: string;
  lines: Line[];
}

const KINDS = [...new Set(LEDGER_TYPES.map(({ kind }) => kind))] as readonly PrimaryExpenseType[];

function groupsOf({ costCentres, more }: LedgerMapping): Group[] {
  return [
    {
      title: 'Company and payments',
      lines: [
        { name: 'payableLedger', label: 'Payable ledger', hint: 'Every claim is credited to it' },
        { name: 'bankLedger', label: 'Bank ledger', hint: 'Payments are credited to it' },
        { name: 'company', label: 'Company', hint: 'Empty: the one that is open in Tally' },
      ],
    },
    ...KINDS.map((kind) => ({
      title: claimKindWord(kind),
      lines: LEDGER_TYPES.filter((each) => each.kind === kind).map(({ type }) => ({
        name: ledgerField(kind, type),
        label: claimTypeWord(type),
      })),
    })),
    {
      title: 'Cost centres',
      hint: `What Tally calls them; empty: the same name.${more ? ` ${MESSAGES.more}` : ''}`,
      lines: costCentres.map(({ costCentre }) => ({ name: centreField(costCentre), label: costCentre })),
    },
  ];
}

/**
 * A field for each kind and type of claim, for the company's own ledgers and for each cost centre; those that a search
 * finds.
 */
export function LedgerFields({
  mapping,
  values,
  errors,
  changes,
  theirs,
  search,
  readOnly,
  onChange,
}: LedgerFieldsProps): ReactElement {
  const wanted = search.trim().toLowerCase();
  const groups = groupsOf(mapping)
    .map((group) => ({
      ...group,
      lines: group.lines.filter(({ name, label }) =>
        `${group.title} ${label} ${values[name] ?? ''}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ lines }) => lines.length > 0);
  const found = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <>
      <p className={styles.found} role="status">
        {wanted === '' ? '' : found === 0 ? 'Nothing found.' : `${counted(found, 'name')} found`}
      </p>
      {groups.map(({ title, hint, lines }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {hint ? <p className={styles.hint}>{hint}</p> : null}
          <div className={styles.lines}>
            {lines.map(({ name, label, hint: why }) => (
              <div key={name} className={styles.line} data-changed={name in changes ? '' : undefined}>
                <TextInput
                  label={label}
                  value={values[name] ?? ''}
                  readOnly={readOnly}
                  maxLength={MAX_LEDGER}
                  capitals="words"
                  error={errors[name]}
                  hint={theirs && name in theirs ? `Theirs: ${theirs[name] === '' ? 'empty' : theirs[name]}` : why}
                  onChange={(text) => onChange(name, text)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
}
