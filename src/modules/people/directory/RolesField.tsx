import { useId, type ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { ROLES } from '#contract/enums.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { Ticks } from '#form/Ticks.tsx';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import type { PersonValues } from './values.ts';

/** Any of the roles; everybody is an employee. */
export function RolesField({ control }: { control: Control<PersonValues> }): ReactElement {
  const id = useId();
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name: 'roles' });
  return (
    <FieldFrame id={id} group label="Roles" optional error={error?.message}>
      <Ticks
        all={ROLES}
        words={(role) => ROLE_WORDS[role]}
        chosen={value}
        onChange={onChange}
        onBlur={onBlur}
        inputRef={ref}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </FieldFrame>
  );
}
