import type { Act, NoteState } from '@parley/contracts/conversations/acts';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { sql } from 'kysely';
import { attachmentsNamed } from '../files/entity.ts';

/** The acts that wrote and changed the note which an act is about: a condition on a table called `versions`. */
const versionsOfNote = `versions.conversation_id = acts.conversation_id
  and coalesce(acts.about, acts.act_no) in (versions.act_no, versions.about)`;
const isAboutNote = `acts.kind in ('noted', 'note_edited', 'note_removed')`;

/** For `select`, from a table or CTE called `acts`. */
export const actColumns = sql.raw(`
  acts.conversation_id, acts.act_no, acts.after_seq, acts.kind, acts.cause,
  (select users.name from users where users.id = (acts.cause ->> 'userId')::uuid) as actor_name,
  acts.before, acts.after,
  case when ${isAboutNote} then
    (select case when bool_or(versions.kind = 'note_removed') then null
        else (array_agg(versions.body order by versions.act_no desc))[1] end
      from acts versions where ${versionsOfNote})
    else acts.body end as body,
  case when ${isAboutNote} then json_build_object(
    'actNo', coalesce(acts.about, acts.act_no),
    'editedAt', (select max(versions.created_at) from acts versions
      where versions.kind = 'note_edited' and ${versionsOfNote}),
    'mentions', (select coalesce(json_agg(mentions.user_id), '[]') from mentions
      where mentions.conversation_id = acts.conversation_id and mentions.act_no = coalesce(acts.about, acts.act_no)),
    'attachments', (select ${attachmentsNamed('versions.attachment_ids')} from acts versions
      where versions.conversation_id = acts.conversation_id and versions.act_no = coalesce(acts.about, acts.act_no)
        and not exists (select from acts removals where removals.conversation_id = acts.conversation_id
          and removals.about = versions.act_no and removals.kind = 'note_removed'))
  ) end as note,
  acts.batch_id, acts.undo_of, acts.is_copied, acts.created_at`);

export type ActRow = Omit<Act, 'createdAt' | 'note' | 'isCopied'> & {
  isCopied: boolean;
  createdAt: Date | string;
  note: (Omit<NoteState, 'attachments'> & { attachments: Attachment[] | null }) | null;
};

const instant = (time: Date | string): string => new Date(time).toISOString();

export const toAct = ({ createdAt, note, isCopied, ...row }: ActRow): Act => ({
  ...row,
  ...(isCopied && { isCopied }),
  note: note && noteOf(note),
  createdAt: instant(createdAt),
});

const noteOf = ({ attachments, ...note }: NonNullable<ActRow['note']>): NoteState => ({
  ...note,
  editedAt: note.editedAt && instant(note.editedAt),
  ...(attachments && { attachments }),
});
