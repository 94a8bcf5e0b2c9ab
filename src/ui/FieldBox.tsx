import '@mantine/core/styles/Input.css';
import { InputWrapperContext, type InputProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './FieldBox.module.css';
import { describedBy, type FieldProps } from './FieldFrame.tsx';
import { MantineScope } from './MantineScope.tsx';

/**
 * Ties Mantine's input to the hint and the error of our frame. Mantine's own wrapper would put '(optional)' and the
 * asterisk into the label, and with that into the name of the field.
 */
export function FieldBox({
  id,
  field,
  children,
}: {
  id: string;
  field: FieldProps;
  children: ReactNode;
}): ReactElement {
  const { 'aria-describedby': described } = describedBy(id, field);
  return (
    <MantineScope>
      <InputWrapperContext
        value={{
          describedBy: described,
          inputId: id,
          labelId: undefined,
          offsetTop: false,
          offsetBottom: false,
          getStyles: null,
        }}
      >
        {children}
      </InputWrapperContext>
    </MantineScope>
  );
}

/** What every input of the kind is given. */
export const boxProps = (field: FieldProps, readOnly = false): InputProps => ({
  variant: 'field',
  size: 'md',
  error: Boolean(field.error),
  disabled: field.disabled ?? false,
  mod: { off: field.disabled || readOnly },
  classNames: { wrapper: styles.box ?? '', input: styles.input ?? '' },
  vars: () => ({ wrapper: { '--input-height': 'var(--k-touch)' } }),
});
