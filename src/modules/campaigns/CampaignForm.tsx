import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { createCampaign, updateCampaign } from '#contract/calls/campaigns.ts';
import type { Campaign, CampaignFilters as Filters, FilterField } from '#contract/campaign.ts';
import { MESSAGES } from '#contract/error.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { CAMPAIGN_MESSAGES, maySubmit, parseCampaignFilters, statusesAfterGoal } from '#domain/campaign.ts';
import { DraftNotice, KeptNotice, plainDrafts, valuesFrom } from '#modules/claims/index.ts';
import { resolverOf } from '#form/resolver.ts';
import { useDraft, useFoundDraft } from '#form/useDraft.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { CampaignFilters } from './CampaignFilters.tsx';
import styles from './Campaigns.module.css';
import { SECTIONS } from './layout.ts';
import { Results } from './Results.tsx';
import { Side, Toolbar } from './Toolbar.tsx';
import { useCount } from './queries.ts';
import { emptyValues, filtersOf, isChosen, valuesOf, type CampaignValues } from './values.ts';

const NameDialog = lazyPart(() => import('./NameDialog.tsx').then((module) => module.NameDialog));
const drafts = plainDrafts(valuesFrom(emptyValues()));
const judge = resolverOf<CampaignValues, Filters>((values) => parseCampaignFilters(values));

export interface CampaignFormProps {
  mode: 'create' | 'edit' | 'rerun';
  /** The one that is changed, or searched again. */
  campaign?: Campaign;
}

const titlesOf = (fields: readonly string[]): string[] =>
  SECTIONS.filter((section) => section.fields.some((field) => fields.includes(field))).map(({ title }) => title);

/**
 * Filters, what they come to, and a name: a campaign is made, changed, or made again of another's filters (CAMP-14),
 * and the list comes up (CAMP-11). Without a network none of it is done (CAMP-18).
 */
