import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { toast } from '#ui/toast.ts';

/** What a button has for a press that needs the network: without one it is refused and says why. */
export function useOnlinePress(): (press: () => void) => { refused: string | undefined; onClick: () => void } {
  const online = useOnline();
  return (press) =>
    online
      ? { refused: undefined, onClick: press }
      : { refused: NEEDS_NETWORK, onClick: () => toast.hint(NEEDS_NETWORK) };
}
