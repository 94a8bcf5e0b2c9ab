import { useId, type ReactElement, type ReactNode } from 'react';
import { useFormState, useWatch, type Control } from 'react-hook-form';
import type { FilterField as Field } from '#contract/campaign.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Campaigns.module.css';
import { FilterFact, FilterField } from './FilterField.tsx';
import { MAIN, SECTIONS, shownFields, type FilterSection } from './layout.ts';
import { isChosen, type CampaignValues } from './values.ts';

export interface CampaignFiltersProps {
  control: Control<CampaignValues>;
  /** To be looked at only. */
  readOnly: boolean;
  /** Titles of the sections that are unfolded. */
  open: ReadonlySet<string>;
  onToggle: (title: string) => void;
}

/** All filters of a campaign: what is always there, and three sections that unfold. */
export function CampaignFilters(props: CampaignFiltersProps): ReactElement {
  return (
    <div className={styles.filters}>
      <section className={styles.box} aria-label="Filters">
        <Fields {...props} fields={MAIN} />
      </section>
      {SECTIONS.map((section) => (
        <Section key={section.title} {...props} section={section} />
      ))}
    </div>
  );
}

function Fields({
  fields,
  control,
  readOnly,
}: Pick<CampaignFiltersProps, 'control' | 'readOnly'> & { fields: readonly Field[] }): ReactElement {
  const searchActivityType = useWatch({ control, name: 'searchActivityType' });
  const shown = shownFields(fields, searchActivityType);
  if (readOnly) return <Details fields={shown} control={control} />;
  return (
    <div className={styles.grid}>
      {shown.map((field) => (
        <FilterField key={field} field={field} control={control} />
      ))}
    </div>
  );
}

function Details({ fields, control }: { fields: readonly Field[]; control: Control<CampaignValues> }): ReactElement {
  const values = useWatch({ control }) as CampaignValues;
  const { errors } = useFormState({ control });
  return (
    <dl className={styles.details}>
      {fields.map((field) => (
        <FilterFact
          key={field}
          field={field}
          values={values}
          error={(errors as Partial<Record<Field, { message?: string }>>)[field]?.message}
        />
      ))}
    </dl>
  );
}

function Section({
  section,
  open,
  onToggle,
  ...rest
}: CampaignFiltersProps & { section: FilterSection }): ReactElement {
  const id = useId();
  const unfolded = open.has(section.title);
  return (
    <section className={styles.box} aria-labelledby={`${id}-title`}>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>
          <button
            type="button"
            id={`${id}-title`}
            className={styles.toggle}
            aria-expanded={unfolded}
            aria-controls={`${id}-fields`}
            aria-describedby={`${id}-chosen`}
            onClick={() => onToggle(section.title)}
          >
            <span className={styles.turn} aria-hidden="true">
              <Icon name="next" />
            </span>
            {section.title}
          </button>
        </h2>
        <Chosen id={`${id}-chosen`} control={rest.control} fields={section.fields} />
      </div>
      <div id={`${id}-fields`} hidden={!unfolded}>
        {unfolded ? <Fields {...rest} fields={section.fields} /> : null}
      </div>
    </section>
  );
}

/** How many filters of a folded section hold something. */
function Chosen({
  id,
  control,
  fields,
}: {
  id: string;
  control: Control<CampaignValues>;
  fields: readonly Field[];
}): ReactNode {
  const values = useWatch({ control }) as CampaignValues;
  const count = shownFields(fields, values.searchActivityType).filter((field) => isChosen(values[field])).length;
  return (
    <span id={id} className={styles.chosen}>
      {count === 0 ? '' : `${count} in use`}
    </span>
  );
}
