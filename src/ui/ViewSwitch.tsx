import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import './tokens.css';
import styles from './Field.module.css';

export interface View<Name extends string> {
  name: Name;
  label: string;
}

export interface ViewSwitchProps<Name extends string> {
  /** What a screen reader says of them together. */
  label: string;
  views: readonly View<Name>[];
  current: Name;
  onChoose: (name: Name) => void;
}

/** Keyboard focus moves to the same choice on the screen that it leads to. */
let followed = false;

/** The views of one page, as radio buttons; each has its own address. */
export function ViewSwitch<Name extends string>({
  label,
  views,
  current,
  onChoose,
}: ViewSwitchProps<Name>): ReactElement {
  const id = useId();
  // Shown at once; the other view may take a moment to come.
  const [picked, setPicked] = useState({ name: current, at: current });
  if (picked.at !== current) setPicked({ name: current, at: current });
  const chosen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (followed) chosen.current?.focus({ preventScroll: true });
    followed = false;
  }, []);
  return (
    <div role="radiogroup" aria-label={label} className={styles.choices} data-keeps-focus>
      {views.map((view) => (
        <label key={view.name} className={`${styles.choice} ${styles.view}`}>
          <input
            ref={view.name === current ? chosen : undefined}
            type="radio"
            name={id}
            value={view.name}
            checked={view.name === picked.name}
            onChange={() => {
              followed = true;
              setPicked({ name: view.name, at: current });
              onChoose(view.name);
            }}
          />
          <span>{view.label}</span>
        </label>
      ))}
    </div>
  );
}
