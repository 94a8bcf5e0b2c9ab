import { useId, type ReactElement } from 'react';
import { useController, type Control } from 'react-hook-form';
import { ROLES, type Role } from '#contract/enums.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import styles from './Directory.module.css';
import type { PersonValues } from './values.ts';

/** Any of the roles; everybody is an employee. */
export function RolesField({ control }: { control: Control<PersonValues> }): ReactElement {
  const id = useId();
  const { field, fieldState } = useController({ control, name: 'roles' });
  const toggle = (role: Role): void =>
    field.onChange(ROLES.filter((each) => (each === role) !== field.value.includes(each)));
  return (
    <FieldFrame id={id} group label="Roles" optional error={fieldState.error?.message}>
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={fieldState.error ? `${id}-error` : undefined}
        className={styles.roles}
      >
        {ROLES.map((role, index) => (
          <label key={role} className={styles.role}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              checked={field.value.includes(role)}
              onChange={() => toggle(role)}
              onBlur={field.onBlur}
            />
            <span>{ROLE_WORDS[role]}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
