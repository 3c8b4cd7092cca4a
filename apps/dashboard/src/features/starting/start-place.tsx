/** Fields of a new conversation beside its message: where its mails come from, its website, and whom it is given to. */
import { SimpleGrid } from '@chakra-ui/react';
import { listMailboxNames } from '@parley/contracts/routes/mail';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { assignable } from '../../domain/conversation/assignable.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { useMay } from '../../forms/permissions.ts';
import { starting as words } from '../../i18n/en/starting.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { thread } from '../../i18n/en/thread.ts';
import { views } from '../../i18n/en/views.ts';
import { SelectField } from '../../ui/fields.tsx';

/** Choices by field; a field that is left out has its default. */
export interface StartPlace {
  mailboxId?: string;
  websiteId?: string;
  assignedRepresentativeId?: string | null;
  teamId?: string;
}

interface StartPlaceFieldsProps {
  place: StartPlace;
  onChange: (place: StartPlace) => void;
  /** Its messages are mails. */
  isMail: boolean;
  /** Its website doesn't follow from the contact. */
  asksWebsite: boolean;
}

const byDefault = '';
const nobody = 'nobody';

export function StartPlaceFields({ place, onChange, isMail, asksWebsite }: StartPlaceFieldsProps) {
  const me = useMe();
  const mayAssign = useMay('conversations.assign');
  const mailboxes = useRead(listMailboxNames, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const colleagues = assignable(useRead(listRepresentatives, {}).data).filter(({ id }) => id !== me.id);
  const teams = useTeams();
  const owners = [
    { value: byDefault, label: thread('personYou', { name: me.name }), owner: {} },
    { value: nobody, label: views('nobody'), owner: { assignedRepresentativeId: null } },
    ...colleagues.map(({ id, name }) => ({ value: id, label: name, owner: { assignedRepresentativeId: id } })),
    ...teams.map(({ id, name }) => ({
      value: id,
      label: ownership('teamNamed', { name }),
      owner: { assignedRepresentativeId: null, teamId: id },
    })),
  ];
  const { mailboxId, websiteId, assignedRepresentativeId, teamId, ...none } = place;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
      {isMail && mailboxes.length > 0 && (
        <SelectField
          label={views('mailbox')}
          value={mailboxId ?? byDefault}
          options={[
            { value: byDefault, label: words('mainAddress') },
            ...mailboxes.map(({ id, name, address }) => ({ value: id, label: `${name} <${address}>` })),
          ]}
          onChange={(chosen) => {
            const { mailboxId: _, ...others } = place;
            onChange(chosen === byDefault ? others : { ...others, mailboxId: chosen });
          }}
        />
      )}
      {asksWebsite && websites.length > 0 && (
        <SelectField
          label={views('website')}
          value={websiteId ?? byDefault}
          options={[
            { value: byDefault, label: views('noWebsite') },
            ...websites.map(({ id, domain }) => ({ value: id, label: domain })),
          ]}
          onChange={(chosen) => {
            const { websiteId: _, ...others } = place;
            onChange(chosen === byDefault ? others : { ...others, websiteId: chosen });
          }}
        />
      )}
      {mayAssign && (
        <SelectField
          label={views('assignee')}
          value={teamId ?? (assignedRepresentativeId === null ? nobody : (assignedRepresentativeId ?? byDefault))}
          options={owners}
          onChange={(chosen) =>
            onChange({
              ...none,
              ...(mailboxId !== undefined && { mailboxId }),
              ...(websiteId !== undefined && { websiteId }),
              ...owners.find(({ value }) => value === chosen)?.owner,
            })
          }
        />
      )}
    </SimpleGrid>
  );
}
