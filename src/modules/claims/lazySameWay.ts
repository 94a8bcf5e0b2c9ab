import { optionalPart } from '#ui/lazyPart.tsx';

/** A form goes on without it where its code is not on the device yet. */
export const SameWay = optionalPart(() => import('./SameWay.tsx').then((module) => module.SameWay));
