import { useState, type ReactElement } from 'react';
import { Icon } from '#ui/Icon.tsx';
import type { FormBill } from './bill.ts';
import { useObjectUrl } from './useObjectUrl.ts';

/** A small picture of a bill, or a sign for its kind where the browser cannot draw it. */
export function Thumb({ bill }: { bill: FormBill }): ReactElement {
  const picture = bill.type.startsWith('image/');
  const url = useObjectUrl(picture ? bill.bytes : undefined, bill.type);
  const [broken, setBroken] = useState(false);
  if (!url || broken) return <Icon name={picture ? 'photo' : 'file'} size={26} />;
  return <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />;
}
