import { useRef, type ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { usePhone } from '#ui/usePhone.ts';
import { keepSeenCode } from '../seenCode.ts';
import styles from './Camera.module.css';
import { Review } from './Review.tsx';
import { Torch } from './Torch.tsx';
import { useCamera } from './useCamera.ts';
import { useScan, type ScanProps } from './useScan.ts';
import { useSeenCode } from './useSeenCode.ts';
import { Viewfinder } from './Viewfinder.tsx';

export interface CameraProps extends ScanProps {
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
export function Camera({ pages, onPages, onFiles, onUsing, onElsewhere, onClose }: CameraProps): ReactElement {
  const phone = usePhone();
  const [camera, again] = useCamera();
  const video = useRef<HTMLVideoElement>(null);
  const scan = useScan({
    pages,
    onPages,
    onUsing,
    onFiles: (files) => {
      const [first] = files;
      if (first && seen.code) keepSeenCode(first, seen.code.text);
      onFiles(files);
      onClose();
    },
  });
  const { shot, busy } = scan;
  const seen = useSeenCode(video, camera.state === 'live' && !shot);
  const retake = (): void => {
    seen.forget();
    scan.retake();
  };
  const removePage = (): void => {
    seen.forget();
    onPages(pages.slice(0, -1));
  };
  const number = pages.length + 1;
  const kept = pages.length > 0;
  const failed = !shot && camera.state === 'failed';
  const said = scan.note || (seen.code ? `GST e-invoice ${seen.code.number} was seen.` : '');
  const done = kept ? (
    <Action busy={busy} onClick={() => void scan.use(null)}>
      {pages.length === 1 ? 'Use page' : `Use ${pages.length} pages`}
    </Action>
  ) : null;
  const footer = shot ? (
    <>
      <Action disabled={busy} onClick={retake}>
        Retake
      </Action>
      <Action ref={focused} data-autofocus look="primary" icon="check" busy={busy} onClick={() => void scan.use(shot)}>
        {kept ? `Use ${number} pages` : 'Use photo'}
      </Action>
    </>
  ) : failed ? (
    <>
      <Action onClick={again}>Try again</Action>
      {done}
      <Action ref={focused} data-autofocus look="primary" icon={phone ? 'camera' : 'file'} onClick={onElsewhere}>
        {phone ? 'Phone’s camera' : 'Choose a file'}
      </Action>
    </>
  ) : (
    <div className={styles.controls}>
      {camera.state === 'live' ? <Torch track={camera.track} onFailed={scan.setNote} /> : null}
      <button
        ref={focused}
        data-autofocus
        type="button"
        className={styles.shutter}
        aria-label="Take photo"
        aria-disabled={camera.state !== 'live'}
        onClick={() => void scan.take(video.current)}
      />
      {done}
    </div>
  );
  return (
    <Dialog
      title={shot ? (kept ? `Check page ${number}` : 'Check the photo') : kept ? `Scan page ${number}` : 'Scan a bill'}
      size={860}
      onClose={onClose}
      footer={footer}
    >
      {failed ? (
        <p role="alert" className={styles.failed}>
          {camera.text}
        </p>
      ) : (
        <Viewfinder ref={video} stream={camera.state === 'live' ? camera.stream : null} hidden={shot !== null}>
          {shot ? '' : said}
        </Viewfinder>
      )}
      {kept && !shot ? (
        <div className={styles.tools}>
          <Action small look="quiet" disabled={busy} onClick={removePage}>
            Remove page {pages.length}
          </Action>
        </div>
      ) : null}
      {shot ? <Review shot={shot} scan={scan} number={number} /> : null}
    </Dialog>
  );
}
