/** The audit log: what is kept for how long, and whether it is whole. */
import * as Type from 'typebox';
import { Nullable, OneOf, Strict, Timestamp } from './schema.ts';

export const auditRetentions = ['90d', '1y', '2y', '5y', 'never'] as const;
/** How long entries are kept. */
export const AuditConfig = Strict({ retention: OneOf(auditRetentions) });

/** What the chain of the log says of it. */
export const AuditChain = Type.Object(
  {
    /** How many entries hold, each by the one before. */
    entries: Type.Integer({ minimum: 0 }),
    /** Since when nothing is missing or changed but what was removed for its age. */
    begunAt: Nullable(Timestamp),
    /** The newest entry in it: whoever notes this elsewhere can compare it later. */
    head: Nullable(Type.Object({ no: Type.Integer(), hash: Type.String({ examples: ['9f86d081884c7d65…'] }) })),
    /** Entries that should be in it and are not: no worker runs. */
    waiting: Type.Integer({ minimum: 0 }),
    /** The number of the first entry that does not hold, and why: it is not there, is not what it was, or an end of the
     * chain is not ours. */
    broken: Nullable(Type.Object({ no: Type.Integer(), why: OneOf(['missing', 'changed', 'ends']) })),
  },
  { $id: 'AuditChain' },
);
export type AuditChain = Type.Static<typeof AuditChain>;
