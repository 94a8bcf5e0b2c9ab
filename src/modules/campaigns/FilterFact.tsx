import type { ReactElement } from 'react';
import type { FilterField } from '#contract/campaign.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { shownOf } from '#ui/picking.ts';
import styles from './Campaigns.module.css';
import { useOptions } from './useOptions.ts';
import { isChosen, type CampaignValues } from './values.ts';

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
    <div className={styles.fact}>
      <dt>{FILTER_LABELS[field]}</dt>
      <dd data-none={texts.length === 0 ? '' : undefined}>
        {texts.length === 0 ? 'Any' : texts.map((text) => <span key={text}>{text}</span>)}
      </dd>
      {error === undefined ? null : <dd className={styles.wrong}>{error}</dd>}
    </div>
  );
}
