import { useState, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';

/** Browsers that can turn the light on name it so; the DOM's types do not. */
interface WithTorch {
  torch?: boolean;
}

/** Turns the light beside the camera on and off; nothing where it has none (DOC-18). */
export function Torch({
  track,
  onFailed,
}: {
  track: MediaStreamTrack;
  onFailed: (text: string) => void;
}): ReactElement | null {
  const [on, setOn] = useState(false);
  if ((track.getCapabilities?.() as WithTorch | undefined)?.torch !== true) return null;
  const turn = async (): Promise<void> => {
    const wanted: MediaTrackConstraintSet & WithTorch = { torch: !on };
    try {
      await track.applyConstraints({ advanced: [wanted] });
      setOn(!on);
    } catch {
      onFailed('The light could not be turned on.');
    }
  };
  return (
    <Action look={on ? 'primary' : 'plain'} aria-pressed={on} onClick={() => void turn()}>
      Light
    </Action>
  );
}
