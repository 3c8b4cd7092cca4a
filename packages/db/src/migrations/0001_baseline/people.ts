/** Staff accounts, how they sign in, roles, teams, directories, and the settings of the installation. */
export const people = `
create table roles (
  id uuid primary key default uuidv7(),
  name text not null,
  built_in text unique check (built_in in ('admin', 'representative', 'lead', 'light', 'auditor')),
  permissions text[] not null default '{}',
  scope text not null default 'everything' check (scope in ('everything', 'teams', 'mine')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index roles_name on roles (lower(name));

create table users (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null,
  username text not null,
  password_hash text not null,
  role text not null check (role in ('admin', 'representative')),
  status text not null default 'offline' check (status in ('online', 'busy', 'offline')),
  profile_image_url text,
  is_active boolean not null default true,
  -- raised to end every session of the account
  session_epoch integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  language text,
  send_delay_seconds smallint not null default 0 check ((send_delay_seconds >= 0) and (send_delay_seconds <= 30)),
  second_factor_at timestamptz(3),
  kind text not null default 'person' check (kind in ('person', 'service')),
  role_id uuid references roles,
  read_translated boolean not null default false,
  has_password boolean not null default true
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));
create index users_role on users (role_id) where role_id is not null;

create table websites (
  id uuid primary key default uuidv7(),
  domain text not null unique,
  name text not null,
  is_active boolean not null default true,
  allowed_pages text[] not null default '{}',
  whitelist_mode boolean not null default false,
  identity_secret text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  first_seen_at timestamptz(3),
  files jsonb,
  help_host text unique,
  help_in_widget text not null default 'chat' check (help_in_widget in ('off', 'chat', 'first', 'only'))
);

create table invitations (
  id uuid primary key default uuidv7(),
  token_hash text not null unique,
  role text not null default 'representative' check (role in ('admin', 'representative')),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid references users on delete set null,
  revoked_at timestamptz(3),
  -- with its role an invitation is gone: nobody comes in with more than was meant
  role_id uuid references roles on delete cascade
);

create table api_keys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- hex SHA-256 of the whole key
  hash text not null unique,
  prefix text not null,
  calls_per_minute integer not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  ended_at timestamptz(3),
  permissions text[] not null,
  website_ids uuid[]
);
create index api_keys_of_user on api_keys (user_id);

create table idempotent_calls (
  -- the person, or the key
  caller text not null,
  -- hex SHA-256 of what the caller sent, and of the call it was sent with
  key text not null,
  call text not null,
  status smallint,
  content_type text,
  -- encrypted by the caller; null for an answer without a body
  answer text,
  begun_at timestamptz(3) not null default now(),
  primary key (caller, key)
);
create index idempotent_calls_begun on idempotent_calls (begun_at);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  -- as the authenticator calls it, base64url
  credential_id text not null unique,
  public_key bytea not null,
  -- how often it says it was used; some always say 0
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- encrypted by the caller
  secret text not null,
  -- the last time step with a used code: it and those before it are used up
  last_step bigint not null,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  -- one for the codes that were made together
  salt text not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

create table password_links (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_links_user on password_links (user_id);

create table teams (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index teams_name on teams (lower(name));

create table team_members (
  team_id uuid not null references teams on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);

create table team_websites (
  team_id uuid not null references teams on delete cascade,
  website_id uuid not null references websites on delete cascade,
  primary key (team_id, website_id)
);
create index team_websites_website on team_websites (website_id);

create table identity_providers (
  id uuid primary key default uuidv7(),
  name text not null,
  issuer text not null,
  client_id text not null,
  -- encrypted; empty for none
  client_secret text not null,
  scopes text[] not null,
  domains text[] not null,
  role text not null,
  groups_claim text not null,
  group_roles jsonb not null,
  trusted_for_second_factor boolean not null,
  is_active boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table provider_identities (
  provider_id uuid not null references identity_providers on delete cascade,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (provider_id, subject),
  constraint provider_identities_user unique (provider_id, user_id)
);
create index provider_identities_by_user on provider_identities (user_id);

create table scim_people (
  user_id uuid primary key references users on delete cascade,
  user_name text not null,
  external_id text,
  -- deleted there: deactivated here, and not there for the directory any more
  removed_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create unique index scim_people_user_name on scim_people (lower(user_name));
create index scim_people_external_id on scim_people (external_id) where external_id is not null;

create table scim_groups (
  id uuid primary key default uuidv7(),
  display_name text not null,
  external_id text,
  -- what its members are given; nothing until an administrator says so
  role_id uuid references roles,
  team_id uuid references teams on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index scim_groups_name on scim_groups (lower(display_name));

create table scim_group_members (
  group_id uuid not null references scim_groups on delete cascade,
  user_id uuid not null references users on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_members_user on scim_group_members (user_id);

-- Users with a role from their groups, and the role they had before.
create table scim_roles (
  user_id uuid primary key references users on delete cascade,
  role text not null,
  role_id uuid references roles on delete set null
);

create table scim_tokens (
  id uuid primary key default uuidv7(),
  name text not null,
  -- what it begins with, to know it by
  prefix text not null,
  -- hex SHA-256
  token_hash text not null unique,
  -- of the accounts it makes
  role text not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

create table settings (
  id boolean primary key default true check (id),
  widget_config jsonb not null default '{}',
  email_config jsonb not null default '{}',
  slack_config jsonb not null default '{}',
  tigon_config jsonb not null default '{}',
  trello_config jsonb not null default '{}',
  ai_config jsonb not null default '{}',
  business_hours jsonb not null default '{}',
  security_config jsonb not null default '{}',
  data_config jsonb not null default '{}',
  updated_at timestamptz(3) not null default now(),
  representatives_may jsonb not null default '{}',
  telegram_config jsonb not null default '{}',
  sign_in_config jsonb not null default '{}',
  audit_config jsonb not null default '{}',
  network_config jsonb not null default '{}',
  copilot_config jsonb not null default '{}'
);

create table images (
  hash text primary key,
  mime text not null,
  bytes bytea not null,
  size integer not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);
alter table images alter column bytes set storage external;
`;
