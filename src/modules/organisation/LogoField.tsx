import { useState, type ReactElement } from 'react';
import { MAX_LOGO_BYTES } from '#contract/limits.ts';
import { LOGO_FAULT } from '#domain/logo.ts';
import { FileZone } from '#files/FileZone.tsx';
import { Action } from '#ui/Action.tsx';
import styles from './Organisation.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/** A picture in base64. */
const textOf = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(reader.error ?? new Error('The picture cannot be read'));
    reader.readAsDataURL(file);
  });

interface LogoFieldProps {
  /** As it is; null: there is none. */
  before: string | null;
  /** A picture in base64; null: none from now on; undefined: it stays. */
  value: string | null | undefined;
  error: string | undefined;
  onChange: (value: string | null) => void;
}

/** The logo of the sign-in page: shown, chosen, taken away (ORG-37). */
export function LogoField({ before, value, error, onChange }: LogoFieldProps): ReactElement {
  const [type, setType] = useState('');
  const [wrong, setWrong] = useState<string>();
  const shown = value === undefined ? before : value && `data:${type};base64,${value}`;
  const choose = async (file: File): Promise<void> => {
    const fits = TYPES.includes(file.type) && file.size <= MAX_LOGO_BYTES;
    const text = fits ? await textOf(file).catch(() => null) : null;
    setWrong(text === null ? LOGO_FAULT : undefined);
    if (text === null) return;
    setType(file.type);
    onChange(text);
  };
  const said = wrong ?? error;
  return (
    <div className={styles.field}>
      <p className={styles.name}>Logo</p>
      {shown ? <img className={styles.logo} src={shown} alt="Logo" /> : null}
      <FileZone
        label="Logo"
        button={shown ? 'Another picture' : 'Choose a picture'}
        hint="PNG, JPEG or WebP, for the sign-in page."
        accept={TYPES.join()}
        sending={null}
        onFile={(file) => void choose(file)}
        onStop={() => undefined}
      />
      {said === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {said}
        </p>
      )}
      {shown ? (
        <div>
          <Action small look="quiet" onClick={() => onChange(null)}>
            Take the logo away
          </Action>
        </div>
      ) : null}
    </div>
  );
}
