/** Reads the fields of conversations in SQL, as `@parley/contracts/conversations/conversation-fields` describes them. */
import {
  columnOf,
  type ComputedField,
  type ConversationFieldName,
  fieldOf,
} from '@parley/contracts/conversations/conversation-fields';
import { Timestamp } from '@parley/contracts/schema';
import { type RawBuilder, sql } from 'kysely';
import { snakeCase } from '../column-names.ts';
import { instantText } from '../instant.ts';

/** Decided once for all rows: without attributes of contacts, no contact is looked up. */
const areContactsDescribed = `(select exists (select from attributes where subject = 'contact'))`;

/** Decided once for all rows, too: without companies, no contact is looked up for one. */
const areThereCompanies = `(select exists (select from companies))`;
const areCompaniesDescribed = `(select exists (select from attributes where subject = 'company'))`;

/** Fields without a column of their own, computed from a row called `%`. */
const computed: Record<ComputedField, string> = {
  representative: '(select users.name from users where users.id = %.assigned_representative_id)',
  team: '(select teams.name from teams where teams.id = %.team_id)',
  tags: `(select coalesce(jsonb_agg(tags.name order by lower(tags.name)), '[]') from tags where tags.id = any(%.tag_ids))`,
  isSpam: '(%.spam_at is not null)',
  attributeValues: `(select jsonb_object_agg(given.key, given.value -> 'value') from (
    select * from jsonb_each(%.attributes)
    union all select each.* from identities join contacts on contacts.id = identities.contact_id
      cross join jsonb_each(contacts.attributes) as each
    where identities.visitor_id = %.visitor_id and ${areContactsDescribed}
    union all select each.* from identities join contacts on contacts.id = identities.contact_id
      join companies on companies.id = contacts.company_id cross join jsonb_each(companies.attributes) as each
    where identities.visitor_id = %.visitor_id and ${areCompaniesDescribed}) as given)`,
  companyId: `(case when ${areThereCompanies} then (select contacts.company_id from identities
    join contacts on contacts.id = identities.contact_id where identities.visitor_id = %.visitor_id) end)`,
  company: `(case when ${areThereCompanies} then (select companies.name from identities
    join contacts on contacts.id = identities.contact_id join companies on companies.id = contacts.company_id
    where identities.visitor_id = %.visitor_id) end)`,
  unreadCount: '(%.customer_message_count - %.customer_messages_read)',
};

const isComputed = (name: ConversationFieldName): name is ComputedField => fieldOf(name).column === null;

/** Whether the value is an instant, which JSON has as text. */
const isInstant = (name: ConversationFieldName): boolean => fieldOf(name).type === Timestamp;

/** Gives a value its column's type: lists and objects are JSON, in columns of `jsonb`. */
export const valueFor = (value: unknown): RawBuilder<unknown> =>
  typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

/** The column of a field, in a table or CTE called `conversations`. */
export const columnRef = (name: ConversationFieldName): RawBuilder<unknown> =>
  sql.ref(`conversations.${snakeCase(columnOf(name))}`);

/** SQL of a field's value as JSON has it, from a row of this name. */
export function valueSql(name: ConversationFieldName, row: string): string {
  if (isComputed(name)) return computed[name].replaceAll('%', row);
  const column = `${row}.${snakeCase(columnOf(name))}`;
  return isInstant(name) ? instantText(column) : column;
}
