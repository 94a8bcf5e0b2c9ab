import type { ReactElement } from 'react';
import type { Control } from 'react-hook-form';
import { FormAmount, FormText } from '#form/fields.tsx';
import { MAX_REMARKS } from '#contract/limits.ts';
import type { DecisionDef } from './definition.ts';
import type { DecisionTexts } from './fields.ts';

export interface DecisionFieldsProps<Row> {
  def: Pick<DecisionDef<Row>, 'fields'>;
  control: Control<DecisionTexts>;
  disabled?: boolean;
}

/** What is filled in of a decision, in its order. */
export function DecisionFields<Row>({ def, control, disabled = false }: DecisionFieldsProps<Row>): ReactElement {
  return (
    <>
      {def.fields.map(({ name, label, kind }) =>
        kind === 'amount' ? (
          <FormAmount key={name} control={control} name={name} label={label} disabled={disabled} />
        ) : (
          <FormText
            key={name}
            control={control}
            name={name}
            label={label}
            disabled={disabled}
            maxLength={MAX_REMARKS}
          />
        ),
      )}
    </>
  );
}
