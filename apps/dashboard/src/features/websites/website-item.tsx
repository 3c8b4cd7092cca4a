import { Box, Button, IconButton, Stack, Switch } from '@chakra-ui/react';
import type { Website } from '@parley/contracts/entities';
import {
  deleteWebsite,
  getIdentitySecret,
  listWebsites,
  rotateIdentitySecret,
  updateWebsite,
} from '@parley/contracts/routes/websites';
import type { Body } from '@parley/contracts/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { isConflict, seenOf } from '../../api/as-seen.ts';
import { useMay } from '../../forms/permissions.ts';
import { ScheduleField } from '../../domain/schedules/schedule-field.tsx';
import { rowProps } from '../../commands/rows.ts';
import { useDraft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { itemFields, labelOf, optionsOf } from '../../domain/fields/fields.ts';
import { labelsOf } from '../../forms/settings-form.tsx';
import { common } from '../../i18n/en/common.ts';
import { TeamField } from '../../domain/users/team-field.tsx';
import { routingWords } from '../../i18n/en/routing.ts';
import { scheduleWords } from '../../i18n/en/schedules.ts';
import { websiteWords } from '../../i18n/en/websites.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { WebsiteForms } from './website-forms.tsx';
import { InstallCheck } from './install-check.tsx';
import { WebsiteFiles } from './website-files.tsx';
import { WebsiteHelp } from './website-help.tsx';
import { isLook, WebsiteLook } from './website-look.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

const params = ({ id }: Website) => ({ id });
function useUpdate(website: Website) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<typeof updateWebsite>) =>
      call(updateWebsite, {
        params: params(website),
        body: { ...body, expected: { ...seenOf(website, body), ...body.expected } },
      }),
    onSuccess: (changed) => {
      client.setQueryData<Website[]>(keyOf(listWebsites), (all) =>
        all?.map((each) => (each.id === changed.id ? changed : each)),
      );
      toast({ title: websiteWords('updated') });
    },
    onError: async (error) => {
      toastFailure(error);
      if (isConflict(error)) await client.refetchQueries({ queryKey: keyOf(listWebsites) });
    },
  });
}

interface WebsiteProps {
  website: Website;
  /** Whether the user may change it; otherwise it is only shown. */
  may: boolean;
}

/** Edits a website: on and off, its page rules, its visitors' files, its identity secret. */
export function WebsiteItem({ website, may }: WebsiteProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const detailsId = useId();
  const update = useUpdate(website);
  const remove = useMutation({
    mutationFn: () => call(deleteWebsite, { params: params(website) }),
    onSuccess: () => {
      client.setQueryData<Website[]>(keyOf(listWebsites), (all) => all?.filter(({ id }) => id !== website.id));
      toast({ title: websiteWords('deleted') });
    },
    onError: (error) => toastFailure(error, common('deleteFailed')),
  });
  // The browser's own question: docs/product.md#widget-settings.
  const confirmAndRemove = () => {
    if (window.confirm(websiteWords('confirmDelete', { domain: website.domain }))) remove.mutate();
  };
  return (
    <Box as="li" {...rowProps} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
      <Box display="flex" alignItems="center" gap="2.5" px="4" minH="3.25rem">
        <Box flex="1" minW="0" py="2">
          <Box fontWeight="500" overflowWrap="anywhere">
            {website.domain}
          </Box>
          <Box display="flex" gap="1" flexWrap="wrap" color="fg.muted" fontSize="xs">
            {website.name && website.name !== website.domain && <span>{website.name} ·</span>}
            {website.whitelistMode ? (
              <Tag>{websiteWords('onlyRules', { count: website.allowedPages.length })}</Tag>
            ) : (
              <span>{websiteWords('everyPage')}</span>
            )}
          </Box>
        </Box>
        <Switch.Root
          size="sm"
          checked={website.isActive}
          disabled={!may}
          onCheckedChange={({ checked }) => update.mutate({ isActive: checked })}
        >
          <Switch.HiddenInput aria-label={websiteWords('widgetOn', { domain: website.domain })} aria-keyshortcuts="a" />
          <Switch.Control />
        </Switch.Root>
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={websiteWords('pageRulesOf', { domain: website.domain })}
          aria-keyshortcuts="o"
          aria-expanded={open}
          data-opens-website=""
          aria-controls={detailsId}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown size={16} style={{ rotate: open ? '180deg' : '0deg' }} aria-hidden />
        </IconButton>
        <IconButton
          size="xs"
          variant="ghost"
          aria-label={websiteWords('deleteOne', { domain: website.domain })}
          aria-keyshortcuts="#"
          disabled={!may}
          {...pausedWhile(remove.isPending, confirmAndRemove)}
        >
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </Box>
      {open && (
        <Box id={detailsId} px="4" pb="4">
          <WebsiteDetails website={website} may={may} />
        </Box>
      )}
    </Box>
  );
}

