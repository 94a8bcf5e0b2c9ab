import type { ReactElement, ReactNode, Ref } from 'react';
import './tokens.css';
import styles from './Tick.module.css';

export interface TickProps {
  checked: boolean;
  /** What it says from now on. */
  onTick: (on: boolean) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement> | undefined;
  disabled?: boolean;
  children: ReactNode;
}

/** A box to tick, with its words. */
export const Tick = ({ checked, onTick, onBlur, inputRef, disabled, children }: TickProps): ReactElement => (
  <label className={styles.tick}>
    <input
      ref={inputRef}
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
    <span>{children}</span>
  </label>
);
