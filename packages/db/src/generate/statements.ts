/**
 * The set-based statements that fill the big tables. In every made-up conversation the odd messages and each sixth are
 * the customer's, the others answers; so all statistics have a closed form and agree with what `insertMessage` keeps.
 */

/** A number from 0 up that looks random and depends on its arguments only. */
const hashed = (...parts: string[]): string =>
  `(hashtextextended(concat_ws('/', ${parts.join(', ')}), 7) & 2147483647)`;

const isCustomer = '(seq % 2 = 1 or seq % 6 = 0)';
const customerCount = (seq: string): string => `((${seq} + 1) / 2 + ${seq} / 6)`;
const secondsAt = (seq: string): string => `(${seq} * gap)`;

export const createPlan = `
drop table if exists generated_sentences, generated_conversations;
create unlogged table generated_sentences (side boolean, number integer, text text);
create unlogged table generated_conversations (
  i integer, id uuid, created_at timestamptz, len integer, gap integer, website_id uuid, domain text, visitor_id uuid,
  email text, name text, status text, representative_id uuid, representative_name text, has_ai boolean,
  ends_unanswered boolean
);
`;

/** $1 conversations, $2 messages per conversation on average, $3 days of history, $4 first names, $5 last names. */
export const planConversations = `
insert into generated_conversations
select i, uuidv7(created_at - now()) as id, created_at, len, gap, website.id as website_id, website.domain,
  visitor_id, email, planned.name, status, representative.id as representative_id, representative.name as representative_name,
  i % 5 < 3 as has_ai, len % 2 = 1 or len % 6 = 0 as ends_unanswered
from (
  select i, date_trunc('milliseconds', now()
      - make_interval(secs => ($3::float8 * 86400 * (1 - (i - 0.5) / $1)) + 3600)) as created_at,
    ($2::int + case when i % 2 = 0 then 1 else -1 end * (${hashed("'len'", '((i - 1) / 2)')} % ($2::int - 1)))::int as len,
    20 + (${hashed("'gap'", 'i')} % 100)::int as gap,
    uuidv7() as visitor_id,
    case when i % 4 > 0 then lower(unaccented.first || '.' || unaccented.last) || i || '@'
      || (array['example.com', 'mail.example', 'post.example.org', 'inbox.example.net'])[i % 4 + 1] end as email,
    case when i % 4 > 0 then given.first || ' ' || given.last end as name,
    case when i <= $1 - greatest(20, $1 / 100) then 'closed' when i % 3 = 0 then 'waiting' else 'active' end as status
  from generate_series(1, $1::int) as i
  cross join lateral (select
    ($4::text[])[${hashed("'first'", 'i')} % cardinality($4::text[]) + 1] as first,
    ($5::text[])[${hashed("'last'", 'i')} % cardinality($5::text[]) + 1] as last) as given
  cross join lateral (select
    replace(search_words(given.first), ' ', '') as first,
    replace(search_words(given.last), ' ', '') as last) as unaccented
) planned
join (select id, domain, row_number() over (order by domain) - 1 as number, count(*) over () as total from websites)
  as website on website.number = planned.i % website.total
join (select id, name, row_number() over (order by name, id) - 1 as number, count(*) over () as total from users)
  as representative on representative.number = ${hashed("'rep'", 'i')} % representative.total
`;

export const insertVisitors = `
insert into visitors (id, website_id, email, name, user_agent, locale, time_zone, page_url, page_title, last_seen_at,
  created_at)
select visitor_id, website_id, email, name, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'en', 'Europe/Vienna', 'https://' || domain || '/', 'Welcome', created_at, created_at
from generated_conversations
`;

/** A made-up contact has the id of its only visitor. */
export const insertContacts = `
insert into contacts (id, created_at) select visitor_id, created_at from generated_conversations;
insert into identities (contact_id, kind, visitor_id, created_at)
select visitor_id, 'widget_session', visitor_id, created_at from generated_conversations;
insert into identities (contact_id, kind, value, created_at)
select visitor_id, 'email', lower(email), created_at from generated_conversations where email is not null
`;

/** $1 and $2: the first and last number of the part. */
export const insertMessages = `
insert into messages (conversation_id, seq, id, client_message_id, sender_type, sender_id, sender_name, content, via,
  customer_message_count, created_at)
select conversation.id, seq, uuidv7(at - now()), gen_random_uuid(), sender_type,
  case sender_type when 'representative' then representative_id end,
  case sender_type when 'representative' then representative_name when 'ai' then 'AI Assistant' end,
  first.text || case when (i + seq) % 3 = 0 then ' ' || second.text else '' end
    || case when (i + seq) % 10 = 0 then ' #' || 100000 + ${hashed("'order'", 'i', 'seq')} % 9000000 else '' end,
  case sender_type when 'representative' then 'dashboard' when 'ai' then 'ai' else 'widget' end,
  ${customerCount('seq')}, at
from generated_conversations as conversation
cross join lateral generate_series(1, len) as seq
cross join lateral (select
  created_at + make_interval(secs => ${secondsAt('seq')}) as at,
  case when ${isCustomer} then 'customer' when has_ai and seq <= 4 then 'ai' else 'representative' end as sender_type
) as written
join generated_sentences as first on first.side = (sender_type = 'customer')
  and first.number = ${hashed("'a'", 'i', 'seq')} % $3
join generated_sentences as second on second.side = (sender_type = 'customer')
  and second.number = ${hashed("'b'", 'i', 'seq')} % $3
where i between $1 and $2
`;

