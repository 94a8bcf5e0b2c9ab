import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactElement, type Ref } from 'react';
import { isTime, parseTypedTime } from '#domain/times.ts';
import styles from './Field.module.css';
import { boxProps, FieldBox } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { IconAction } from './Action.tsx';
import { TimePicker } from './TimePicker.tsx';

/** Puts the colon into a typed time, so that a numeric keypad is enough: '0930' becomes '09:30'. */
export function shapeTypedTime(typed: string): string {
  const text = typed.trimStart().slice(0, 8);
  if (!/^\d{3,4}$/.test(text)) return text;
  // Three figures may still become four, unless no fourth can follow: '930' is half past nine, '123' is not yet
  // anything.
  if (text.length === 3) return Number(text.slice(0, 2)) > 23 ? (parseTypedTime(`0${text}`) ?? text) : text;
  return parseTypedTime(text) ?? text;
}

/** What is meant by a text when the field is left: a whole time, or the text as it is. */
export const settledTime = (text: string): string => parseTypedTime(text) ?? text;

export interface TimeInputProps extends FieldProps {
  /** HH:mm, or what was typed so far. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A time of the day that is typed as HH:mm or picked. Text that is no time stays as it is, for the form to judge. */
export function TimeInput({ value, onChange, onBlur, inputRef, ...field }: TimeInputProps): ReactElement {
  const id = useId();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const toField = (): void => {
    setOpen(false);
    frame.current?.querySelector('input')?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const away = (event: PointerEvent): void => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);

  return (
    <div
      ref={frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        toField();
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
                  icon="clock"
                  name={open ? `Close times of ${field.label}` : `Open times of ${field.label}`}
                  aria-expanded={open}
                  onClick={() => setOpen(!open)}
                />
              )
            }
            rightSectionWidth={44}
            rightSectionPointerEvents="all"
            inputMode="numeric"
            autoComplete="off"
            placeholder="HH:mm"
            value={value}
            onChange={(event) => onChange(shapeTypedTime(event.currentTarget.value))}
            onBlur={() => {
              const time = settledTime(value);
              if (time !== value) onChange(time);
              onBlur?.();
            }}
          />
        </FieldBox>
        {open ? (
          <div className={styles.calendar}>
            <div className={styles.panel}>
              <TimePicker time={isTime(value) ? value : null} onPick={onChange} onDone={toField} />
            </div>
          </div>
        ) : null}
      </FieldFrame>
    </div>
  );
}
