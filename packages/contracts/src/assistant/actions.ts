/** Actions of the assistant. The log of deliveries lists their calls; the reply that needs one makes it, once. */
export const action = { id: 'action', name: 'Actions', docs: 'actions' } as const;
