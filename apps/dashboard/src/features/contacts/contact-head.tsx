import { Button, IconButton, Input } from '@chakra-ui/react';
import type { Contact } from '@parley/contracts/conversations/contacts';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { getContact, updateContact } from '@parley/contracts/routes/contacts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, Pencil } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { isConflict } from '../../api/as-seen.ts';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { visitor } from '../../i18n/en/visitor.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { common } from '../../i18n/en/common.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { CustomerAvatar, CustomerName } from '../../ui/customer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { customerOf } from '../../domain/contacts/contact-customer.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './contacts.module.css';

/** Shows a contact's name and actions. */
export function ContactHead({ contact, children }: { contact: Contact; children?: ReactNode }) {
  const [isNaming, setIsNaming] = useState(false);
  const customer = customerOf(contact);
  return (
    <header className={styles.head}>
      <CustomerAvatar customer={customer} />
      <div className={styles.title}>
        {isNaming ? (
          <NameForm contact={contact} onDone={() => setIsNaming(false)} />
        ) : (
          <h1>
            <CustomerName customer={customer} />
            <IconButton size="2xs" variant="ghost" aria-label={words('rename')} onClick={() => setIsNaming(true)}>
              <Pencil size={13} aria-hidden />
            </IconButton>
          </h1>
        )}
        <p className={styles.quiet}>
          <Facts>
            <>
              {visitor('firstSeen')} <Time at={contact.firstSeenAt} />
            </>
            {contact.lastSeenAt && (
              <>
                {visitor('lastSeen')} <Time at={contact.lastSeenAt} />
              </>
            )}
          </Facts>
        </p>
        {contact.blockedAt && (
          <p className={styles.blocked}>
            <Ban size={14} aria-hidden />
            <span>
              {blockWords.rich('blockedBy', {
                who: contact.blockedBy ?? common('someone'),
                time: <Time key="time" at={contact.blockedAt} />,
              })}
            </span>
          </p>
        )}
      </div>
      {children}
    </header>
  );
}

function NameForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(contact.name ?? '');
  const [seen, setSeen] = useState(contact.name);
  const params = { id: contact.id };
  const save = useMutation({
    mutationFn: () => call(updateContact, { params, body: { name: name.trim(), expected: { name: seen } } }),
    onSuccess: (known) => {
      client.setQueryData(keyOf(getContact, { params }), known);
      onDone();
    },
    onError: async (error) => {
      toastFailure(error);
      if (!isConflict(error)) return;
      const queryKey = keyOf(getContact, { params });
      await client.refetchQueries({ queryKey });
      setSeen(client.getQueryData<Contact>(queryKey)?.name ?? null);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || name.trim() === contact.name) onDone();
    else save.mutate();
  };
  return (
    <form className={styles.naming} onSubmit={submit}>
      <Input
        ref={(field) => field?.focus()}
        size="sm"
        aria-label={words('name')}
        maxLength={nameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onDone()}
      />
      <Button type="submit" size="sm" {...pausedWhile(save.isPending)}>
        {attributeWords('save')}
      </Button>
      <Button size="sm" variant="ghost" onClick={onDone}>
        {common('cancel')}
      </Button>
    </form>
  );
}
