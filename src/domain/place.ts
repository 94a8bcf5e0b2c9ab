/** The `lat-long` cookie's value, `12.97,77.59`. */
export const formatLatLong = (latitude: number, longitude: number): string => `${latitude},${longitude}`;

/** Parses the `lat-long` cookie; null for what is no place on earth, so that no nonsense goes into a header. */
export function parseLatLong(text: string | null | undefined): { latitude: string; longitude: string } | null {
  const parts = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text ?? '');
  if (!parts?.[1] || !parts[2] || Math.abs(Number(parts[1])) > 90 || Math.abs(Number(parts[2])) > 180) return null;
  return { latitude: parts[1], longitude: parts[2] };
}
