import { power, powers } from '#modules/staff/model/power.ts'

/** Powers over what leaves the server. */
export const POWERS = powers({
  /** A message that no channel took gets its tries again, under the same key and to the same address. */
  'message.resend': power({ signers: [['support', 'administrator']], reason: 'none', seen: 'published' }),
})
