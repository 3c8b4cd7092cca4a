import * as Type from 'typebox';
import { Id, Name } from '../schema.ts';

export const MailboxName = Type.Object(
  {
    id: Id,
    name: Name({ maxLength: 60 }),
    address: Type.String({ format: 'email', maxLength: 254, examples: ['support@example.com'] }),
  },
  { $id: 'MailboxName' },
);
/** Part of a mailbox that every user may know. */
export type MailboxName = Type.Static<typeof MailboxName>;
