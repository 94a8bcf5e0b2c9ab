import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactElement, type Ref } from 'react';
import { formatDay, isDay, parseTypedDay } from '#domain/dates.ts';
import styles from './Field.module.css';
import { boxProps, FieldBox } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { IconAction } from './Action.tsx';
import { lazyPart } from './lazyPart.tsx';

/** Puts the dashes into a typed date, so that a numeric keypad is enough: '12112026' becomes '12-11-2026'. */
export function shapeTypedDay(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(typed);
  if (iso) return `${iso[3]}-${iso[2]}-${iso[1]}`;
  const parts = typed.trim().split(/[^\d]+/);
  // With separators typed, single digits are filled up when the next part begins.
  if (parts.length > 1) {
    const [day = '', month = '', ...rest] = parts;
    const year = rest.join('').slice(0, 4);
    const head = day.length > 2 ? shapeTypedDay(day) : day.padStart(day === '' ? 0 : 2, '0');
    if (parts.length === 2) return month.length > 2 ? shapeTypedDay(head + month) : `${head}-${month}`;
    return `${head}-${month.padStart(month === '' ? 0 : 2, '0')}-${year}`;
  }
  const digits = (parts[0] ?? '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('-');
}

/** The calendar's code comes when a calendar is first opened, or before by `CalendarPart.preload()`. */
export const CalendarPart = lazyPart(() => import('./Calendar.tsx').then((module) => module.Calendar));

export interface DayInputProps extends FieldProps {
  /** A day as YYYY-MM-DD, or what was typed so far. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  min?: string | undefined;
  max?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A date that is typed as dd-MM-yyyy or picked. Text that is no date stays as it is, for the form to judge. */
export function DayInput({ value, onChange, onBlur, min, max, inputRef, ...field }: DayInputProps): ReactElement {
  const id = useId();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const day = isDay(value) ? value : null;

  useEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent): void => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  const type = (text: string): void => {
    const shaped = shapeTypedDay(text);
    onChange(parseTypedDay(shaped) ?? shaped);
  };
  const pick = (picked: string): void => {
    onChange(picked);
    setOpen(false);
    frame.current?.querySelector('input')?.focus();
  };

  return (
    <div
      ref={frame}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.stopPropagation();
          setOpen(false);
          frame.current?.querySelector('input')?.focus();
        }
      }}
    >
      <FieldFrame id={id} {...field}>
        <FieldBox id={id} field={field}>
          <Input
            {...boxProps(field)}
            ref={inputRef}
            rightSection={
              field.disabled ? null : (
                <IconAction
                  icon="calendar"
                  name={open ? `Close calendar of ${field.label}` : `Open calendar of ${field.label}`}
                  aria-expanded={open}
                  onClick={() => setOpen(!open)}
                  onPointerEnter={() => void CalendarPart.preload().catch(() => undefined)}
                />
              )
            }
            rightSectionWidth={44}
            rightSectionPointerEvents="all"
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd-MM-yyyy"
            value={day ? formatDay(day) : value}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={onBlur}
          />
        </FieldBox>
        {open ? (
          <div className={styles.calendar}>
            <div className={styles.panel}>
              <CalendarPart day={day} onPick={pick} min={min} max={max} />
            </div>
          </div>
        ) : null}
      </FieldFrame>
    </div>
  );
}
