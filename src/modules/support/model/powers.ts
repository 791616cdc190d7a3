import { power, powers } from '#modules/staff/model/power.ts'

/** Powers of operators who answer members. */
export const POWERS = powers({
  'chat.reply': power({ signers: [['support']], reason: 'none', seen: 'conversation' }),
  'chat.assign': power({
    signers: [['support', 'reviewer', 'treasurer']],
    reason: 'none',
    seen: 'conversation',
  }),
  'chat.canned': power({ signers: [['support']], reason: 'none', seen: 'published' }),
})
