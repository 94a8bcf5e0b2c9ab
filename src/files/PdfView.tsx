import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { IconAction } from '#ui/Action.tsx';
import { openPdf } from './pdfEngine.ts';
import styles from './Viewer.module.css';

const STEPS = [1, 1.5, 2, 3] as const;

/** A PDF, drawn page by page. */
export function PdfView({
  bytes,
  name,
  onBroken,
}: {
  bytes: ArrayBuffer;
  name: string;
  onBroken: () => void;
}): ReactElement {
  const [document_, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  });

  useEffect(() => {
    let gone = false;
    const { document: opening, close } = openPdf(bytes);
    opening.then(
      (opened) => !gone && setDocument(opened),
      () => !gone && broken.current(),
    );
    return () => {
      gone = true;
      close();
    };
  }, [bytes]);

  useEffect(() => {
    if (!document_) return;
    let task: RenderTask | undefined;
    let gone = false;
    const draw = async (): Promise<void> => {
      const sheet = await document_.getPage(page);
      const target = canvas.current;
      if (gone || !target) return;
      const room = Math.max(240, (stage.current?.clientWidth ?? 600) - 16);
      const css = (room / sheet.getViewport({ scale: 1 }).width) * (STEPS[zoom] ?? 1);
      const sharp = Math.min(2, window.devicePixelRatio || 1);
      const viewport = sheet.getViewport({ scale: css * sharp });
      target.width = Math.floor(viewport.width);
      target.height = Math.floor(viewport.height);
      target.style.width = `${Math.floor(viewport.width / sharp)}px`;
      task = sheet.render({ canvas: target, viewport });
      await task.promise;
    };
    draw().catch((error: unknown) => {
      if (!gone && (error as { name?: string }).name !== 'RenderingCancelledException') broken.current();
    });
    return () => {
      gone = true;
      task?.cancel();
    };
  }, [document_, page, zoom]);

  const pages = document_?.numPages ?? 1;
  return (
    <>
      <div
        ref={stage}
        className={styles.stage}
        tabIndex={0}
        role="group"
        aria-label={name}
        aria-busy={document_ === null}
      >
        <div className={styles.pages}>
          <canvas ref={canvas} role="img" aria-label={`${name}, page ${page} of ${pages}`} />
        </div>
      </div>
      <div className={styles.bar}>
        <IconAction
          icon="back"
          name="Previous page of the bill"
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <span className={styles.count}>{`${page} of ${pages}`}</span>
        <IconAction
          icon="next"
          name="Next page of the bill"
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        />
        <IconAction icon="zoomOut" name="Zoom out" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <IconAction
          icon="zoomIn"
          name="Zoom in"
          disabled={zoom === STEPS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
    </>
  );
}
