import { Input } from '@mantine/core';
import { useId, type ReactElement, type Ref } from 'react';
import { boxProps, FieldBox } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';

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
      <FieldBox id={id} field={field}>
        <Input
          {...boxProps(field)}
          component="textarea"
          multiline
          ref={inputRef}
          rows={2}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      </FieldBox>
    </FieldFrame>
  );
}
