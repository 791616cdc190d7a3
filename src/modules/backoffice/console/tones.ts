/** Tones of the states of webhooks and of their notices. */
export const HOOK_TONES = { active: 'ok', paused: 'grey', disabled: 'danger', deleted: 'grey' } as const
export const DELIVERY_TONES = { waiting: 'warn', sent: 'ok', failed: 'danger', dropped: 'grey' } as const
