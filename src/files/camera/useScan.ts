import { useRef, useState } from 'react';
import { inPictureWorker } from '../pictureWorker.ts';
import { fileOf, shoot, type Shot } from './photo.ts';
import type { Quad } from './quad.ts';

export interface Scan {
  shot: Shot | null;
  /** Of the bill in the photo; null: the photo is used whole. */
  quad: Quad | null;
  setQuad: (quad: Quad | null) => void;
  busy: boolean;
  note: string;
  setNote: (note: string) => void;
  take: (video: HTMLVideoElement | null) => Promise<void>;
  retake: () => void;
  use: (shot: Shot) => Promise<void>;
}

/** What is done with the photos of one opening of the camera; `onFile` gets what was used. */
export function useScan(onFile: (file: File) => void): Scan {
  const [shot, setShot] = useState<Shot | null>(null);
  const latest = useRef<Shot>(null);
  const [quad, setQuad] = useState<Quad | null>(null);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');

  const show = (next: Shot | null): void => {
    latest.current = next;
    setShot(next);
    setQuad(null);
    setNote('');
  };
  const take = async (video: HTMLVideoElement | null): Promise<void> => {
    if (!video) return;
    try {
      const taken = await shoot(video);
      show(taken);
      // A proposal: nobody waits for it, and without it the corners are set by hand.
      const found = await inPictureWorker('find', { bytes: taken.bytes }).catch(() => null);
      if (latest.current === taken) setQuad((set) => set ?? found);
    } catch {
      setNote('There is no picture yet. Please try again in a moment.');
    }
  };
  const use = async ({ bytes, taken }: Shot): Promise<void> => {
    setBusy(true);
    try {
      onFile(fileOf({ taken, bytes: quad ? await inPictureWorker('straighten', { bytes, quad }) : bytes }));
    } catch {
      setQuad(null);
      setNote('This photo could not be straightened on this device. It can be used as it is.');
    }
    setBusy(false);
  };
  return { shot, quad, setQuad, busy, note, setNote, take, retake: () => show(null), use };
}
