import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { MAX_CODE, MAX_EMAIL, MAX_NAME } from '#contract/limits.ts';
import { configOptions } from '#data/loadConfig.ts';
import { useOnline } from '#data/online.ts';
import { presentNames } from '#domain/organisation.ts';
import { Action } from '#ui/Action.tsx';
import { Footer } from '#ui/Footer.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { TimeZoneInput } from '#ui/TimeZoneInput.tsx';
import { FeaturePanel } from '../FeaturePanel.tsx';
import styles from '../Login.module.css';
import { useLink } from '#ui/takeSecret.ts';
import { takeLink, useLinkSignIn, useSetup, type SetupValues } from '../useSetup.ts';

const EMPTY: SetupValues = { organisation: '', name: '', email: '', employeeCode: '' };
/** By whose days most people of this browser live. */
const ofBrowser = (): string => presentNames([new Intl.DateTimeFormat().resolvedOptions().timeZone])[0] ?? '';

const FIELDS = [
  { name: 'organisation', label: 'Organisation', most: MAX_NAME, capitals: 'words' },
  { name: 'name', label: 'Your name', most: MAX_NAME, capitals: 'words' },
  { name: 'email', label: 'Your work e-mail', most: MAX_EMAIL, kind: 'email' },
  { name: 'employeeCode', label: 'Your employee code', most: MAX_CODE, capitals: 'characters' },
] as const;

/** Where a link does not let one in. */
const OtherWay = (): ReactElement => (
  <Link to="/login" className={styles.other}>
    Sign in another way
  </Link>
);

/** Why one cannot go on, or could not. */
const Obstacles = ({ online, error }: { online: boolean; error: string | null }): ReactElement => (
  <>
    {online ? null : (
      <Notice tone="wait" icon="cloudOff">
        You are offline. This needs the network.
      </Notice>
    )}
    {error === null ? null : (
      <>
        <Notice tone="bad" icon="warning" role="alert">
          {error}
        </Notice>
        <OtherWay />
      </>
    )}
  </>
);

const ZONE_IS_SET = 'The server’s setting ORG_TIME_ZONE says which.';
const ZONE_MATTERS = 'Dates of claims are those of its days. It stays once there is a claim or a trip.';

/**
 * The organisation's name and time zone (ORG-36), and its first admin. A wrong field keeps what was typed and takes the
 * focus.
 */
function SetupForm({ secret }: { secret: string }): ReactElement {
  const [values, setValues] = useState(EMPTY);
  const [chosen, setChosen] = useState<string>();
  const { data: config } = useQuery(configOptions());
  const zoneIsSet = config?.orgTimeZoneSet === true;
  const timeZone = zoneIsSet ? config.orgTimeZone : (chosen ?? ofBrowser());
  const { busy, errors, error, submit } = useSetup(secret);
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) submit(zoneIsSet ? values : { ...values, timeZone });
  };
  return (
    <form ref={form} className={styles.code} noValidate onSubmit={onSubmit} aria-label="Set up Kharcha">
      <Obstacles online={online} error={error} />
      {FIELDS.map(({ name, label, most, ...more }) => (
        <TextInput
          key={name}
          {...more}
          label={label}
          value={values[name]}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          maxLength={most}
          error={errors[name]}
          disabled={busy}
          required
        />
      ))}
      <TimeZoneInput
        label="Time zone"
        hint={zoneIsSet ? ZONE_IS_SET : ZONE_MATTERS}
        value={timeZone}
        onChange={setChosen}
        error={errors['timeZone']}
        disabled={busy || zoneIsSet}
        required
      />
      <Action type="submit" look="primary" busy={busy} disabled={!online}>
        Set up
      </Action>
    </form>
  );
}

/** One press: what the link is for was said when it was made. */
function LinkSignIn({ secret }: { secret: string }): ReactElement {
  const { busy, error, signIn } = useLinkSignIn(secret);
  const online = useOnline();
  return (
    <div className={styles.code}>
      <Obstacles online={online} error={error} />
      <Action look="primary" busy={busy} disabled={!online} onClick={signIn}>
        Sign in
      </Action>
    </div>
  );
}

const OF_SETUP =
  'You become the organisation’s first admin, who puts in everybody else and decides how people sign in.';
const OF_SIGN_IN = 'This link signs the organisation admin in for whom it was made, once.';

/** Where a link of the server leads (ORG-8, ORG-33). */
export function SetupPage(): ReactElement {
  const [link] = useLink(takeLink);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <section className={styles.side}>
          <FeaturePanel />
        </section>
        <section className={styles.start} aria-labelledby="page-title">
          <h1 id="page-title" className={styles.title} tabIndex={-1}>
            {link?.signsIn === true ? 'Sign in' : 'Set up'}
          </h1>
          <p className={styles.welcome}>Welcome to Kharcha</p>
          {link === null ? (
            <>
              <Notice tone="wait">
                Open this page by the link that the server prints when it starts. It works once, for 24 hours.
              </Notice>
              <OtherWay />
            </>
          ) : (
            <>
              <p className={styles.soft}>{link.signsIn ? OF_SIGN_IN : OF_SETUP}</p>
              {link.signsIn ? (
                <LinkSignIn key={link.secret} secret={link.secret} />
              ) : (
                <SetupForm key={link.secret} secret={link.secret} />
              )}
            </>
          )}
        </section>
      </div>
      <Footer />
    </main>
  );
}
