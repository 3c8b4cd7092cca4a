/** Frames that tell staff what to fetch again: the team, its settings and its vocabulary. */
import * as Type from 'typebox';
import { Availability, User } from '../entities.ts';
import { ids, representative } from '../examples.ts';
import { builtInPermissions, builtInRoleIds } from '../permissions/permissions.ts';
import { Rights } from '../permissions/rights.ts';
import { Id, Nullable } from '../schema.ts';
import { frame } from './frame.ts';

const someRights: Rights = {
  roleId: builtInRoleIds.light,
  builtIn: 'light',
  roleName: 'light',
  permissions: [...builtInPermissions.light],
  scope: 'everything',
  teamIds: [],
  websiteIds: [],
  teammateIds: [],
};

export const installationFrames = [
  frame(
    'tags_updated',
    {},
    {
      subject: 'team',
      description:
        'The tags have changed: fetch them again, and conversations too, since merged and deleted tags are ' +
        'gone from them.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'attributes_updated',
    { contactId: Nullable(Id) },
    {
      subject: 'contact',
      description:
        'Attributes of a contact have changed or, with null, the declared attributes: fetch them again. ' +
        'Attributes of a conversation change by an activity.',
      audience: 'staff',
      examples: [{ contactId: null }],
    },
  ),
  frame(
    'contact_updated',
    { contactId: Id },
    {
      subject: 'contact',
      description:
        'A contact or the team’s notes about it have changed: fetch it again. An unknown one was merged into ' +
        'another.',
      audience: 'staff',
      examples: [{ contactId: ids.contact }],
    },
  ),
  frame(
    'rights_updated',
    { rights: Rights },
    {
      subject: 'team',
      description: 'The reader’s permissions or scope have changed: fetch everything again.',
      audience: 'staff',
      examples: [{ rights: someRights }],
    },
  ),
  frame(
    'roles_updated',
    {},
    {
      subject: 'team',
      description: 'Roles or teams have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'representative_updated',
    { representative: User },
    {
      subject: 'team',
      description: 'A user was added or has changed: status, name, picture, role.',
      audience: 'staff',
      examples: [{ representative }],
    },
  ),
  frame(
    'availability_updated',
    { userId: Id, availability: Availability },
    {
      subject: 'team',
      description:
        'A user became available, busy or offline: by their status, an open dashboard, input in it, an absence, or their shifts.',
      audience: 'staff',
      examples: [{ userId: ids.representative, availability: 'online' }],
    },
  ),
  frame(
    'absences_updated',
    {},
    {
      subject: 'team',
      description:
        'Absences or shifts of users, or what is assigned to them automatically, have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'settings_updated',
    { section: Type.String() },
    {
      subject: 'team',
      description: 'A section of the settings has changed: fetch them again.',
      audience: 'staff',
      examples: [{ section: 'widgetConfig' }],
    },
  ),
  frame(
    'canned_replies_updated',
    { ownerId: Nullable(Id) },
    {
      subject: 'team',
      description:
        'The canned replies of this representative or, with null, the shared ones have changed: fetch them again.',
      audience: 'staff',
      examples: [{ ownerId: null }],
    },
  ),
  frame(
    'websites_updated',
    {},
    { subject: 'team', description: 'The websites have changed: fetch them again.', audience: 'staff', examples: [{}] },
  ),
  frame(
    'schedules_updated',
    {},
    {
      subject: 'team',
      description: 'The schedules have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'sla_policies_updated',
    {},
    {
      subject: 'team',
      description: 'The SLA policies have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'forms_updated',
    {},
    { subject: 'team', description: 'The forms have changed: fetch them again.', audience: 'staff', examples: [{}] },
  ),
  frame(
    'reviews_updated',
    {},
    {
      subject: 'team',
      description: 'Reviews or scorecards have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'topics_updated',
    {},
    {
      subject: 'team',
      description: 'The topics that customers ask about have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'proactive_updated',
    {},
    {
      subject: 'team',
      description: 'The proactive messages or banners have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'rules_updated',
    {},
    {
      subject: 'team',
      description: 'The rules have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'delivery_updated',
    { channel: Type.String() },
    {
      subject: 'deliveries.manage',
      description: 'A delivery of a channel succeeded or failed: fetch its deliveries again.',
      audience: 'staff',
      examples: [{ channel: 'email' }],
    },
  ),
  frame(
    'inbound_mails_updated',
    {},
    {
      subject: 'mail.manage',
      description: 'A mail came in, or its outcome is known.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'mailboxes_updated',
    {},
    {
      subject: 'team',
      description: 'The mailboxes have changed: fetch them again.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'views_updated',
    { userId: Nullable(Id) },
    {
      subject: 'team',
      description:
        'Saved views or reports of this representative or, without one, shared ones have changed: fetch them again.',
      audience: 'staff',
      examples: [{ userId: null }],
    },
  ),
  frame(
    'live_visitors_updated',
    {},
    {
      subject: 'visitors.read',
      description: 'Visitors have come, gone or moved to other pages: fetch them again. Sent every 3 seconds at most.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'progress',
    { task: Type.String(), done: Type.Integer(), total: Nullable(Type.Integer()) },
    {
      subject: 'team',
      description: 'Progress of a long task; `total` is null while unknown.',
      audience: 'staff',
      examples: [{ task: 'sync', done: 1200, total: 5000 }],
    },
  ),
] as const;
