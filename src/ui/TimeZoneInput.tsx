import { useState, type ReactElement } from 'react';
import { presentNames } from '#domain/organisation.ts';
import type { FieldProps } from './FieldFrame.tsx';
import { PickInput } from './PickInput.tsx';

const zones = (): string[] => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []);

/** One time zone, found by typing a part of its name. `value`: empty while none is chosen. */
export function TimeZoneInput({
  value,
  onChange,
  ...field
}: FieldProps & { value: string; onChange: (zone: string) => void }): ReactElement {
  const [options] = useState(() =>
    presentNames([...zones(), ...(value === '' ? [] : [value])]).map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    })),
  );
  return (
    <PickInput
      {...field}
      options={options}
      chosen={value === '' ? [] : [value]}
      onChange={([zone = '']) => onChange(zone)}
    />
  );
}
