/** Conversations, their messages, activities and counts, and what the team keeps beside them. */
export const conversations = `
create table conversations (
  id uuid primary key default uuidv7(),
  website_id uuid references websites on delete set null,
  website_domain text,
  visitor_id uuid references visitors on delete set null,
  customer_email text,
  customer_name text,
  -- names the thread in mail subjects and reply addresses
  mail_token text not null unique default encode(substring(uuid_send(gen_random_uuid()) from 9), 'hex'),
  status text not null check (status in ('active', 'waiting', 'closed')),
  assigned_representative_id uuid references users on delete set null,
  is_ai_assisted boolean not null,
  -- raised by whatever makes an AI answer under way worthless
  ai_epoch integer not null default 0,
  -- the doctor's test conversation: in no list, no figure
  hidden boolean not null default false,
  last_seq integer not null default 0,
  last_message_id uuid,
  last_message_client_id uuid,
  last_message_sender_type text,
  last_message_sender_id uuid,
  last_message_sender_name text,
  last_message_preview text,
  last_message_at timestamptz(3),
  last_activity_at timestamptz(3) not null default now(),
  -- unread = customer_message_count - customer_messages_read
  customer_message_count integer not null default 0,
  customer_messages_read integer not null default 0,
  customer_read_seq integer not null default 0,
  customer_delivered_seq integer not null default 0,
  staff_read_seq integer not null default 0,
  staff_delivered_seq integer not null default 0,
  -- up to where the customer has the answers by mail
  emailed_until_seq integer not null default 0,
  -- the newest representative message, and the newest by anybody but its writer
  representative_seq integer not null default 0,
  representative_seq_by uuid,
  other_representative_seq integer not null default 0,
  -- customer messages not answered yet: how many, since when, and the sum of their seconds after that moment
  unanswered_count integer not null default 0,
  unanswered_since timestamptz(3),
  unanswered_offset_seconds double precision not null default 0,
  waiting_since timestamptz(3),
  hand_off_reason text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- the address that the customer has answered from by mail; proves nothing any more once the customer gives another
  proven_email text,
  last_act_no integer not null default 0,
  read_by_default integer,
  -- on the row, so that a list reads its tags with it; adding one locks the row of tags
  tag_ids uuid[] not null default '{}',
  priority conversation_priority not null default 'normal',
  snoozed_until timestamptz(3),
  snoozed_by uuid,
  snooze_wakes_on_reply boolean not null default true,
  -- by key: {"value", "source", "setBy", "setAt"}
  attributes jsonb not null default '{}',
  channel text not null default 'widget',
  page_path text,
  -- counts the edits of a conversation's messages; a message has the number of its last one
  last_edit_no integer not null default 0,
  -- Of its customer: a message looks at nothing but its conversation.
  is_blocked boolean not null default false,
  spam_at timestamptz(3),
  merged_into uuid references conversations on delete set null,
  merged_ids uuid[] not null default '{}',
  -- the seq over there of what its customer first wrote since
  continued_from integer,
  team_id uuid references teams on delete set null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
create index conversations_newest on conversations (last_activity_at desc, id desc) where not hidden;
create index conversations_by_status on conversations (status, last_activity_at desc, id desc) where not hidden;
create index conversations_by_assignee on conversations (assigned_representative_id, last_activity_at desc, id desc)
  where not hidden;
create index conversations_by_assignee_and_status on conversations
  (assigned_representative_id, status, last_activity_at desc, id desc) where not hidden;
create index conversations_open_by_assignee on conversations
  (assigned_representative_id, last_activity_at desc, id desc) where status <> 'closed' and not hidden;
create index conversations_by_visitor on conversations (visitor_id, id desc);
create index conversations_by_email on conversations (lower(customer_email), id desc)
  where customer_email is not null;
create index conversations_by_website on conversations (website_id);
create index conversations_unanswered on conversations (unanswered_since) where unanswered_since is not null
  and status <> 'closed' and not hidden;
create index conversations_closed on conversations (closed_at) where status = 'closed';
-- "tag_ids <> '{}'" must be said to use it: a message to a conversation without tags need not touch it
create index conversations_by_tag on conversations using gin (tag_ids) where tag_ids <> '{}';
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;
create index conversations_newest_by_website on conversations (website_id, last_activity_at desc, id desc)
  where not hidden;
create index conversations_by_priority on conversations (priority desc, last_activity_at desc, id desc)
  where not hidden;
create index conversations_waiting_longest on conversations (waiting_since, id) where waiting_since is not null
  and not hidden;
create index conversations_spam on conversations (last_activity_at desc, id desc) where spam_at is not null;
create index conversations_begun on conversations using brin (created_at) with (autosummarize);
create index conversations_merged on conversations (merged_into) where merged_into is not null;
create index conversations_unread on conversations (last_activity_at desc, id desc)
  where not hidden and (customer_message_count > coalesce(read_by_default, customer_messages_read)
    and (status <> 'closed' or customer_message_count > customer_messages_read)) is true;
create index conversations_by_team on conversations (team_id, last_activity_at desc, id desc)
  where team_id is not null;
-- Rows that say they began long before they were made, as an import may write them.
create index conversations_begun_before_made on conversations (id desc, created_at)
  where (uuid_extract_version(id) = 7
    and uuid_extract_timestamp(id) - created_at <= interval '1 hour') is not true;
-- How many those are is for the planner, which cannot tell from the columns one by one.
create statistics conversations_unread on (customer_message_count > coalesce(read_by_default, customer_messages_read)
  and (status <> 'closed' or customer_message_count > customer_messages_read)) from conversations;

create table messages (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  id uuid not null default uuidv7(),
  client_message_id uuid,
  sender_type text not null check (sender_type in ('customer', 'ai', 'representative')),
  sender_id uuid,
  sender_name text,
  message_type text not null default 'text',
  content text not null,
  via text not null default 'widget' check (via in ('widget', 'dashboard', 'email', 'ai', 'telegram')),
  -- the customer's messages up to and with this one
  customer_message_count integer not null,
  created_at timestamptz(3) not null default now(),
  search tsvector generated always as (search_document(content)) stored,
  copied_seq integer,
  edit_no integer,
  edited_at timestamptz(3),
  removed_at timestamptz(3),
  attachment_ids uuid[],
  -- of an answer of the assistant's, those sources that everybody can read
  sources jsonb,
  -- {language, sentIn, text}: what its author wrote, where content is the translation
  original jsonb,
  -- of a question of the assistant's: what it can be answered with in one tap
  choices jsonb,
  primary key (conversation_id, seq)
);
create unique index messages_id on messages (id);
create index messages_search on messages using gin (search);
create index messages_same_question on messages ((md5(search::text)::uuid), id) where sender_type = 'customer';
create unique index messages_client_id on messages (conversation_id, client_message_id, sender_type)
  where client_message_id is not null;

create table message_edits (
  conversation_id uuid not null references conversations on delete cascade,
  edit_no integer not null,
  seq integer not null,
  -- what it said before
  content text not null,
  edited_by uuid references users on delete set null,
  edited_at timestamptz(3) not null default now(),
  primary key (conversation_id, edit_no)
);

-- One row per answer: how many customer messages it answered, and their seconds of waiting added up.
create table answers (
  conversation_id uuid not null references conversations on delete cascade,
  seq integer not null,
  sender_type text not null check (sender_type in ('ai', 'representative')),
  sender_id uuid,
  customer_messages integer not null,
  waited_seconds double precision not null,
  answered_at timestamptz(3) not null,
  primary key (conversation_id, seq)
);
create index answers_newest on answers (answered_at) include (sender_type, customer_messages, waited_seconds);

create table first_answers (
  conversation_id uuid not null references conversations on delete cascade,
  -- by whomever, or by a person: a representative who answers first has both rows
  answered_by text not null check (answered_by in ('anybody', 'representative')),
  -- from the first of the customer's messages that it answered
  seconds double precision not null,
  answered_at timestamptz(3) not null,
  primary key (conversation_id, answered_by)
);
create index first_answers_newest on first_answers (answered_at) include (answered_by, seconds);

-- Totals kept up to date, in slots so that two writers rarely meet in one row.
create table totals (
  slot smallint primary key,
  conversations bigint not null default 0,
  messages bigint not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- How many conversations there are of each sort: the sum of n. A change appends rows and rewrites none, so that nobody
-- waits for anybody; the worker adds them up now and then (mergeCounts).
create table conversation_counts (
  status text not null,
  is_ai_assisted boolean not null,
  assigned_representative_id uuid,
  website_id uuid,
  channel text not null,
  has_email boolean not null,
  has_name boolean not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- As conversation_counts, of those alone that are not of normal priority, which are few: nearly no change appends a row.
create table pressing_counts (
  status text not null,
  is_ai_assisted boolean not null,
  assigned_representative_id uuid,
  website_id uuid,
  channel text not null,
  has_email boolean not null,
  has_name boolean not null,
  priority conversation_priority not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How many began on each day (of universal time).
create table begun_counts (
  day timestamptz not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table acts (
  conversation_id uuid not null references conversations on delete cascade,
  act_no integer not null,
  -- the last message before it
  after_seq integer not null,
  kind text not null,
  cause jsonb not null,
  before jsonb not null,
  after jsonb not null,
  -- one act of many made together, and the act that this one undoes
  batch_id uuid,
  undo_of integer,
  body text,
  created_at timestamptz(3) not null default now(),
  about integer,
  client_note_id uuid,
  -- What an act's undo needs beside its before: the columns that follow the status.
  kept jsonb,
  attachment_ids uuid[],
  is_copied boolean not null default false,
  primary key (conversation_id, act_no)
);
create index acts_about on acts (conversation_id, about) where about is not null;
create unique index acts_client_note_id on acts (conversation_id, client_note_id) where client_note_id is not null;
create unique index acts_of_mails on acts (conversation_id, kind, (after -> 'mail' ->> 'mailId'))
  where kind in ('mail_received', 'mail_added');

create table reads (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- the last message read, and how many of the customer's lie up to it
  seq integer not null,
  customer_messages integer not null,
  -- the newest act at that time
  act_no integer not null,
  marked_unread boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
create index reads_by_user on reads (user_id, conversation_id);
create index reads_marked on reads (user_id, conversation_id) where marked_unread;

create table mentions (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null,
  -- the note
  act_no integer not null,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  primary key (conversation_id, act_no, user_id),
  foreign key (conversation_id, act_no) references acts(conversation_id, act_no) on delete cascade
);
create index mentions_newest on mentions (user_id, created_at desc);
create index mentions_unread on mentions (user_id, created_at desc) where read_at is null;

create table drafts (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('reply', 'note')),
  -- of the message or note that it becomes: its clientMessageId or clientNoteId
  id uuid not null,
  content text not null,
  -- counts what was saved
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id, kind)
);
create index drafts_newest on drafts (user_id, updated_at desc);

create table followers (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- false for who wants to hear no more, whatever happens
  is_following boolean not null,
  source text not null check (source in ('choice', 'note', 'mention')),
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
);
create index followers_by_user on followers (user_id, conversation_id) where is_following;

create table reminders (
  user_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  remind_at timestamptz(3) not null,
  -- that its time has come was told
  told_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, conversation_id)
);
create index reminders_by_conversation on reminders (conversation_id);
create index reminders_untold on reminders (remind_at) where told_at is null;

create table tags (
  id uuid primary key default uuidv7(),
  name text not null,
  colour text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);
create unique index tags_name on tags (lower(name));

create table views (
  id uuid primary key default uuidv7(),
  name text not null,
  filter jsonb not null,
  sort text not null,
  scope text not null check (scope in ('me', 'team', 'all')),
  owner_id uuid not null references users on delete cascade,
  place integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  team_id uuid references teams on delete cascade
);
create index views_owner on views (owner_id);
create index views_team on views (team_id) where team_id is not null;

-- Conversations changed together, and what became of each.
create table batches (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users on delete cascade,
  commands jsonb not null,
  -- one undo for each
  undo_of uuid unique references batches on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  total integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  key_id uuid references api_keys on delete set null
);
create index batches_actor on batches (actor_id, created_at desc);
create index batches_created on batches (created_at);
create index batches_unfinished on batches (created_at) where finished_at is null;

create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  n integer not null,
  conversation_id uuid not null,
  -- the act that changed it, and in an undo also the one that is undone
  act_no integer,
  undo_of integer,
  outcome text check (outcome in ('changed', 'unchanged', 'refused')),
  reason text,
  said jsonb,
  primary key (batch_id, n)
);
create index batch_items_left on batch_items (batch_id, n) where outcome is null;

create table scheduled_messages (
  id uuid primary key default uuidv7(),
  conversation_id uuid not null references conversations on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- of the message that it becomes: it is stored once, however often and from wherever it is sent
  client_message_id uuid not null,
  content text not null,
  -- what is done together with it
  macro jsonb,
  due_at timestamptz(3) not null,
  delay_seconds smallint not null default 0,
  based_on_seq integer,
  only_if_quiet boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'stopped')),
  -- by whom it is being sent; taken up by another when that one is gone
  claimed_at timestamptz(3),
  code text,
  reason text,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  attachment_ids uuid[],
  original jsonb,
  key_id uuid references api_keys on delete cascade,
  unique (conversation_id, client_message_id)
);
create index scheduled_messages_due on scheduled_messages (due_at) where state <> 'stopped';
create index scheduled_messages_by_author on scheduled_messages (author_id, due_at);
create index scheduled_messages_by_key on scheduled_messages (key_id) where key_id is not null;

create table canned_replies (
  id uuid primary key default uuidv7(),
  -- null for one that all share
  owner_id uuid references users on delete cascade,
  name text not null,
  shortcut text not null,
  text text not null,
  variants jsonb not null default '[]',
  actions jsonb not null default '[]',
  -- of all websites where none is named; one that was deleted stays named, so that its replies show up nowhere
  website_ids uuid[] not null default '{}',
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  attachment_ids uuid[],
  constraint canned_replies_shortcut unique nulls not distinct (owner_id, shortcut)
);

create table canned_reply_uses (
  reply_id uuid not null references canned_replies on delete cascade,
  user_id uuid not null references users on delete cascade,
  uses integer not null default 0,
  last_used_at timestamptz(3) not null default now(),
  primary key (reply_id, user_id)
);

create table macro_runs (
  conversation_id uuid not null references conversations on delete cascade,
  client_macro_id uuid not null,
  user_id uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, client_macro_id)
);

create table files (
  id uuid primary key default uuidv7(),
  -- who has uploaded it
  visitor_id uuid references visitors on delete set null,
  user_id uuid references users on delete set null,
  -- the message that brings it; without its conversation, but with a seq, that one is deleted and this has to follow
  conversation_id uuid references conversations on delete set null,
  seq integer,
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'ready', 'refused')),
  reason text,
  name text not null,
  size bigint not null,
  type text,
  kind text,
  width integer,
  height integer,
  alt text,
  thumbnails jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  source jsonb,
  scheduled_id uuid references scheduled_messages on delete set null,
  canned_reply_id uuid references canned_replies on delete set null,
  -- the note that brings it, of its conversation
  act_no integer
);
create index files_conversation on files (conversation_id) where conversation_id is not null;
create index files_loose on files (updated_at) where conversation_id is null;
create index files_undecided on files (updated_at) where state in ('receiving', 'checking');
create index files_visitor on files (visitor_id, created_at) where visitor_id is not null;
create index files_user on files (user_id, created_at) where user_id is not null;
create index files_scheduled on files (scheduled_id) where scheduled_id is not null;
create index files_canned_reply on files (canned_reply_id) where canned_reply_id is not null;

create table hand_offs (
  conversation_id uuid primary key references conversations on delete cascade,
  packet jsonb not null,
  updated_at timestamptz(3) not null default now()
);
`;

