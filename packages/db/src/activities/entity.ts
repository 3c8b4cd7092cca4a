import type { Activity, NoteState } from '@parley/contracts/conversations/activities';
import type { Attachment } from '@parley/contracts/messages/attachments';
import { handOffText } from '@parley/contracts/assistant/hand-off';
import { englishOf } from '@parley/contracts/i18n/server-texts';
import { sql } from 'kysely';
import { attachmentsNamed } from '../files/entity.ts';

/** The activities that wrote and changed the note which an activity is about: a condition on a table called `versions`. */
const versionsOfNote = `versions.conversation_id = activities.conversation_id
  and coalesce(activities.about, activities.activity_no) in (versions.activity_no, versions.about)`;
const isAboutNote = `activities.kind in ('noted', 'note_edited', 'note_removed')`;

/** For `select`, from a table or CTE called `activities`. */
export const activityColumns = sql.raw(`
  activities.conversation_id, activities.activity_no, activities.after_seq, activities.kind, activities.cause,
  (select users.name from users where users.id = (activities.cause ->> 'userId')::uuid) as actor_name,
  activities.before, activities.after,
  case when ${isAboutNote} then
    (select case when bool_or(versions.kind = 'note_removed') then null
        else (array_agg(versions.body order by versions.activity_no desc))[1] end
      from activities versions where ${versionsOfNote})
    else activities.body end as body,
  case when ${isAboutNote} then json_build_object(
    'activityNo', coalesce(activities.about, activities.activity_no),
    'markdown', (select (array_agg(versions.markdown order by versions.activity_no desc))[1]
      from activities versions where ${versionsOfNote}),
    'editedAt', (select max(versions.created_at) from activities versions
      where versions.kind = 'note_edited' and ${versionsOfNote}),
    'mentions', (select coalesce(json_agg(mentions.user_id), '[]') from mentions
      where mentions.conversation_id = activities.conversation_id and mentions.activity_no = coalesce(activities.about, activities.activity_no)),
    'attachments', (select ${attachmentsNamed('versions.attachment_ids')} from activities versions
      where versions.conversation_id = activities.conversation_id and versions.activity_no = coalesce(activities.about, activities.activity_no)
        and not exists (select from activities removals where removals.conversation_id = activities.conversation_id
          and removals.about = versions.activity_no and removals.kind = 'note_removed'))
  ) end as note,
  activities.batch_id, activities.undo_of, activities.is_copied, activities.created_at`);

export type ActivityRow = Omit<Activity, 'createdAt' | 'note' | 'isCopied'> & {
  isCopied: boolean;
  createdAt: Date | string;
  note:
    | (Omit<NoteState, 'attachments' | 'markdown'> & { attachments: Attachment[] | null; markdown: string | null })
    | null;
};

const instant = (time: Date | string): string => new Date(time).toISOString();

export const toActivity = ({ createdAt, note, isCopied, ...row }: ActivityRow): Activity => ({
  ...row,
  body: englishReason(row.after) ?? row.body,
  ...(isCopied && { isCopied }),
  note: note && noteOf(note),
  createdAt: instant(createdAt),
});

const englishReason = ({ handOffSummary, reason }: Activity['after']): string | undefined =>
  handOffSummary ? handOffText(handOffSummary) : reason && englishOf(reason);

const noteOf = ({ attachments, markdown, ...note }: NonNullable<ActivityRow['note']>): NoteState => ({
  ...note,
  editedAt: note.editedAt && instant(note.editedAt),
  ...(attachments && { attachments }),
  ...(markdown !== null && { markdown }),
});
