/** Who works here, who may join, on which websites, and who visits them. */
export const people = `
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
  updated_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));
create unique index users_username on users (lower(username));

create table invitations (
  id uuid primary key default uuidv7(),
  token_hash text not null unique,
  role text not null default 'representative' check (role in ('admin', 'representative')),
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by uuid references users on delete set null,
  revoked_at timestamptz(3)
);

create table websites (
  id uuid primary key default uuidv7(),
  domain text not null unique,
  name text not null,
  is_active boolean not null default true,
  allowed_pages text[] not null default '{}',
  whitelist_mode boolean not null default false,
  identity_secret text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table visitors (
  id uuid primary key default uuidv7(),
  website_id uuid references websites on delete set null,
  -- whom the website's own server vouched for: one visitor per website and key, whatever the browser
  identity_key text,
  email text,
  email_verified boolean not null default false,
  name text,
  user_agent text,
  locale text,
  time_zone text,
  page_url text,
  page_title text,
  page_referrer text,
  last_seen_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index visitors_identity on visitors (website_id, identity_key) where identity_key is not null;
create index visitors_email on visitors (lower(email)) where email is not null;
create index visitors_unsubscribed on visitors (lower(email)) where unsubscribed_at is not null;
create index visitors_last_seen on visitors (last_seen_at);
`;
