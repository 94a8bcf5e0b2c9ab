import type { ReactElement, Ref } from 'react';
import { Tick } from '#ui/Tick.tsx';
import styles from './Ticks.module.css';

export interface TicksProps<Value extends string> {
  all: readonly Value[];
  words: (value: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  onBlur?: () => void;
  /** The first box. */
  inputRef?: Ref<HTMLInputElement>;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
}

/** Any of several values, in their order. */
export function Ticks<Value extends string>(props: TicksProps<Value>): ReactElement {
  const { all, words, chosen, onChange, onBlur, inputRef, ...group } = props;
  const toggle = (value: Value): void => onChange(all.filter((each) => (each === value) !== chosen.includes(each)));
  return (
    <div role="group" {...group} className={styles.ticks}>
      {all.map((value, index) => (
        <Tick
          key={value}
          checked={chosen.includes(value)}
          onTick={() => toggle(value)}
          {...(onBlur && { onBlur })}
          inputRef={index === 0 ? inputRef : undefined}
        >
          {words(value)}
        </Tick>
      ))}
    </div>
  );
}
