import { useId, useState, type ReactElement } from 'react';
import type { DatePreset } from '#contract/enums.ts';
import { CUSTOM_RANGE_LABEL, rangeLabel } from '#domain/dateRanges.ts';
import { isDay } from '#domain/dates.ts';
import { DayInput } from '#ui/DayInput.tsx';
import styles from './Panel.module.css';
import { customRange } from './value.ts';

export interface RangeFilterProps {
  label: string;
  presets: readonly DatePreset[];
  text: string | undefined;
  onChange: (text: string | undefined) => void;
  timeZone: string;
}

/** A preset, or two days of one's own, either of which may stay open. */
export function RangeFilter({ label, presets, text, onChange, timeZone }: RangeFilterProps): ReactElement {
  const name = useId();
  const days = text ? customRange(text, timeZone) : null;
  const [custom, setCustom] = useState(days !== null);
  const [ends, setEnds] = useState(days ?? { start: '', end: '' });

  const choose = (preset: DatePreset): void => {
    setCustom(false);
    onChange(preset);
  };
  const change = (next: { start: string; end: string }): void => {
    setEnds(next);
    const start = isDay(next.start) ? next.start : '';
    const end = isDay(next.end) ? next.end : '';
    onChange(start === '' && end === '' ? undefined : `${start}|${end}`);
  };

  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {presets.map((preset) => (
          <label key={preset} className={styles.option}>
            <input type="radio" name={name} checked={!custom && text === preset} onChange={() => choose(preset)} />
            <span>{rangeLabel(preset)}</span>
          </label>
        ))}
        <label className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={custom}
            onChange={() => {
              setCustom(true);
              change(ends);
            }}
          />
          <span>{CUSTOM_RANGE_LABEL}</span>
        </label>
      </div>
      {custom ? (
        <div className={styles.custom}>
          <DayInput
            label="From"
            value={ends.start}
            max={isDay(ends.end) ? ends.end : undefined}
            onChange={(start) => change({ ...ends, start })}
          />
          <DayInput
            label="To"
            value={ends.end}
            min={isDay(ends.start) ? ends.start : undefined}
            onChange={(end) => change({ ...ends, end })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
