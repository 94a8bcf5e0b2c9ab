import type { ComponentPropsWithRef, ReactElement } from 'react';
import './tokens.css';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Action.module.css';

export interface IconActionProps extends Omit<
  ComponentPropsWithRef<'button'>,
  'className' | 'aria-label' | 'children'
> {
  icon: IconName;
  /** What a screen reader says, and the tooltip. */
  name: string;
}

export function IconAction({ icon, name, type = 'button', ...rest }: IconActionProps): ReactElement {
  return (
    <button
      title={name}
      {...rest}
      type={type}
      name={undefined}
      aria-label={name}
      className={`${styles.action} ${styles.icon}`}
    >
      <Icon name={icon} />
    </button>
  );
}
