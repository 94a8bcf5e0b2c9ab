import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactElement, type Ref } from 'react';
import { isTime } from '#domain/times.ts';
import styles from './Field.module.css';
import { FieldBox, boxProps } from './FieldBox.tsx';
import { FieldFrame, type FieldProps } from './FieldFrame.tsx';
import { IconAction } from './IconAction.tsx';
import { TimePicker } from './TimePicker.tsx';
import { settledTime, shapeTypedTime } from './timeTyping.ts';

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
