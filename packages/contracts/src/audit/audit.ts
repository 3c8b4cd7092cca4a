/** The audit log: what is kept for how long, and whether it is whole. */
import * as Type from 'typebox';
import { Nullable, OneOf, Strict, Timestamp } from '../schema.ts';

export const auditRetentions = ['90d', '1y', '2y', '5y', 'never'] as const;
/** How long entries are kept. */
export const AuditConfig = Strict({ retention: OneOf(auditRetentions) });

/** How a log that is whole in itself can differ from what was noted of it outside the database. */
const differences = ['shorter', 'restarted', 'differs'] as const;
export type AuditDifference = (typeof differences)[number];

/** Stores outside the database that record the newest entry. */
const noteStores = ['redis', 'file'] as const;
export type AuditNoteStore = (typeof noteStores)[number];

/** Result of checking the hash chain. */
export const AuditChain = Type.Object(
  {
    /** How many entries hold, each by the one before. */
    entries: Type.Integer({ minimum: 0 }),
    /** Since when nothing is missing or changed but what was removed for its age. */
    begunAt: Nullable(Timestamp),
    /** Newest entry in the chain; a copy kept elsewhere can be compared with it later. */
    head: Nullable(Type.Object({ no: Type.Integer(), hash: Type.String({ examples: ['9f86d081884c7d65…'] }) })),
    /** Entries that should be in it and are not: no worker runs. */
    waiting: Type.Integer({ minimum: 0 }),
    /** Last record outside the database, which the log was compared with; null if there is none. */
    noted: Nullable(
      Type.Object({
        no: Type.Integer(),
        hash: Type.String({ examples: ['9f86d081884c7d65…'] }),
        at: Timestamp,
        /** Since when the notes agree with the log, one after the other. */
        since: Timestamp,
        keptIn: OneOf(noteStores),
      }),
    ),
    /**
     * Number of the first invalid entry, and the reason: it is `missing` or `changed`, or an end of the chain is
     * foreign (`ends`). For a log that is valid in itself, the number of the newest entry, if it ends before the noted
     * one (`shorter`), was restarted since (`restarted`), or has another entry in its place (`differs`).
     */
    broken: Nullable(Type.Object({ no: Type.Integer(), why: OneOf(['missing', 'changed', 'ends', ...differences]) })),
  },
  { $id: 'AuditChain' },
);
export type AuditChain = Type.Static<typeof AuditChain>;
