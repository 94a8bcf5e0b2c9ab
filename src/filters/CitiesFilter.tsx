import { useState, type ReactElement } from 'react';
import { useCities } from '#data/cities.ts';
import { useToastOnce } from '#ui/useToastOnce.ts';
import { ManyTexts } from './ManyTexts.tsx';

/** Several cities, looked up while typing. Places abroad stand on no list: any name may be entered. */
export function CitiesFilter(props: {
  label: string;
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}): ReactElement {
  const [typed, setTyped] = useState('');
  const { cities, problem } = useCities(typed);
  useToastOnce(problem, cities.length > 0);
  const suggestions = cities.map(({ city, state }) =>
    state === undefined ? { value: city } : { value: city, note: state },
  );
  return <ManyTexts {...props} typed={typed} onType={setTyped} suggestions={suggestions} />;
}
