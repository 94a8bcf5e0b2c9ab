import type { ComponentPropsWithRef, ReactElement } from 'react';
import styles from './Action.module.css';
import { Icon, type IconName } from './Icon.tsx';
import './tokens.css';

export interface ActionProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  look?: 'plain' | 'primary' | 'danger' | 'quiet' | 'soft';
  small?: boolean;
  icon?: IconName;
  /** Shows a spinner and refuses presses; the name stays. */
  busy?: boolean;
  /** Why it cannot be used now. It stays focusable, so that its reason is announced; its caller handles the press. */
  refused?: string | undefined;
}

/** The product's button: at least 44 px high, named by its text. */
export function Action({
  look = 'plain',
  small = false,
  icon,
  busy = false,
  refused,
  disabled,
  children,
  type = 'button',
  ...rest
}: ActionProps): ReactElement {
  const names = [styles.action, look !== 'plain' && styles[look], small && styles.small].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      {...(refused !== undefined && { 'aria-disabled': true, 'aria-description': refused, title: refused })}
      type={type}
      className={names}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

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
