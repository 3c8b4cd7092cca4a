/** Frames that tell staff what to fetch again: the team, its settings and its vocabulary. */
import * as Type from 'typebox';
import { User } from '../entities.ts';
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
        'The vocabulary of tags has changed: fetch it again, and conversations too, since tags that were merged or ' +
        'removed are no more on them.',
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
        'What is known of a contact has changed, or, with null, which attributes there are: fetch them again. What is ' +
        'known of a conversation changes by an activity.',
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
        'What is known of a person has changed, or what the team noted about them: fetch it again. One that is no more ' +
        'is another’s now.',
      audience: 'staff',
      examples: [{ contactId: ids.contact }],
    },
  ),
  frame(
    'rights_updated',
    { rights: Rights },
    {
      subject: 'team',
      description: 'What the reader may do, or of which conversations, is another now: fetch everything again.',
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
        'The canned replies of that representative, or with null those that all share, have changed: fetch them again.',
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
    'delivery_updated',
    { channel: Type.String() },
    {
      subject: 'deliveries.manage',
      description: 'Something was delivered over a channel, or was not: fetch its deliveries again.',
      audience: 'staff',
      examples: [{ channel: 'email' }],
    },
  ),
  frame(
    'inbound_mails_updated',
    {},
    {
      subject: 'mail.manage',
      description: 'A mail came in, or it is known what became of it.',
      audience: 'staff',
      examples: [{}],
    },
  ),
  frame(
    'views_updated',
    { userId: Nullable(Id) },
    {
      subject: 'team',
      description: 'Saved views have changed, that representative’s or, without one, shared ones: fetch them again.',
      audience: 'staff',
      examples: [{ userId: null }],
    },
  ),
  frame(
    'progress',
    { task: Type.String(), done: Type.Integer(), total: Nullable(Type.Integer()) },
    {
      subject: 'team',
      description: 'How far a long task is; `total` is null while it is unknown.',
      audience: 'staff',
      examples: [{ task: 'sync', done: 1200, total: 5000 }],
    },
  ),
] as const;
