import { useId, type ReactElement, type Ref } from 'react';
import styles from './Field.module.css';
import { FieldFrame, describedBy, type FieldProps } from './FieldFrame.tsx';

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceInputProps extends FieldProps {
  choices: readonly Choice[];
  /** Empty while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** One of a few, as buttons side by side: radio buttons underneath, so that arrows and screen readers know them. */
export function ChoiceInput({ choices, value, onChange, onBlur, inputRef, ...field }: ChoiceInputProps): ReactElement {
  const id = useId();
  return (
    <FieldFrame id={id} group {...field}>
      <div
        role="radiogroup"
        className={styles.choices}
        data-many={choices.length > 3 ? choices.length : undefined}
        data-wrong={field.error ? '' : undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, field)['aria-describedby']}
      >
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.choice}>
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name={id}
              value={choice.value}
              checked={value === choice.value}
              disabled={field.disabled}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
