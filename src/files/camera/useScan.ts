import { useRef, useState } from 'react';
import { toast } from '#ui/toast.ts';
import { inPictureWorker } from '../pictureWorker.ts';
import { fileOf, pdfFileOf, shoot, type Page, type Shot } from './photo.ts';
import type { Quad } from './quad.ts';

/** So many pages share the bytes of one bill and stay readable. */
export const MAX_PAGES = 10;

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
  /** Keeps the photo as a page, for another one to follow. */
  keep: (shot: Shot) => Promise<void>;
  /** Attaches the pages that were kept and this photo. */
  use: (shot: Shot | null) => Promise<void>;
}

export interface ScanProps {
  /** Pages of a bill that were shot and not used yet. */
  pages: readonly Page[];
  onPages: (pages: readonly Page[]) => void;
  /** A bill, as it is to be attached. */
  onFiles: (files: readonly File[]) => void;
  /** Told when pages begin to be made a bill, which goes on though the camera is closed, and when that has ended. */
  onUsing: (using: boolean) => void;
}

/** One file of all pages; where this device cannot make a PDF, each page is a photo of its own. */
export async function billsOf(pages: readonly Page[]): Promise<File[]> {
  if (pages.length < 2) return pages.map(fileOf);
  try {
    return [pdfFileOf(await inPictureWorker('bind', { pages: pages.map(({ bytes }) => bytes) }))];
  } catch {
    toast.hint('The pages are attached as photos: this device could not make one PDF of them.');
    return pages.map(fileOf);
  }
}

/** What is done with the photos of one opening of the camera (DOC-19, DOC-20). */
export function useScan({ pages, onPages, onFiles, onUsing }: ScanProps): Scan {
  const [shot, setShot] = useState<Shot | null>(null);
  const latest = useRef<Shot>(null);
  const taking = useRef(false);
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
    if (!video || taking.current) return;
    taking.current = true;
    try {
      const taken = await shoot(video).finally(() => (taking.current = false));
      show(taken);
      // A proposal: nobody waits for it, and without it the corners are set by hand.
      const found = await inPictureWorker('find', { bytes: taken.bytes }).catch(() => null);
      if (latest.current === taken) setQuad((set) => set ?? found);
    } catch {
      setNote('There is no picture yet. Please try again in a moment.');
    }
  };
  /** With what was kept the photo as it is to be used goes on; where that fails it can be used whole. */
  const withPage = async (more: Shot | null, goOn: (all: readonly Page[]) => unknown): Promise<void> => {
    setBusy(true);
    try {
      const flat = more && quad ? await inPictureWorker('straighten', { bytes: more.bytes, quad }) : more?.bytes;
      await goOn(more && flat ? [...pages, { bytes: flat, taken: more.taken }] : pages);
    } catch {
      setQuad(null);
      setNote('This photo could not be straightened on this device. It can be used as it is.');
    }
    setBusy(false);
  };
  return {
    shot,
    quad,
    setQuad,
    busy,
    note,
    setNote,
    take,
    retake: () => show(null),
    keep: (more) =>
      withPage(more, (all) => {
        onPages(all);
        show(null);
      }),
    use: async (more) => {
      onUsing(true);
      await withPage(more, async (all) => {
        onFiles(await billsOf(all));
        onPages([]);
      });
      onUsing(false);
    },
  };
}
