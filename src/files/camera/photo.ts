import { withTakenAt, type TakenAt } from '../photoTime.ts';

/** What was seen when the shutter was pressed: a JPEG, its pixels, and when that was. */
export interface Shot {
  bytes: ArrayBuffer;
  width: number;
  height: number;
  taken: TakenAt;
}

/** Above this a photo grows and shows no more; it is made to fit afterwards (DOC-17). */
const QUALITY = 0.92;

const two = (number: number): string => String(number).padStart(2, '0');

/** The time on this device's clock as a camera writes it, and how far that is from UTC. */
export function clockOf(now: Date): TakenAt {
  const east = -now.getTimezoneOffset();
  const away = Math.abs(east);
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join(':');
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':');
  return { time: `${day} ${time}`, offset: `${east < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}` };
}

/** A camera that shows nothing for so long has failed. */
const FIRST_FRAME_MS = 5_000;

/**
 * A slow device hands its camera over before the first frame, and a frame that has come is drawn black until it is
 * played: whoever presses then need not press again.
 */
async function firstFrame(video: HTMLVideoElement): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await new Promise<void>((seen, failed) => {
      const look = (): void => {
        if (video.currentTime > 0) seen();
      };
      video.addEventListener('timeupdate', look, { signal });
      setTimeout(() => failed(new Error('No picture.')), FIRST_FRAME_MS);
      look();
    });
  } finally {
    over.abort();
  }
}

/** The picture that a video shows, now or as soon as it shows one. Throws where none comes or it cannot be drawn. */
export async function shoot(video: HTMLVideoElement): Promise<Shot> {
  await firstFrame(video);
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
  const photo = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  if (!photo) throw new Error('No picture.');
  return { bytes: await photo.arrayBuffer(), width, height, taken: clockOf(new Date()) };
}

/** A page of a bill, as it is to be used. */
export type Page = Pick<Shot, 'bytes' | 'taken'>;

/** A page as a file to attach, which says when it was shot. */
export const fileOf = ({ bytes, taken }: Page): File =>
  new File([withTakenAt(new Uint8Array(bytes), taken)], 'scan.jpg', { type: 'image/jpeg' });

/** Several pages as a file to attach. */
export const pdfFileOf = (pdf: ArrayBuffer): File => new File([pdf], 'scan.pdf', { type: 'application/pdf' });
