import type { ReactElement, Ref } from 'react';
import { ROLES, type Role } from '#contract/enums.ts';
import { ROLE_WORDS } from '#domain/roles.ts';
import { Tick } from '#ui/Tick.tsx';
import styles from './RoleTicks.module.css';

export interface RoleTicksProps {
  chosen: readonly Role[];
  onChange: (roles: Role[]) => void;
  onBlur?: () => void;
  /** The first box. */
  inputRef?: Ref<HTMLInputElement>;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
}

/** Any of the roles, in their order. */
export function RoleTicks({ chosen, onChange, onBlur, inputRef, ...group }: RoleTicksProps): ReactElement {
  const toggle = (role: Role): void => onChange(ROLES.filter((each) => (each === role) !== chosen.includes(each)));
  return (
    <div role="group" {...group} className={styles.roles}>
      {ROLES.map((role, index) => (
        <Tick
          key={role}
          checked={chosen.includes(role)}
          onTick={() => toggle(role)}
          {...(onBlur && { onBlur })}
          inputRef={index === 0 ? inputRef : undefined}
        >
          {ROLE_WORDS[role]}
        </Tick>
      ))}
    </div>
  );
}