const editedOf = ({
  name,
  whitelistMode,
  allowedPages,
  files,
  help,
  scheduleId,
  teamId,
  promisesReplies,
  mailAfterMinutes,
  pushWorker,
  liveVisitors,
  look,
  forms,
}: Website) => ({
  name,
  whitelistMode,
  pages: allowedPages.join('\n'),
  files,
  help,
  scheduleId,
  teamId,
  promisesReplies,
  mailAfterMinutes,
  pushWorker,
  liveVisitors,
  look,
  forms,
});

const fields = { ...itemFields.website, pages: itemFields.website.allowedPages };

function changeOf({ pages, ...rest }: Partial<ReturnType<typeof editedOf>>) {
  const allowedPages = pages
    ?.split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return { ...rest, ...(allowedPages && { allowedPages }) };
}

const exampleWorker = '/parley-push.js';

/** Returns the usual delays, and the chosen one; 0 for never. */
const mailChoices = (chosen: number | null) =>
  [...new Set([0, 2, 5, 15, 60, 240, chosen ?? 0])]
    .toSorted((one, other) => one - other)
    .map((minutes) => ({
      value: String(minutes),
      label: minutes === 0 ? routingWords('never') : routingWords('minutes', { count: minutes }),
    }));

function WebsiteDetails({ website, may }: WebsiteProps) {
  const maySecrets = useMay('websites.secrets');
  const update = useUpdate(website);
  const client = useQueryClient();
  const draft = useDraft(`website ${website.id}`, editedOf(website));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isLook(draft.value.look)) return;
    update.mutate(
      { ...changeOf(draft.edits), expected: changeOf(draft.seen) },
      {
        onSuccess: () => draft.settle(draft.edits),
        onError: (error) => {
          const now = client.getQueryData<Website[]>(keyOf(listWebsites))?.find(({ id }) => id === website.id);
          if (now && isConflict(error)) draft.seeAnew(editedOf(now));
        },
      },
    );
  };
  return (
    <Stack gap="4">
      <form onSubmit={save}>
        <Stack gap="3.5">
          <TextField
            label={websiteWords('name')}
            maxLength={120}
            disabled={!may}
            value={draft.value.name}
            onChange={(event) => draft.set({ name: event.target.value })}
          />
          <SwitchField
            label={websiteWords('whitelist')}
            hint={websiteWords('whitelistHint')}
            checked={draft.value.whitelistMode}
            disabled={!may}
            onChange={(whitelistMode) => draft.set({ whitelistMode })}
          />
          <TextArea
            label={websiteWords('allowedPages')}
            hint={websiteWords('allowedPagesHint')}
            rows={3}
            fontFamily="mono"
            disabled={!may}
            value={draft.value.pages}
            onChange={(event) => draft.set({ pages: event.target.value })}
          />
          <WebsiteFiles value={draft.value.files} disabled={!may} onChange={(files) => draft.set({ files })} />
          <WebsiteHelp value={draft.value.help} disabled={!may} onChange={(help) => draft.set({ help })} />
          <TeamField value={draft.value.teamId} disabled={!may} onChange={(teamId) => draft.set({ teamId })} />
          <ScheduleField
            value={draft.value.scheduleId}
            none={scheduleWords('ofTeam')}
            disabled={!may}
            onChange={(scheduleId) => draft.set({ scheduleId })}
          />
          <SwitchField
            label={websiteWords('promisesReplies')}
            hint={websiteWords('promisesRepliesHint')}
            checked={draft.value.promisesReplies}
            disabled={!may}
            onChange={(promisesReplies) => draft.set({ promisesReplies })}
          />
          <SelectField
            label={websiteWords('mailAfter')}
            hint={websiteWords('mailAfterHint')}
            value={String(draft.value.mailAfterMinutes ?? 0)}
            disabled={!may}
            options={mailChoices(draft.value.mailAfterMinutes)}
            onChange={(chosen) => draft.set({ mailAfterMinutes: Number(chosen) || null })}
          />
          <TextField
            label={websiteWords('pushWorker')}
            hint={websiteWords('pushWorkerHint')}
            dir="ltr"
            placeholder={exampleWorker}
            disabled={!may}
            value={draft.value.pushWorker ?? ''}
            error={faultOf(update.error, 'pushWorker')}
            onChange={({ target }) => draft.set({ pushWorker: target.value.trim() || null })}
          />
          <WebsiteForms value={draft.value.forms} disabled={!may} onChange={(forms) => draft.set({ forms })} />
          <SelectField
            label={websiteWords('liveVisitors')}
            hint={websiteWords('liveVisitorsHint')}
            value={draft.value.liveVisitors}
            disabled={!may}
            options={optionsOf(itemFields.website.liveVisitors)}
            onChange={(liveVisitors) => draft.set({ liveVisitors })}
          />
          <WebsiteLook
            value={draft.value.look}
            disabled={!may}
            error={update.error}
            onChange={(look) => draft.set({ look })}
          />
        </Stack>
        <SaveBar
          isDirty={draft.isDirty}
          isPending={update.isPending}
          onReset={draft.reset}
          unsaved={labelsOf(draft.edits, (field) => labelOf(fields[field]))}
        />
      </form>
      {may && (
        <Box mx="-4" px="4" pt="4" borderTopWidth="1px">
          <InstallCheck website={website} />
        </Box>
      )}
      {maySecrets && (
        <Box mx="-4" px="4" pt="4" borderTopWidth="1px">
          <IdentitySecret website={website} />
        </Box>
      )}
    </Stack>
  );
}

