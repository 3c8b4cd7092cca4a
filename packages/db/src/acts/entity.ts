import type { Act } from '@parley/contracts/acts';
import { sql } from 'kysely';

/** For `select`, from a table or CTE called `acts`; in text, for statements that run all day (`preparedRows`). */
export const actColumnsSql = sql.raw(`
  acts.conversation_id as "conversationId",
  acts.act_no as "actNo",
  acts.after_seq as "afterSeq",
  acts.kind,
  acts.cause,
  (select users.name from users where users.id = (acts.cause ->> 'userId')::uuid) as "actorName",
  acts.before,
  acts.after,
  acts.body,
  acts.created_at as "createdAt"`);

export type ActRow = Omit<Act, 'createdAt'> & { createdAt: Date | string };

export const toAct = ({ createdAt, ...row }: ActRow): Act => ({ ...row, createdAt: new Date(createdAt).toISOString() });
