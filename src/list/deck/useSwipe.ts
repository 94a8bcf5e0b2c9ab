import { useRef, type PointerEvent, type PointerEventHandler } from 'react';
import { strokeFrom, strokeTo, swiped, type Stroke } from './swipe.ts';

/** What moves by itself under a finger: a picture that is larger than its frame, a field. */
const OWN = '[data-zoomed], input, textarea, select';

type Swiping = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  PointerEventHandler<HTMLElement>
>;

/**
 * Lets the card that these handlers are given to be swiped by one finger, to the right to approve, to the left to
 * reject; it says by `data-leaning` what would be decided. The card moves without being drawn again.
 */
export function useSwipe(onSwipe: (approve: boolean) => void): Swiping {
  const stroke = useRef<Stroke | null>(null);
  const letGo = ({ currentTarget: card }: PointerEvent<HTMLElement>): void => {
    stroke.current = null;
    card.style.translate = '';
    delete card.dataset['leaning'];
  };
  return {
    onPointerDown(event) {
      // A second finger is about the picture.
      if (!event.isPrimary) return letGo(event);
      if (event.pointerType === 'mouse' || (event.target as Element).closest(OWN)) return;
      stroke.current = strokeFrom(event.clientX, event.clientY);
    },
    onPointerMove(event) {
      const { currentTarget: card } = event;
      if (!stroke.current || !event.isPrimary) return;
      const before = stroke.current.is;
      stroke.current = strokeTo(stroke.current, event.clientX, event.clientY);
      if (stroke.current.is !== 'swipe') return;
      if (before !== 'swipe') card.setPointerCapture?.(event.pointerId);
      card.style.translate = `${stroke.current.by}px`;
      const leaning = swiped(stroke.current, card.clientWidth);
      if (leaning) card.dataset['leaning'] = leaning;
      else delete card.dataset['leaning'];
    },
    onPointerUp(event) {
      if (!stroke.current || !event.isPrimary) return;
      const decided = swiped(stroke.current, event.currentTarget.clientWidth);
      letGo(event);
      if (decided) onSwipe(decided === 'approve');
    },
    onPointerCancel: letGo,
  };
}
