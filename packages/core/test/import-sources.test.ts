import type { ImportSourceId } from '@parley/contracts/imports/sources';
import { insertWebsite } from '@parley/db/websites/websites';
import {
  type HelpDesk,
  type HelpDeskData,
  startCrisp,
  startFreshdesk,
  startIntercom,
  startLibredesk,
  startZendesk,
} from '@parley/testing/help-desks';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffCaller } from '../src/callers.ts';
import type { ExternalContext } from '../src/external/services.ts';
import { createColleague, createTestContext, type TestContext, withExternalServices } from '../src/testing.ts';
import { checksum, countOf, reads, undoes, writes } from './imports-support.ts';

let context: TestContext & ExternalContext;
let admin: StaffCaller;
let maya: StaffCaller;
let desk: HelpDesk;

beforeEach(async () => {
  context = withExternalServices(await createTestContext());
  await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
  admin = await createColleague(context, 'Ada Byron', 'admin');
  maya = await createColleague(context, 'Maya Chen');
});
afterEach(async () => {
  await desk.close();
  await context.close();
});

const at = (minute: number): string => new Date(Date.UTC(2024, 0, 5, 10, minute)).toISOString();
const seconds = (minute: number): number => Date.parse(at(minute)) / 1000;
const mayaThere = { name: 'Maya Chen', email: 'maya.chen@example.com' };
const three = [1, 2, 3];

const zendesk: HelpDeskData = {
  brands: [{ id: 5, name: 'Shop', brand_url: 'https://shop.example.com' }],
  ticket_fields: [
    { id: 1, title: 'Subject', type: 'subject', removable: false },
    { id: 77, title: 'Order', type: 'text', removable: true },
  ],
  user_fields: [{ key: 'plan', title: 'Plan', type: 'dropdown', custom_field_options: [{ value: 'pro' }] }],
  organization_fields: [],
  organizations: [{ id: 9, name: 'Acme', domain_names: ['acme.example'], created_at: at(0) }],
  users: [
    { id: 1, role: 'agent', ...mayaThere },
    ...three.map((id) => ({
      id: 100 + id,
      role: 'end-user',
      name: `Jane ${id}`,
      email: `jane${id}@customer.example`,
      organization_id: 9,
      user_fields: { plan: 'pro' },
      created_at: at(0),
    })),
  ],
  tickets: three.map((id) => ({
    id,
    subject: `Question ${id}`,
    status: 'solved',
    requester_id: 100 + id,
    assignee_id: 1,
    brand_id: 5,
    tags: ['refund'],
    custom_fields: [{ id: 77, value: `A-${id}` }],
    priority: 'high',
    created_at: at(1),
    updated_at: at(9),
  })),
  comments: three.flatMap((id) => [
    {
      of: id,
      id: id * 10,
      author_id: 100 + id,
      html_body: '<p>Hello <b>there</b></p>',
      public: true,
      created_at: at(1),
    },
    { of: id, id: id * 10 + 1, author_id: 1, html_body: '<p>Hi</p>', public: true, created_at: at(3) },
    { of: id, id: id * 10 + 2, author_id: 1, body: 'Check the order', public: false, created_at: at(4) },
  ]),
  macros: [{ id: 1, title: 'Hello', actions: [{ field: 'comment_value', value: 'Hello!' }] }],
  articles: [
    { id: 1, title: 'Returns', body: '<p>Send it back.</p>', locale: 'en-us', draft: false, created_at: at(0) },
  ],
};

const intercom: HelpDeskData = {
  admins: [{ id: '1', ...mayaThere }],
  data_attributes: [
    { model: 'contact', name: 'plan', label: 'Plan', data_type: 'string', custom: true, options: [{ value: 'pro' }] },
    { model: 'conversation', name: '77', label: 'Order', data_type: 'string', custom: true },
  ],
  tags: [{ id: '1', name: 'refund' }],
  companies: [{ id: '9', name: 'Acme', website: 'https://acme.example', created_at: seconds(0) }],
  contacts: three.map((id) => ({
    id: `c${id}`,
    name: `Jane ${id}`,
    email: `jane${id}@customer.example`,
    custom_attributes: { plan: 'pro' },
    companies: { data: [{ id: '9' }] },
    notes: { total_count: 0 },
    created_at: seconds(0),
  })),
  conversations: three.map((id) => ({
    id: String(id),
    state: 'closed',
    created_at: seconds(1),
    updated_at: seconds(9),
    admin_assignee_id: 1,
    priority: 'priority',
    contacts: { contacts: [{ id: `c${id}` }] },
    tags: { tags: [{ name: 'refund' }] },
    custom_attributes: { '77': `A-${id}` },
    source: {
      id: 's',
      type: 'conversation',
      subject: `<p>Question ${id}</p>`,
      body: '<p>Hello <b>there</b></p>',
      author: { type: 'user', id: `c${id}`, name: `Jane ${id}` },
    },
    conversation_parts: {
      conversation_parts: [
        { id: '1', part_type: 'assignment', body: null, author: { type: 'admin', id: '1' }, created_at: seconds(2) },
        {
          id: '2',
          part_type: 'comment',
          body: '<p>Hi</p>',
          author: { type: 'admin', id: '1', name: 'Maya' },
          created_at: seconds(3),
        },
        {
          id: '3',
          part_type: 'note',
          body: '<p>Check the order</p>',
          author: { type: 'admin', id: '1' },
          created_at: seconds(4),
        },
      ],
    },
  })),
  macros: [{ id: '1', name: 'Hello', body: '<p>Hello!</p>', body_text: 'Hello!' }],
  articles: [
    {
      id: '1',
      title: 'Returns',
      body: '<p>Send it back.</p>',
      state: 'published',
      default_locale: 'en',
      created_at: seconds(0),
    },
  ],
};

