import type { Act } from '@parley/contracts/acts';
import { sql } from 'kysely';

/** For `select`, from a table or CTE called `acts`. */
export const actColumns = sql.raw(`
  acts.conversation_id, acts.act_no, acts.after_seq, acts.kind, acts.cause,
  (select users.name from users where users.id = (acts.cause ->> 'userId')::uuid) as actor_name,
  acts.before, acts.after, acts.body, acts.created_at`);

export type ActRow = Omit<Act, 'createdAt'> & { createdAt: Date | string };

export const toAct = ({ createdAt, ...row }: ActRow): Act => ({ ...row, createdAt: new Date(createdAt).toISOString() });
