import { useState, type ReactElement } from 'react';
import styles from './TimePicker.module.css';

const two = (value: number): string => String(value).padStart(2, '0');
const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour));
const MINUTES = Array.from({ length: 12 }, (_, step) => two(step * 5));

export interface TimePickerProps {
  /** HH:mm; null while there is none. */
  time: string | null;
  onPick: (time: string) => void;
  /** Hour and minute are chosen. */
  onDone: () => void;
}

/** An hour and a minute to pick, in steps of five; other minutes are typed. */
export function TimePicker({ time, onPick, onDone }: TimePickerProps): ReactElement {
  const [hour, setHour] = useState(time?.slice(0, 2));
  const minute = time?.slice(3);
  const pickHour = (picked: string): void => {
    setHour(picked);
    onPick(`${picked}:${minute ?? '00'}`);
  };
  const pickMinute = (picked: string): void => {
    onPick(`${hour ?? '09'}:${picked}`);
    onDone();
  };
  return (
    <>
      <div role="group" aria-label="Hour" className={styles.group}>
        <p className={styles.name} aria-hidden="true">
          Hour
        </p>
        <div className={styles.times}>
          {HOURS.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.time}
              aria-label={`${each} hours`}
              aria-pressed={each === hour}
              onClick={() => pickHour(each)}
            >
              {each}
            </button>
          ))}
        </div>
      </div>
      <div role="group" aria-label="Minute" className={styles.group}>
        <p className={styles.name} aria-hidden="true">
          Minute
        </p>
        <div className={styles.times}>
          {MINUTES.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.time}
              aria-label={`${each} minutes`}
              aria-pressed={hour !== undefined && each === minute}
              onClick={() => pickMinute(each)}
            >
              {each}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}