const freshdesk: HelpDeskData = {
  agents: [{ id: 1, contact: mayaThere }],
  email_configs: [],
  ticket_fields: [{ name: '77', label: 'Order', type: 'custom_text', default: false }],
  contact_fields: [{ name: 'plan', label: 'Plan', type: 'custom_dropdown', default: false, choices: ['pro'] }],
  company_fields: [],
  companies: [{ id: 9, name: 'Acme', domains: ['acme.example'], created_at: at(0) }],
  contacts: three.map((id) => ({
    id: 100 + id,
    name: `Jane ${id}`,
    email: `jane${id}@customer.example`,
    company_id: 9,
    custom_fields: { plan: 'pro' },
    created_at: at(0),
  })),
  tickets: three.map((id) => ({
    id,
    subject: `Question ${id}`,
    status: 5,
    priority: 3,
    requester_id: 100 + id,
    responder_id: 1,
    tags: ['refund'],
    custom_fields: { '77': `A-${id}` },
    description: '<p>Hello <b>there</b></p>',
    created_at: at(1),
    updated_at: at(9 + id),
  })),
  conversations: three.flatMap((id) => [
    { of: id, id: id * 10, body: '<p>Hi</p>', incoming: false, private: false, user_id: 1, created_at: at(3) },
    {
      of: id,
      id: id * 10 + 1,
      body: '<p>Check the order</p>',
      incoming: false,
      private: true,
      user_id: 1,
      created_at: at(4),
    },
  ]),
  canned_response_folders: [{ id: 1, name: 'All' }],
  responses: [{ of: 1, id: 1, title: 'Hello', content: 'Hello!' }],
  categories: [{ id: 1 }],
  folders: [{ of: 1, id: 2 }],
  articles: [{ of: 2, id: 1, title: 'Returns', description: '<p>Send it back.</p>', status: 2, created_at: at(0) }],
};

const crisp: HelpDeskData = {
  operators: [
    { type: 'operator', details: { user_id: 'u1', first_name: 'Maya', last_name: 'Chen', email: mayaThere.email } },
  ],
  people: three.map((id) => ({
    people_id: `p${id}`,
    email: `jane${id}@customer.example`,
    person: { nickname: `Jane ${id}` },
    company: { name: 'Acme', domain: 'acme.example' },
    attributes: { plan: 'pro' },
    created_at: seconds(0) * 1000,
  })),
  conversations: three.map((id) => ({
    session_id: `session_${id}`,
    people_id: `p${id}`,
    state: 'resolved',
    created_at: seconds(1) * 1000,
    updated_at: seconds(9) * 1000,
    assigned: { user_id: 'u1' },
    meta: { nickname: `Jane ${id}`, subject: `Question ${id}`, segments: ['refund'], data: { '77': `A-${id}` } },
  })),
  messages: three.flatMap((id) => [
    {
      of: `session_${id}`,
      fingerprint: 1,
      type: 'text',
      from: 'user',
      content: 'Hello there',
      timestamp: seconds(1) * 1000,
    },
    {
      of: `session_${id}`,
      fingerprint: 2,
      type: 'event',
      from: 'operator',
      content: { namespace: 'state:resolved' },
      timestamp: seconds(2) * 1000,
    },
    {
      of: `session_${id}`,
      fingerprint: 3,
      type: 'text',
      from: 'operator',
      content: 'Hi',
      timestamp: seconds(3) * 1000,
      user: { user_id: 'u1', nickname: 'Maya' },
    },
    {
      of: `session_${id}`,
      fingerprint: 4,
      type: 'note',
      from: 'operator',
      content: 'Check the order',
      timestamp: seconds(4) * 1000,
      user: { user_id: 'u1' },
    },
  ]),
  locales: [{ locale: 'en' }],
  articles: [
    {
      article_id: 'a1',
      title: 'Returns',
      content: 'Send it back.',
      status: 'published',
      created_at: seconds(0) * 1000,
    },
  ],
};

