import { byRule, power, powers } from '#modules/staff/model/power.ts'

/** The powers to decide about a loan. */
export const POWERS = powers({
  'loan.approve': power({ signers: [['reviewer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'loan.refuse': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['affordability', 'documents', 'identity-differs', 'member-asked'],
  }),
  'credit-score.change': byRule,
})
