/** Kinds of due times: the targets of an SLA policy, and a time that the customer was promised. */
export const slaTargets = ['first_response', 'next_response', 'resolution'] as const;
export type SlaTarget = (typeof slaTargets)[number];

export const dueKinds = [...slaTargets, 'promise'] as const;
export type DueKind = (typeof dueKinds)[number];
