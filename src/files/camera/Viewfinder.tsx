import { useEffect, type ReactElement, type RefObject } from 'react';
import styles from './Camera.module.css';

/** What the camera sees, whole: what is in the picture is what is taken. */
export function Viewfinder({
  ref,
  stream,
  hidden,
  children,
}: {
  ref: RefObject<HTMLVideoElement | null>;
  stream: MediaStream | null;
  /** Behind a photo: the camera stays on, so that the next one is taken at once. */
  hidden: boolean;
  /** What is said of it. */
  children: string;
}): ReactElement {
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [ref, stream]);
  return (
    <div className={styles.stage} hidden={hidden}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a camera sees has no words */}
      <video ref={ref} className={styles.video} autoPlay playsInline muted aria-label="What the camera sees" />
      {stream ? null : (
        <p role="status" className={styles.starting}>
          Starting the camera…
        </p>
      )}
      <p role="status" className={styles.said}>
        {children}
      </p>
    </div>
  );
}
