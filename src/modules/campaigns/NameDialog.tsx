import { useState, type FormEvent, type ReactElement } from 'react';
import { MAX_NAME } from '#contract/limits.ts';
import { parseCampaignName } from '#domain/campaign.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextInput } from '#ui/TextInput.tsx';

export interface NameDialogProps {
  /** Its current name. */
  name: string;
  busy: boolean;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name under which a campaign is stored (CAMP-3). */
export function NameDialog({ name, busy, onSubmit, onClose }: NameDialogProps): ReactElement {
  const [text, setText] = useState(name);
  const parsed = parseCampaignName(text);
  const blank = text.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Portals do not keep events to themselves: the form behind would take this one for its own.
    event.stopPropagation();
    if (parsed.ok && !busy) onSubmit(parsed.value);
  };
  return (
    <Dialog
      small
      size={440}
      title="Enter Campaign Name"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Action onClick={onClose}>Cancel</Action>
          <Action type="submit" look="primary" busy={busy} disabled={!parsed.ok}>
            Submit
          </Action>
        </>
      }
    >
      <TextInput
        label="Campaign Name"
        placeholder="Campaign Name"
        first
        value={text}
        onChange={setText}
        maxLength={MAX_NAME}
        error={parsed.ok || blank ? undefined : parsed.message}
      />
    </Dialog>
  );
}
