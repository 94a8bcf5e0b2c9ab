import { useEffect, useEffectEvent, useId, useRef, useState, type ReactElement, type Ref } from 'react';
import type { ShareSource } from '#outbox/shares.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { usePhone } from '#ui/usePhone.ts';
import '#ui/tokens.css';
import { ACCEPT } from './bill.ts';
import type { Page } from './camera/photo.ts';
import styles from './Bills.module.css';

const Camera = lazyPart(() => import('./camera/Camera.tsx').then((module) => module.Camera));

/** Browsers have no camera for pages that came over an open line. */
const hasCamera = (): boolean => 'mediaDevices' in navigator;

/** Where a file on this device comes from. */
export type FileSource = Exclude<ShareSource, 'share'>;

export interface BillSourcesProps {
  /** Of the input for files, for a label. */
  id?: string;
  /** What a screen reader calls that input where no label does. */
  name?: string;
  wrong?: boolean;
  focusRef?: Ref<HTMLButtonElement> | undefined;
  /** Before a camera or a picker opens, which may end the page on a phone short of memory (DR-1). */
  onBeforePick?: () => void;
  onFiles: (files: readonly File[], source: FileSource) => void;
}

const NO_PAGES: readonly Page[] = [];

/** Attaches what was kept in a camera that was closed before it was used: nothing else holds it (DOC-20). */
function useKeptPages(pages: readonly Page[], attach: (files: readonly File[]) => void): void {
  const attached = useEffectEvent(attach);
  const binding = useRef<readonly Page[]>(NO_PAGES);
  useEffect(() => {
    if (pages.length === 0 || binding.current === pages) return;
    binding.current = pages;
    import('./camera/useScan.ts')
      .then(({ billsOf }) => billsOf(pages))
      .then(attached)
      .catch((error: unknown) => reportError(error));
  }, [pages]);
}

/** A camera in the page, the device's own, gallery, files; several at once, dropped or pasted. */
export function BillSources({
  id,
  name,
  wrong = false,
  focusRef,
  onBeforePick,
  onFiles,
}: BillSourcesProps): ReactElement {
  const phone = usePhone();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const layer = useAddressLayer('view');
  /** Pages that were kept for others to follow. */
  const [pages, setPages] = useState<readonly Page[]>([]);
  const scan = `scan~${useId()}`;
  const [using, setUsing] = useState(false);
  const scanning = layer.value === scan;
  useKeptPages(scanning || using ? NO_PAGES : pages, (files) => {
    setPages(NO_PAGES);
    onFiles(files, 'camera');
  });

  const paste = useRef(onFiles);
  useEffect(() => {
    paste.current = onFiles;
  });
  useEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      const list = [...(event.clipboardData?.files ?? [])];
      if (list.length === 0) return;
      event.preventDefault();
      paste.current(list, 'paste');
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);

  const open = (input: HTMLInputElement | null): void => {
    onBeforePick?.();
    input?.click();
  };
  const picker = (
    ref: Ref<HTMLInputElement>,
    more: { id?: string | undefined; capture?: 'environment'; accept: string; 'aria-label'?: string | undefined },
  ): ReactElement => (
    <input
      ref={ref}
      type="file"
      multiple={!more.capture}
      tabIndex={-1}
      className="k-spoken"
      {...more}
      onClick={() => onBeforePick?.()}
      onChange={(event) => {
        const list = [...(event.currentTarget.files ?? [])];
        // Emptied, so that the same file can be chosen again after it was removed.
        event.currentTarget.value = '';
        onFiles(list, more.capture ? 'camera' : 'file');
      }}
    />
  );
  const scanner = hasCamera() ? (
    <Action
      small
      icon="camera"
      onClick={() => {
        onBeforePick?.();
        layer.open(scan);
      }}
    >
      Scan
    </Action>
  ) : null;
  return (
    <div
      className={styles.zone}
      data-over={over ? '' : undefined}
      data-wrong={wrong ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files], 'file');
      }}
    >
      {picker(files, { id, accept: ACCEPT, 'aria-label': name })}
      {phone ? (
        <>
          {picker(camera, { capture: 'environment', accept: 'image/*', 'aria-label': 'Photo from the camera' })}
          {picker(gallery, { accept: 'image/*', 'aria-label': 'Photos from the gallery' })}
          {scanner}
          <Action ref={focusRef} small icon="camera" onClick={() => open(camera.current)}>
            Camera
          </Action>
          <Action small icon="photo" onClick={() => open(gallery.current)}>
            Gallery
          </Action>
          <Action small icon="file" onClick={() => open(files.current)}>
            Files
          </Action>
        </>
      ) : (
        <>
          <Action ref={focusRef} small icon="file" onClick={() => open(files.current)}>
            Choose files
          </Action>
          {scanner}
          <p>or drop them here, or paste a picture. PDF or photo, each under 2 MB.</p>
        </>
      )}
      {scanning ? (
        <Camera
          pages={pages}
          onPages={setPages}
          onUsing={setUsing}
          onFiles={(list) => onFiles(list, 'camera')}
          onElsewhere={() => {
            layer.close();
            open(phone ? camera.current : files.current);
          }}
          onClose={layer.close}
        />
      ) : null}
    </div>
  );
}