const libredesk: HelpDeskData = {
  agents: [{ id: 1, first_name: 'Maya', last_name: 'Chen', email: mayaThere.email }],
  inboxes: [{ id: 5, name: 'Shop', channel: 'livechat' }],
  'custom-attributes': [
    { key: 'plan', name: 'Plan', data_type: 'list', values: ['pro'], applies_to: 'contact' },
    { key: '77', name: 'Order', data_type: 'text', applies_to: 'conversation' },
  ],
  tags: [{ id: 1, name: 'refund' }],
  contacts: three.map((id) => ({
    id: 100 + id,
    first_name: 'Jane',
    last_name: String(id),
    email: `jane${id}@customer.example`,
    custom_attributes: { plan: 'pro' },
    enabled: true,
    created_at: at(0),
  })),
  conversations: three.map((id) => ({
    uuid: `u-${id}`,
    contact_id: 100 + id,
    inbox_id: 5,
    subject: `Question ${id}`,
    status: 'Closed',
    priority: 'High',
    assigned_user_id: 1,
    tags: ['refund'],
    custom_attributes: { '77': `A-${id}` },
    created_at: at(1),
    closed_at: at(9),
  })),
  messages: three.flatMap((id) => [
    {
      of: `u-${id}`,
      uuid: '1',
      type: 'incoming',
      sender_type: 'contact',
      sender_id: 100 + id,
      content: '<p>Hello <b>there</b></p>',
      content_type: 'html',
      created_at: at(1),
    },
    { of: `u-${id}`, uuid: '2', type: 'activity', content: 'assigned', created_at: at(2) },
    {
      of: `u-${id}`,
      uuid: '3',
      type: 'outgoing',
      sender_type: 'agent',
      sender_id: 1,
      content: 'Hi',
      content_type: 'text',
      created_at: at(3),
    },
    {
      of: `u-${id}`,
      uuid: '4',
      type: 'outgoing',
      sender_type: 'agent',
      sender_id: 1,
      private: true,
      content: '<p>Check the order</p>',
      content_type: 'html',
      created_at: at(4),
    },
  ]),
  macros: [{ id: 1, name: 'Hello', message_content: '<p>Hello!</p>' }],
};

test.each<
  [
    ImportSourceId,
    (data: HelpDeskData) => Promise<HelpDesk>,
    HelpDeskData,
    { replies: number; articles: number; companies: number },
  ]
>([
  ['zendesk', startZendesk, zendesk, { replies: 1, articles: 1, companies: 1 }],
  ['intercom', startIntercom, intercom, { replies: 1, articles: 1, companies: 1 }],
  ['freshdesk', startFreshdesk, freshdesk, { replies: 1, articles: 1, companies: 1 }],
  ['crisp', startCrisp, crisp, { replies: 0, articles: 1, companies: 1 }],
  ['libredesk', startLibredesk, libredesk, { replies: 1, articles: 0, companies: 0 }],
])(
  'everything of %s is read page by page, becomes ours, and is undone',
  async (source, start, data, { replies, articles, companies }) => {
    desk = await start(data);
    const before = await checksum(context.db);
    const read = await reads(context, admin, { source, connection: desk.connection });
    const done = await writes(context, admin, read);
    expect(done.issues).toEqual([]);
    expect(countOf(done, 'conversation')).toMatchObject({ found: 3, created: 3 });
    expect(countOf(done, 'contact')).toMatchObject({ found: 3, created: 3 });
    expect(countOf(done, 'message')).toMatchObject({ found: 6, created: 6 });
    expect(countOf(done, 'note')).toMatchObject({ created: 3 });
    expect(countOf(done, 'canned_reply')?.created ?? 0).toBe(replies);
    expect(countOf(done, 'article')?.created ?? 0).toBe(articles);
    expect(countOf(done, 'company')?.created ?? 0).toBe(companies);
    const { rows } = await sql<Record<string, unknown>>`
    select subject, status, customer_email, customer_name, assigned_representative_id, closed_at,
      (select jsonb_path_query_array(conversations.attributes, '$.*.value')) as attributes,
      array(select name from tags where tags.id = any(tag_ids)) as tags,
      array(select content from messages where conversation_id = conversations.id order by seq) as contents,
      (select array_agg(sender_id) from messages where conversation_id = conversations.id and sender_type = 'representative') as authors,
      (select cause ->> 'userId' from activities where conversation_id = conversations.id and kind = 'noted') as noted_by,
      (select contacts.attributes -> 'plan' ->> 'value' from identities join contacts on contacts.id = contact_id
        where identities.visitor_id = conversations.visitor_id) as plan
    from conversations order by subject
  `.execute(context.db);
    expect(rows[0]).toMatchObject({
      subject: 'Question 1',
      status: 'closed',
      customerEmail: 'jane1@customer.example',
      customerName: 'Jane 1',
      assignedRepresentativeId: maya.user.id,
      attributes: ['A-1'],
      tags: ['refund'],
      contents: ['Hello there', 'Hi'],
      authors: [maya.user.id],
      notedBy: maya.user.id,
      plan: 'pro',
    });
    await undoes(context, admin, done.id);
    expect(await checksum(context.db)).toBe(before);
  },
);
