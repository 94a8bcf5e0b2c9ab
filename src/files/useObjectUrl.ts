import { useEffect, useState } from 'react';

/** An address for bytes in memory, given back when the component goes or the bytes change. */
export function useObjectUrl(bytes: ArrayBuffer | undefined, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    // The address is a resource that only an effect can give back.
    // oxlint-disable-next-line react/set-state-in-effect
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [bytes, type]);
  return url;
}
