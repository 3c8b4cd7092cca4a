/** The audit log: what is kept for how long, and whether it is whole. */
import * as Type from 'typebox';
import { Nullable, OneOf, Strict, Timestamp } from './schema.ts';

export const auditRetentions = ['90d', '1y', '2y', '5y', 'never'] as const;
/** How long entries are kept. */
export const AuditConfig = Strict({ retention: OneOf(auditRetentions) });

/** How a log that is whole in itself can differ from what was noted of it outside the database. */
const differences = ['shorter', 'restarted', 'differs'] as const;
export type AuditDifference = (typeof differences)[number];

/** Where the newest entry is noted outside the database. */
const noteKeepers = ['redis', 'file'] as const;
export type AuditNoteKeeper = (typeof noteKeepers)[number];

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
    /** What was noted of it outside the database and it was compared with; null where nothing is. */
    noted: Nullable(
      Type.Object({
        no: Type.Integer(),
        hash: Type.String({ examples: ['9f86d081884c7d65…'] }),
        at: Timestamp,
        /** Since when the notes agree with the log, one after the other. */
        since: Timestamp,
        keptIn: OneOf(noteKeepers),
      }),
    ),
    /**
     * The number of the first entry that does not hold, and why: it is `missing`, is `changed`, or an end of the chain is
     * not ours (`ends`). Of a log that is whole in itself the number of its newest entry, where it ends before the noted
     * one (`shorter`), was begun again since (`restarted`), or has another entry in its place (`differs`).
     */
    broken: Nullable(Type.Object({ no: Type.Integer(), why: OneOf(['missing', 'changed', 'ends', ...differences]) })),
  },
  { $id: 'AuditChain' },
);
export type AuditChain = Type.Static<typeof AuditChain>;