/** The secret with which the website's own server vouches for its users' email addresses. */
function IdentitySecret({ website }: { website: Website }) {
  const [secret, setSecret] = useState<string | null>(null);
  const show = useMutation({
    mutationFn: () => call(getIdentitySecret, { params: params(website) }),
    onSuccess: (answer) => setSecret(answer.secret),
    onError: (error) => toastFailure(error),
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateIdentitySecret, { params: params(website) }),
    onSuccess: (answer) => {
      setSecret(answer.secret);
      toast({ title: websiteWords('updated') });
    },
    onError: (error) => toastFailure(error),
  });
  const confirmAndRotate = () => {
    if (window.confirm(websiteWords('confirmReplace'))) rotate.mutate();
  };
  return (
    <Box data-setting="">
      <Box fontSize="sm" fontWeight="500">
        {websiteWords('secret')}
      </Box>
      <Box fontSize="xs" color="fg.muted" mb="2">
        {websiteWords('secretHint')}
      </Box>
      {secret ? (
        <CopyLine text={secret} label={websiteWords('copySecret')} keys="y" />
      ) : (
        <Button variant="outline" size="xs" aria-keyshortcuts="v" {...pausedWhile(show.isPending, () => show.mutate())}>
          {websiteWords('showSecret')}
        </Button>
      )}
      <Button
        ms={secret ? '0' : '2'}
        mt={secret ? '2' : '0'}
        variant="outline"
        size="xs"
        aria-keyshortcuts="r"
        onClick={confirmAndRotate}
      >
        {websiteWords('replace')}
      </Button>
    </Box>
  );
}
