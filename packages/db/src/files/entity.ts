/** Defines the columns of a message's file and their conversion. */
import type { Attachment } from '@parley/contracts/messages/attachments';
import { type RawBuilder, sql } from 'kysely';

/** A row of `files` as an attachment, written by the database. */
const attachmentJson = `(jsonb_build_object('id', files.id, 'state', files.state, 'reason', files.reason,
  'name', files.name, 'type', files.type, 'kind', files.kind, 'size', files.size, 'width', files.width,
  'height', files.height, 'alt', files.alt, 'thumbnails', files.thumbnails)
  || case when files.active_content is null then '{}' else jsonb_build_object('activeContent', files.active_content) end
  || case when files.transcript is null then '{}' else jsonb_build_object('transcript', files.transcript) end)`;

/** For `select`, from a table called `files`. */
export const attachmentColumn: RawBuilder<Attachment> = sql.raw(attachmentJson);

/** Selects the files of a column of ids, in its order, as JSON; null if the column is null, without reading `files`. */
export const attachmentsNamed = (ids: string): string => `case when ${ids} is not null then (
    select jsonb_agg(${attachmentJson} order by array_position(${ids}, files.id))
    from files where files.id = any(${ids})) end`;

/**
 * The files of a message in their order, as JSON; null where it has none, which takes no look at `files`, or was
 * removed.
 */
export const attachmentsOf = (messages: string): string =>
  `case when ${messages}.removed_at is null then ${attachmentsNamed(`${messages}.attachment_ids`)} end`;