/** Functions and triggers, after all tables. */
export const conversationsTriggers = `
create function conversation_channel() returns trigger language plpgsql as $$
begin
  new.channel := coalesce(
    (select channel from public.channel_sessions where visitor_id = new.visitor_id), new.channel);
  return new;
end
$$;
create trigger conversation_channel before insert on conversations
  for each row when (new.visitor_id is not null) execute function conversation_channel();

create function conversation_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden then
    insert into public.conversation_counts values (old.status, old.is_ai_assisted, old.assigned_representative_id,
      old.website_id, old.channel, old.customer_email is not null, old.customer_name is not null, -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden then
    insert into public.conversation_counts values (new.status, new.is_ai_assisted, new.assigned_representative_id,
      new.website_id, new.channel, new.customer_email is not null, new.customer_name is not null, 1);
  end if;
  return null;
end
$$;
create trigger conversation_counted after insert or delete on conversations for each row
  execute function conversation_counted();
create trigger conversation_recounted after update on conversations for each row when (
  (old.status, old.is_ai_assisted, old.assigned_representative_id, old.website_id, old.channel,
    old.customer_email is not null, old.customer_name is not null, old.hidden)
  is distinct from
  (new.status, new.is_ai_assisted, new.assigned_representative_id, new.website_id, new.channel,
    new.customer_email is not null, new.customer_name is not null, new.hidden)
) execute function conversation_counted();

create function conversation_hidden() returns trigger language plpgsql as $$
begin
  update public.totals set
    conversations = conversations + case when new.hidden then -1 else 1 end,
    messages = messages + case when new.hidden then -new.last_seq else new.last_seq end
  where slot = (pg_backend_pid() % 64)::smallint;
  return null;
end
$$;
create trigger conversation_hidden after update on conversations for each row when (old.hidden <> new.hidden)
  execute function conversation_hidden();

create function pressing_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden and old.priority <> 'normal' then
    insert into public.pressing_counts values (old.status, old.is_ai_assisted, old.assigned_representative_id,
      old.website_id, old.channel, old.customer_email is not null, old.customer_name is not null, old.priority, -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden and new.priority <> 'normal' then
    insert into public.pressing_counts values (new.status, new.is_ai_assisted, new.assigned_representative_id,
      new.website_id, new.channel, new.customer_email is not null, new.customer_name is not null, new.priority, 1);
  end if;
  return null;
end
$$;
create trigger pressing_added after insert on conversations
  for each row when (new.priority <> 'normal') execute function pressing_counted();
create trigger pressing_gone after delete on conversations
  for each row when (old.priority <> 'normal') execute function pressing_counted();
create trigger pressing_changed after update on conversations for each row when (
  (old.priority <> 'normal' or new.priority <> 'normal')
  and (old.status, old.is_ai_assisted, old.assigned_representative_id, old.website_id, old.channel,
    old.customer_email is not null, old.customer_name is not null, old.hidden, old.priority)
  is distinct from
  (new.status, new.is_ai_assisted, new.assigned_representative_id, new.website_id, new.channel,
    new.customer_email is not null, new.customer_name is not null, new.hidden, new.priority)
) execute function pressing_counted();

create function begun_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and not old.hidden then
    insert into public.begun_counts values (date_trunc('day', old.created_at, 'UTC'), -1);
  end if;
  if tg_op <> 'DELETE' and not new.hidden then
    insert into public.begun_counts values (date_trunc('day', new.created_at, 'UTC'), 1);
  end if;
  return null;
end
$$;
create trigger begun_counted after insert or delete on conversations for each row execute function begun_counted();
create trigger begun_recounted after update on conversations for each row
  when ((old.created_at, old.hidden) is distinct from (new.created_at, new.hidden)) execute function begun_counted();

create function forget_what_was_made_of_message() returns trigger language plpgsql as $$
begin
  delete from public.message_translations where conversation_id = old.conversation_id and seq = old.seq;
  delete from public.conversation_summaries where conversation_id = old.conversation_id and last_seq >= old.seq;
  if old.original is not null then
    update public.messages set original = null where conversation_id = old.conversation_id and seq = old.seq;
  end if;
  return null;
end
$$;
create trigger forget_what_was_made_of_message after update of content on messages
  for each row when (old.content is distinct from new.content) execute function forget_what_was_made_of_message();

create function begun_before(moment timestamp with time zone) returns uuid language sql stable parallel safe as $$
  select greatest(
    (lpad(to_hex(greatest(0, ceil(extract(epoch from moment) * 1000)::bigint + 3600000)), 12, '0') || 'ffffffffffffffffffff')::uuid,
    (select id from public.conversations
      where (uuid_extract_version(id) = 7
  and uuid_extract_timestamp(id) - created_at <= interval '1 hour') is not true and created_at < moment
      order by id desc limit 1))
$$;

create function add_customer_address() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.customer_email, new.visitor_id) is distinct from (old.customer_email, old.visitor_id)
  then perform add_address(new.visitor_id, new.customer_email); end if;
  return null;
end
$$;
create trigger conversations_address after insert or update of customer_email, visitor_id on conversations for each row
  when (new.customer_email is not null and new.visitor_id is not null) execute function add_customer_address();
`;
