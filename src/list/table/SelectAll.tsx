import { memo, useEffect, useRef, type ReactElement } from 'react';

/** The header's checkbox: all that are pending on this page. */
export const SelectAll = memo(function SelectAll({
  chosen,
  selectable,
  onAll,
}: {
  chosen: number;
  selectable: number;
  onAll: (all: boolean) => void;
}): ReactElement {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < selectable;
  }, [chosen, selectable]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all pending on this page"
      checked={selectable > 0 && chosen === selectable}
      disabled={selectable === 0}
      onChange={(event) => onAll(event.currentTarget.checked)}
    />
  );
});
