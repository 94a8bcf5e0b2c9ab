import type { ReactElement } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import type { FilterField as Field, FilterField } from '#contract/campaign.ts';
import { YES_NO_ALL } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { MAX_CAMPAIGN_WORDS } from '#contract/limits.ts';
import { businessLineStatusesFor, contactStatusesFor, REQUIRED_FIELDS } from '#domain/campaign.ts';
import { ChoiceInput } from '#ui/ChoiceInput.tsx';
import { PickInput } from '#ui/PickInput.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { emptyHint, lookOf } from './layout.ts';
import { useOptions } from './queries.ts';
import { type CampaignValues, isChosen } from './values.ts';
import { shownOf } from '#ui/picking.ts';
import styles from './Campaigns.module.css';

export interface FilterFieldProps {
  field: Field;
  control: Control<CampaignValues>;
}

/** One filter of the form. */
export function FilterField(props: FilterFieldProps): ReactElement {
  const look = lookOf(props.field);
  if (look === 'words' || look === 'days') return <Typed {...props} days={look === 'days'} />;
  return look === 'yesNoAll' ? <YesNoAll {...props} /> : <Picked {...props} many={look === 'many'} />;
}

const DRIVERS: Partial<Record<Field, { none: string }>> = {
  businessLineStatus: { none: 'Choose a campaign goal first.' },
  dispositionStatus: { none: 'Choose an org status first.' },
};

function Picked({ field, control, many }: FilterFieldProps & { many: boolean }): ReactElement {
  const { field: input, fieldState } = useController({ control, name: field });
  const [goal, orgStatus] = useWatch({ control, name: ['campaignGoals', 'orgStatus'] });
  const { options, failure } = useOptions(field);
  const offered: readonly string[] | null =
    field === 'businessLineStatus'
      ? businessLineStatusesFor(goal)
      : field === 'dispositionStatus'
        ? contactStatusesFor(orgStatus)
        : null;
  const value = input.value as string[] | string | null;
  return (
    <PickInput
      label={FILTER_LABELS[field]}
      required={REQUIRED_FIELDS.includes(field)}
      many={many}
      options={offered === null ? options : options?.filter((option) => offered.includes(option.value))}
      failure={failure}
      none={DRIVERS[field]?.none ?? 'Nothing to choose'}
      chosen={Array.isArray(value) ? value : value === null ? [] : [value]}
      onChange={(chosen) => input.onChange(many ? chosen : (chosen[0] ?? null))}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={fieldState.error?.message}
    />
  );
}

function YesNoAll({ field, control }: FilterFieldProps): ReactElement {
  const { field: input, fieldState } = useController({ control, name: field });
  return (
    <ChoiceInput
      label={FILTER_LABELS[field]}
      choices={YES_NO_ALL}
      value={(input.value as string | null) ?? ''}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={fieldState.error?.message}
    />
  );
}

function Typed({ field, control, days }: FilterFieldProps & { days: boolean }): ReactElement {
  const { field: input, fieldState } = useController({ control, name: field });
  const [searchActivityType, boqKeywords, excludedBoqKeywords, tenderDescription, excludedTenderDescription] = useWatch(
    {
      control,
      name: [
        'searchActivityType',
        'boqKeywords',
        'excludedBoqKeywords',
        'tenderDescription',
        'excludedTenderDescription',
      ],
    },
  );
  const text = (input.value as string | null) ?? '';
  const asked =
    text.trim() === ''
      ? emptyHint(field, {
          searchActivityType,
          boqKeywords,
          excludedBoqKeywords,
          tenderDescription,
          excludedTenderDescription,
        })
      : undefined;
  return (
    <TextInput
      label={FILTER_LABELS[field]}
      value={text}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      capitals="none"
      maxLength={days ? 4 : MAX_CAMPAIGN_WORDS}
      numeric={days}
      hint={asked ?? (days ? 'Active within this many days' : 'Words or phrases, separated by commas')}
      error={fieldState.error?.message}
    />
  );
}

/** One filter as it was chosen: to be looked at. */
export function FilterFact({
  field,
  values,
  error,
}: {
  field: FilterField;
  values: CampaignValues;
  error?: string | undefined;
}): ReactElement {
  const value = values[field];
  const { options = [] } = useOptions(field, isChosen(value));
  const texts = (Array.isArray(value) ? value : [value])
    .filter((each): each is string => isChosen(each))
    .map((each) => shownOf(options, each));
  return (
    <div className={styles.detail}>
      <dt>{FILTER_LABELS[field]}</dt>
      <dd data-none={texts.length === 0 ? '' : undefined}>
        {texts.length === 0 ? 'Any' : texts.map((text) => <span key={text}>{text}</span>)}
      </dd>
      {error === undefined ? null : <dd className={styles.wrong}>{error}</dd>}
    </div>
  );
}
