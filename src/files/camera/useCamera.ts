import { useEffect, useState } from 'react';

/** The camera of this page: on its way, there, or why it is not. */
export type CameraState =
  | { state: 'starting' }
  | { state: 'live'; stream: MediaStream; track: MediaStreamTrack }
  | { state: 'failed'; text: string };

const BUSY = 'Another app uses the camera. Close that app and try again.';
const REFUSED =
  'This page may not use the camera. You can allow it in the browser’s settings of this page, and try again.';

/** What to say, by the name of the browser's error. */
const SENTENCES: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: 'No camera was found on this device.',
  OverconstrainedError: 'No camera of this device can take a picture of a bill here.',
  NotReadableError: BUSY,
  AbortError: BUSY,
};
const OTHER = 'The camera could not be started.';
const TAKEN = 'The camera was taken away, perhaps by another app or a call.';

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '');

/** Small print stays readable, and a frame is decoded at once. */
const WANTED: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 2_560 },
  height: { ideal: 1_920 },
};

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: WANTED });
  } catch (error) {
    // Some drivers refuse what is only wished for: then whatever camera there is.
    if (nameOf(error) !== 'OverconstrainedError') throw error;
    return navigator.mediaDevices.getUserMedia({ video: true });
  }
}

const stop = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());

/** The device's camera as long as this is mounted, and a way to try again (DOC-18). */
export function useCamera(): [camera: CameraState, again: () => void] {
  const [camera, setCamera] = useState<CameraState>({ state: 'starting' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let over = false;
    let opened: MediaStream | undefined;
    const fail = (text: string): void => {
      if (!over) setCamera({ state: 'failed', text });
    };
    const start = async (): Promise<void> => {
      const stream = await openCamera();
      const track = stream.getVideoTracks()[0];
      if (over || !track) return stop(stream);
      opened = stream;
      track.addEventListener('ended', () => fail(TAKEN));
      setCamera({ state: 'live', stream, track });
    };
    start().catch((error: unknown) => fail(SENTENCES[nameOf(error)] ?? OTHER));
    return () => {
      over = true;
      if (opened) stop(opened);
    };
  }, [tries]);
  const again = (): void => {
    setCamera({ state: 'starting' });
    setTries(tries + 1);
  };
  return [camera, again];
}
