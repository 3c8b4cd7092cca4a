import { Button } from '@chakra-ui/react';
import type { Attribute, AttributeContent, AttributeValue } from '@parley/contracts/conversations/attributes';
import { attributeTextMaxLength } from '@parley/contracts/conversations/limits';
import { getAttributesOf, listAttributes, setAttributes } from '@parley/contracts/routes/attributes';
import { getCompany, updateCompany } from '@parley/contracts/routes/companies';
import { getContact, updateContact } from '@parley/contracts/routes/contacts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Pencil } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { attributeWords } from '../../i18n/en/attributes.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { common } from '../../i18n/en/common.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './attributes.module.css';
import { contentOf, inputTypes, valueChoices, valueWords } from './value-words.ts';

interface Given {
  key: string;
  value: AttributeContent | null;
  expected: AttributeContent | null;
}

/** Shows the attributes of a conversation and its contact below a heading of their place; nothing if none is declared. */
export default function Attributes({ conversationId }: { conversationId: string }) {
  const client = useQueryClient();
  const params = { id: conversationId };
  const known = useRead(getAttributesOf, { params }).data;
  if (!known) return null;
  const queryKey = keyOf(getAttributesOf, { params });
  return (
    <AttributeList
      isTitled={false}
      values={[...known.contact, ...known.conversation]}
      onSave={async (given) =>
        client.setQueryData(queryKey, await call(setAttributes, { params, body: { values: [given] } }))
      }
      onRefused={() => void client.invalidateQueries({ queryKey })}
    />
  );
}

/** Shows a contact's attributes on their page. */
export function ContactAttributes({ contactId, values }: { contactId: string; values: readonly AttributeValue[] }) {
  const client = useQueryClient();
  const params = { id: contactId };
  const queryKey = keyOf(getContact, { params });
  return (
    <AttributeList
      subject="contact"
      values={values}
      onSave={async (given) =>
        client.setQueryData(queryKey, await call(updateContact, { params, body: { attributes: [given] } }))
      }
      onRefused={() => void client.invalidateQueries({ queryKey })}
    />
  );
}

/** Shows a company's attributes on its page; nothing if none is declared. */
export function CompanyAttributes({ companyId, values }: { companyId: string; values: readonly AttributeValue[] }) {
  const client = useQueryClient();
  const params = { id: companyId };
  const queryKey = keyOf(getCompany, { params });
  return (
    <AttributeList
      subject="company"
      values={values}
      onSave={async (given) =>
        client.setQueryData(queryKey, await call(updateCompany, { params, body: { attributes: [given] } }))
      }
      onRefused={() => void client.invalidateQueries({ queryKey })}
    />
  );
}

interface AttributeListProps extends Saving {
  /** Conversation and contact if left out. */
  subject?: Attribute['subject'];
  values: readonly AttributeValue[];
  /** False below a heading that says what they are. */
  isTitled?: boolean;
}

function AttributeList({ subject, values, isTitled = true, ...saving }: AttributeListProps) {
  const all = useRead(listAttributes, {}).data ?? [];
  const declared = all.filter((attribute) =>
    subject ? attribute.subject === subject : attribute.subject !== 'company',
  );
  const [editing, setEditing] = useState<string | null>(null);
  if (declared.length === 0) return null;
  return (
    <>
      {isTitled && <h3 className={styles.title}>{attributeWords('attributes')}</h3>}
      <dl className={styles.list}>
        {declared.map((attribute) => {
          const value = values.find(({ key }) => key === attribute.key);
          const isEditing = editing === attribute.key;
          return (
            <div key={attribute.id}>
              <dt>
                <bdi>{attribute.name}</bdi>
              </dt>
              <dd>
                {isEditing ? (
                  <AttributeField
                    {...saving}
                    attribute={attribute}
                    present={value?.value ?? null}
                    onDone={() => setEditing(null)}
                  />
                ) : (
                  <Shown attribute={attribute} value={value} onEdit={() => setEditing(attribute.key)} />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

interface ShownProps {
  attribute: Attribute;
  value: AttributeValue | undefined;
  onEdit: () => void;
}

function Shown({ attribute, value, onEdit }: ShownProps) {
  return (
    <div className={styles.shown}>
      <span>
        {value ? (
          <bdi>{valueWords(value.value, attribute.type)}</bdi>
        ) : (
          <span className={styles.quiet}>{attributeWords('notSet')}</span>
        )}
        {value?.source === 'page' && (
          <span className={styles.quiet} title={attributeWords('fromPageHint')}>
            {' '}
            {attributeWords('fromPage')}
          </span>
        )}
        {value?.source === 'form' && <span className={styles.quiet}> {formWords('byForm')}</span>}
        {value?.source === 'signed' && (
          <span className={styles.signed} title={attributeWords('fromSystemHint')}>
            <BadgeCheck size={14} aria-hidden /> {attributeWords('fromSystem')}
          </span>
        )}
      </span>
      <button type="button" aria-label={attributeWords('change', { name: attribute.name })} onClick={onEdit}>
        <Pencil size={13} aria-hidden />
      </button>
    </div>
  );
}

interface Saving {
  onSave: (given: Given) => Promise<unknown>;
  /** Another user may have been faster: their value is to be shown. */
  onRefused: () => void;
}

interface AttributeFieldProps extends Saving {
  attribute: Attribute;
  present: AttributeContent | null;
  onDone: () => void;
}

/** Field for one value, by the attribute's type; an empty field removes the value. */
function AttributeField({ attribute, present, onSave, onRefused, onDone }: AttributeFieldProps) {
  const [typed, setTyped] = useState(present === null ? '' : String(present));
  const save = useMutation({
    mutationFn: () => onSave({ key: attribute.key, value: contentOf(typed, attribute), expected: present }),
    onSuccess: onDone,
    onError: (error) => {
      toastFailure(error);
      onRefused();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const { type, name } = attribute;
  const choosable = valueChoices(attribute);
  const begin = (field: HTMLElement | null) => field?.focus();
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onDone();
  return (
    <form className={styles.form} onSubmit={submit}>
      {choosable || type === 'choice' || type === 'yes_no' ? (
        <select
          ref={begin}
          aria-label={name}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        >
          <option value="">{attributeWords('notSet')}</option>
          {choosable?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          ref={begin}
          aria-label={name}
          type={inputTypes[type]}
          step="any"
          maxLength={attributeTextMaxLength}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <span className={styles.buttons}>
        <Button type="submit" size="2xs" {...pausedWhile(save.isPending)}>
          {attributeWords('save')}
        </Button>
        <Button size="2xs" variant="ghost" onClick={onDone}>
          {common('cancel')}
        </Button>
      </span>
    </form>
  );
}