export function CampaignForm({ mode, campaign }: CampaignFormProps): ReactElement {
  const { email } = useSession();
  const online = useOnline();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [start] = useState(() => (campaign ? valuesOf(filtersOf(campaign)) : emptyValues()));
  const form = useForm<CampaignValues>({
    defaultValues: start,
    mode: 'onSubmit',
    shouldFocusError: false,
    resolver: judge,
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(titlesOf(Object.keys(start).filter((field) => isChosen(start[field as FilterField])))),
  );
  const [lead, setLead] = useState<{ to: FilterField } | null>(null);
  const [naming, setNaming] = useState(false);
  const [saving, setSaving] = useState(false);
  const [cameBack, setCameBack] = useState(false);
  const count = useCount(
    campaign ? (mode === 'edit' ? { editOf: campaign.campaignId } : { rerunOf: campaign.campaignId }) : {},
  );
  const { changed } = count;
  const draft = useDraft(`campaign/${mode}/${campaign?.campaignId ?? 'new'}`, drafts);
  const { keep } = draft;
  const readOnly = mode === 'rerun';
  const judged = useRef(false);
  const replacing = useRef(false);
  // One key for one content: the same again makes no second campaign.
  const key = useRef({ of: '', key: '' });

  useEffect(() => {
    let last = form.getValues();
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: now }) => {
        const values = now as CampaignValues;
        const before = last;
        last = { ...values };
        // The form hands out copies: what counts is what is in them.
        const differs = (name: FilterField): boolean => String(values[name]) !== String(before[name]);
        if (!(Object.keys(values) as FilterField[]).some(differs)) return;
        changed();
        // A form that is filled in as a whole brings its own statuses, and nobody has typed it.
        if (!replacing.current) {
          keep(values);
          // Another goal, other org statuses: what was chosen under the former ones goes (CAMP-4, CAMP-5).
          if (differs('campaignGoals')) form.setValue('businessLineStatus', statusesAfterGoal(values.campaignGoals));
          if (differs('orgStatus') && values.dispositionStatus.length > 0) form.setValue('dispositionStatus', []);
        }
        // What one field says may depend on another: once judged, the whole form is judged at each change (CAMP-16).
        if (judged.current) void form.trigger();
      },
    });
  }, [form, changed, keep]);
  const replace = useCallback(
    (values: CampaignValues): void => {
      replacing.current = true;
      form.reset(values, { keepDefaultValues: true });
      replacing.current = false;
    },
    [form],
  );
  useFoundDraft(draft, (found) => {
    if (readOnly) return;
    replace(found);
    setOpen(new Set(titlesOf(Object.keys(found).filter((field) => isChosen(found[field as FilterField])))));
    setCameBack(true);
  });
  useEffect(() => {
    if (lead) form.setFocus(lead.to);
  }, [lead, form]);

  /** Brings the person to what is wrong, its section unfolded. */
  const complain = (): void => {
    judged.current = true;
    const parsed = parseCampaignFilters(form.getValues());
    const first = parsed.ok ? undefined : (Object.keys(parsed.errors)[0] as FilterField | undefined);
    toast.hint(MESSAGES.checkForm);
    if (first === undefined) return;
    setOpen((before) => new Set([...before, ...titlesOf([first])]));
    setLead({ to: first });
  };
  const search = async (): Promise<void> => {
    judged.current = true;
    if (!online) return toast.hint(NEEDS_NETWORK);
    const parsed = parseCampaignFilters(form.getValues());
    if (parsed.ok) await count.search(parsed.value);
  };
  const submit = (): void => {
    const may = maySubmit(count.searched !== null);
    if (may.ok) setNaming(true);
    else toast.error(may.message);
  };

  const save = async (campaignName: string): Promise<void> => {
    const may = maySubmit(count.searched !== null);
    if (!may.ok || !count.searched || !count.answer)
      return toast.error(may.ok ? CAMPAIGN_MESSAGES.searchFirst : may.message);
    const body = { ...count.searched, reportSummaryData: count.answer.data, campaignName };
    const content = JSON.stringify(body);
    if (key.current.of !== content) key.current = { of: content, key: crypto.randomUUID() };
    setSaving(true);
    try {
      if (mode === 'edit' && campaign)
        await call(updateCampaign, {
          query: { campaignId: campaign.campaignId },
          body,
          ifMatch: campaign.version,
          key: key.current.key,
        });
      else await call(createCampaign, { query: { email }, body, key: key.current.key });
      await draft.drop();
      toast.success(mode === 'edit' ? 'Campaign Updated Successfully.' : CAMPAIGN_MESSAGES.created);
      await navigate({ href: '/campaignManagement' });
      void invalidate(client, createCampaign);
    } catch (error) {
      setSaving(false);
      toast.error(messageOf(error));
    }
  };
  const toggle = useCallback(
    (title: string): void =>
      setOpen(
        (before) => new Set(before.has(title) ? [...before].filter((each) => each !== title) : [...before, title]),
      ),
    [],
  );
  const afresh = (): void => {
    void draft.clear();
    replace(start);
    setCameBack(false);
  };
  const old = count.answer !== null && count.searched === null;

  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event: FormEvent) => void form.handleSubmit(search, complain)(event)}
      aria-label={mode === 'rerun' ? 'Campaign' : 'Filters of the campaign'}
    >
      <Toolbar>
        <Action
          type="submit"
          look={count.searched ? 'plain' : 'primary'}
          busy={count.counting}
          refused={online ? undefined : NEEDS_NETWORK}
        >
          {mode === 'rerun' ? 'Rerun' : 'Search'}
        </Action>
        {count.searched ? (
          <Action look="primary" aria-haspopup="dialog" onClick={() => void form.handleSubmit(submit, complain)()}>
            Submit
          </Action>
        ) : null}
      </Toolbar>
      {online ? null : (
        <Notice tone="wait" icon="cloudOff" role="status">
          {readOnly
            ? 'Counting needs a connection.'
            : 'Counting and saving a campaign need a connection. Your choices are kept on this device until then.'}
        </Notice>
      )}
      <KeptNotice kept={draft.kept} onThrowAway={draft.dropKept} />
      {cameBack ? <DraftNotice onContinue={() => setCameBack(false)} onAfresh={afresh} /> : null}
      <div className={styles.columns}>
        <CampaignFilters control={form.control} readOnly={readOnly} open={open} onToggle={toggle} />
        <Side busy={count.counting} fresh={count.answer}>
          {count.answer ? (
            <Results
              counts={count.answer.data}
              waterfall={count.answer.waterfall}
              difference={count.answer.difference}
              coolOffPeriod={form.getValues('coolOffPeriod')}
              old={old || count.counting}
            >
              {old && !count.counting ? (
                <Notice tone="wait" icon="clock" role="status">
                  The filters have changed since. Search again.
                </Notice>
              ) : null}
            </Results>
          ) : (
            <p className={styles.before} role="status">
              {count.counting
                ? 'Counting…'
                : 'Results will appear here: companies, mails and mobile numbers. ' +
                  (mode === 'rerun' ? 'Rerun counts them again.' : 'Fields marked with * are required.')}
            </p>
          )}
        </Side>
      </div>
      {naming ? (
        <NameDialog
          name={mode === 'edit' ? (campaign?.campaignName ?? '') : ''}
          busy={saving}
          onSubmit={(name) => void save(name)}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </form>
  );
}
