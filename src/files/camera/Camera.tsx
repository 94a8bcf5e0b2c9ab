import { useRef, useState, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { usePhone } from '#ui/usePhone.ts';
import { useObjectUrl } from '../useObjectUrl.ts';
import styles from './Camera.module.css';
import { fileOf, shoot, type Shot } from './photo.ts';
import { Torch } from './Torch.tsx';
import { useCamera } from './useCamera.ts';
import { Viewfinder } from './Viewfinder.tsx';

export interface CameraProps {
  /** A bill, as it is to be attached. */
  onFiles: (files: readonly File[]) => void;
  /** The device's own camera or files, where this camera is not to be had. */
  onElsewhere: () => void;
  onClose: () => void;
}

/** The next step has the focus as it comes, as the one before it had. */
const focused = (element: HTMLButtonElement | null): void => element?.focus();

/**
 * A camera in the page: unlike the system's it cannot end the page on a phone short of memory. Where it is refused,
 * missing or taken away it says so, and leads to the device's own (DOC-18).
 */
export function Camera({ onFiles, onElsewhere, onClose }: CameraProps): ReactElement {
  const phone = usePhone();
  const [camera, again] = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const [shot, setShot] = useState<Shot | null>(null);
  const [note, setNote] = useState('');
  const url = useObjectUrl(shot?.bytes, 'image/jpeg');

  const press = async (): Promise<void> => {
    setNote('');
    try {
      if (video.current) setShot(await shoot(video.current));
    } catch {
      setNote('There is no picture yet. Please try again in a moment.');
    }
  };
  const use = (taken: Shot): void => {
    onFiles([fileOf(taken)]);
    onClose();
  };

  const failed = !shot && camera.state === 'failed';
  const footer = shot ? (
    <>
      <Action onClick={() => setShot(null)}>Retake</Action>
      <Action ref={focused} data-autofocus look="primary" icon="check" onClick={() => use(shot)}>
        Use photo
      </Action>
    </>
  ) : failed ? (
    <>
      <Action onClick={again}>Try again</Action>
      <Action ref={focused} data-autofocus look="primary" icon={phone ? 'camera' : 'file'} onClick={onElsewhere}>
        {phone ? 'Use the phone’s camera' : 'Choose a file'}
      </Action>
    </>
  ) : (
    <div className={styles.controls}>
      {camera.state === 'live' ? <Torch track={camera.track} onFailed={setNote} /> : null}
      <button
        ref={focused}
        data-autofocus
        type="button"
        className={styles.shutter}
        aria-label="Take photo"
        aria-disabled={camera.state !== 'live'}
        onClick={() => void press()}
      />
    </div>
  );
  return (
    <Dialog title={shot ? 'Check the photo' : 'Scan a bill'} size={860} onClose={onClose} footer={footer}>
      {failed ? (
        <p role="alert" className={styles.failed}>
          {camera.text}
        </p>
      ) : (
        <Viewfinder ref={video} stream={camera.state === 'live' ? camera.stream : null} hidden={shot !== null} />
      )}
      {shot && url ? (
        <div className={styles.stage}>
          <img src={url} alt="What was taken" className={styles.photo} />
        </div>
      ) : null}
      <p role="status" className={styles.note}>
        {note}
      </p>
    </Dialog>
  );
}