const lastAnswer = `(case when not ends_unanswered then len when (len - 1) % 2 = 0 and (len - 1) % 6 <> 0 then len - 1
  when len % 6 = 0 then len - 2 else len - 3 end)`;

export const insertConversations = `
insert into conversations (id, website_id, website_domain, visitor_id, customer_email, customer_name, status,
  assigned_representative_id, is_ai_assisted, last_seq, last_message_id, last_message_client_id,
  last_message_sender_type, last_message_sender_id, last_message_sender_name, last_message_preview, last_message_at,
  last_activity_at, customer_message_count, customer_messages_read, customer_read_seq, customer_delivered_seq,
  staff_read_seq, staff_delivered_seq, emailed_until_seq, representative_seq, representative_seq_by, unanswered_count,
  unanswered_since, unanswered_offset_seconds, waiting_since, closed_at, created_at, updated_at)
select generated.id, website_id, domain, visitor_id, generated.email, name, status,
  case when is_manual then representative_id end, not is_manual, len, message.id, message.client_message_id,
  message.sender_type, message.sender_id, message.sender_name, left(message.content, 300), message.created_at,
  message.created_at, message.customer_message_count, ${customerCount('read_seq')}, len, len, read_seq, read_seq, 0,
  case when is_manual then last_answer else 0 end, case when is_manual then representative_id end,
  case when is_open then ${customerCount('len')} - ${customerCount('last_answer')} else 0 end,
  case when is_open then first_unanswered_at end,
  case when is_open then gap * (len - last_answer - 1) * (len - last_answer) / 2 else 0 end,
  case when status = 'waiting' then coalesce(case when is_open then first_unanswered_at end, message.created_at) end,
  case when status = 'closed' then message.created_at + interval '1 hour' end,
  generated.created_at, message.created_at
from generated_conversations as generated
join messages as message on message.conversation_id = generated.id and message.seq = len
cross join lateral (select ${lastAnswer} as last_answer, not has_ai or len > 5 as is_manual) as shape
cross join lateral (select
  case when status = 'closed' then len when is_manual then last_answer else 0 end as read_seq,
  status <> 'closed' and ends_unanswered as is_open,
  generated.created_at + make_interval(secs => ${secondsAt('(last_answer + 1)')}) as first_unanswered_at) as state
`;

/** Counts the generated conversations like the trigger does. */
export const countConversations = `
insert into conversation_counts
select status, is_ai_assisted, assigned_representative_id, website_id, channel, customer_email is not null,
  customer_name is not null, count(*)
from conversations where id in (select id from generated_conversations) group by 1, 2, 3, 4, 5, 6, 7
`;
export const countBegun = `
insert into begun_counts
select date_trunc('day', created_at, 'UTC'), count(*)
from conversations where id in (select id from generated_conversations) group by 1
`;

export const insertConversationSearch = `
insert into conversation_search (conversation_id, document)
select id, search_document(concat_ws(' ', email, name, domain)) from generated_conversations
`;

/** Inserts search rows like the triggers do; the newest conversations have the greatest numbers. */
export const insertSearchedMessages = `
insert into search_rows (n, conversation_id, seq, words)
select n, conversation_id, seq, search_coded(search, n) from (
  select nextval('search_message_numbers') as n, conversation_id, seq, search
  from (
    select conversation_id, seq, search from messages
    where conversation_id in (select id from generated_conversations) order by id
  ) in_order
) numbered
`;
export const insertSearchedContacts = `
insert into search_rows (n, conversation_id, seq, words)
select n, conversation_id, 0, search_coded(document, n) from (
  select nextval('search_person_numbers') as n, conversation_id, document
  from (
    select conversation_id, document from conversation_search
    where conversation_id in (select id from generated_conversations) order by conversation_id
  ) in_order
) numbered
`;

/** An answer follows one customer message, or three where the one two before it was a customer's too. */
export const insertAnswers = `
insert into answers (conversation_id, seq, sender_type, sender_id, customer_messages, waited_seconds, answered_at)
select conversation.id, seq, case when has_ai and seq <= 4 then 'ai' else 'representative' end,
  case when has_ai and seq <= 4 then null else representative_id end,
  case when seq % 6 = 2 and seq > 2 then 3 else 1 end, gap * case when seq % 6 = 2 and seq > 2 then 6 else 1 end,
  created_at + make_interval(secs => ${secondsAt('seq')})
from generated_conversations as conversation cross join lateral generate_series(2, len, 2) as seq
where seq % 6 <> 0
`;

/**
 * The second message answers the first; if the assistant began, the eighth is a representative's first and answers
 * three.
 */
export const insertFirstAnswers = `
insert into first_answers (conversation_id, answered_by, seconds, answered_at)
select id, answered_by, gap * case when is_later then 3 else 1 end,
  created_at + make_interval(secs => ${secondsAt('case when is_later then 8 else 2 end')})
from generated_conversations cross join (values ('anybody'), ('representative')) as kind (answered_by)
cross join lateral (select answered_by = 'representative' and has_ai as is_later) as turn
where len >= case when is_later then 8 else 2 end
`;

export const addTotals = `
update totals set conversations = totals.conversations + added.conversations, messages = totals.messages + added.messages
from (select count(*) as conversations, sum(len) as messages from generated_conversations) as added where slot = 0
`;
