/** Finds the attributes that a conversation lacks before it can be closed (`requiredToClose` of attributes). */
import { type RawBuilder, sql } from 'kysely';

/** Attribute that a conversation lacks before it can be closed. */
export interface MissingAttribute {
  key: string;
  name: string;
}

interface Closing {
  /** Only those that bind rules, the assistant and maintenance too. */
  isAutomatic: boolean;
  /** Columns of the row called `conversations`, or what is assigned to them. */
  teamId?: RawBuilder<unknown> | undefined;
  attributes?: RawBuilder<unknown> | undefined;
}

/**
 * Selects `key` and `name` of what the row called `conversations` lacks, by name. An attribute of contacts counts only
 * where there is a contact to set it on.
 */
export function missingToClose({
  isAutomatic,
  teamId = sql`conversations.team_id`,
  attributes = sql`conversations.attributes`,
}: Closing): RawBuilder<MissingAttribute> {
  const isYes = sql`(required.required_to_close -> 'isYes')::boolean`;
  const isLacking = (stored: RawBuilder<unknown>) => {
    const value = sql`${stored} #> array[required.key, 'value']`;
    return sql`case when ${isYes} then ${value} is distinct from 'true'::jsonb else ${value} is null end`;
  };
  return sql`
    select required.key, required.name from attributes as required
    where required.required_to_close is not null
      and (${!isAutomatic}::boolean or (required.required_to_close -> 'includesAutomation')::boolean)
      and (required.required_to_close -> 'teamIds' = '[]'
        or jsonb_exists(required.required_to_close -> 'teamIds', (${teamId})::text))
      and case when required.subject = 'conversation' then ${isLacking(attributes)}
        else exists (select from identities join contacts on contacts.id = identities.contact_id
          where identities.visitor_id = conversations.visitor_id and ${isLacking(sql`contacts.attributes`)}) end
    order by lower(required.name), required.key`;
}
