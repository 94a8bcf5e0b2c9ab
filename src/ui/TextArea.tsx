import { useId, type ReactElement, type Ref } from 'react';
import styles from './Field.module.css';
import { FieldFrame, describedBy, type FieldProps } from './FieldFrame.tsx';

export interface TextAreaProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLTextAreaElement>;
  maxLength?: number;
}

export function TextArea({ value, onChange, onBlur, inputRef, maxLength, ...field }: TextAreaProps): ReactElement {
  const id = useId();
  return (
    <FieldFrame id={id} {...field}>
      <div className={styles.box} data-wrong={field.error ? '' : undefined} data-off={field.disabled ? '' : undefined}>
        <textarea
          ref={inputRef}
          id={id}
          className={`${styles.input} ${styles.area}`}
          rows={2}
          value={value}
          maxLength={maxLength}
          disabled={field.disabled}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
          {...describedBy(id, field)}
        />
      </div>
    </FieldFrame>
  );
}
