import { useState, type ReactElement } from 'react';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { useCities } from '#data/cities.ts';
import { CityInput, type CityInputProps } from '#ui/CityInput.tsx';
import { useToastOnce } from '#ui/useToastOnce.ts';
import type { Bound } from './fields.tsx';

export type FormCityProps<V extends FieldValues, N extends FieldPath<V>> = Bound<V, N> &
  Pick<CityInputProps, 'label' | 'optional' | 'hint' | 'disabled'> & {
    /** A place abroad: what was typed is accepted unchanged. */
    abroad?: boolean;
  };

/**
 * A city of a form, looked up while typing: on this device, else by the server. Without either, any name may be used.
 */
export function FormCity<V extends FieldValues, N extends FieldPath<V>>({
  control,
  name,
  abroad = false,
  ...rest
}: FormCityProps<V, N>): ReactElement {
  const { field, fieldState, formState } = useController({ control, name });
  const known = (formState.defaultValues as Record<string, unknown> | undefined)?.[name];
  const [typed, setTyped] = useState('');
  const { cities, searching, unavailable, problem } = useCities(typed);
  useToastOnce(problem, cities.length > 0);
  return (
    <CityInput
      {...rest}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      onType={setTyped}
      choices={cities}
      searching={searching}
      anyName={abroad || unavailable}
      known={typeof known === 'string' ? known : undefined}
      error={fieldState.error?.message}
    />
  );
}
