import { power, powers } from '#modules/staff/model/power.ts'

const halt = power({
  signers: [['reviewer']],
  reason: 'listed',
  reasons: ['feed', 'disorderly', 'system'],
  seen: 'published',
})

const resume = power({ signers: [['reviewer'], ['reviewer']], reason: 'none', seen: 'published' })

/** The powers to stop trading and to let it go on. */
export const POWERS = powers({
  'stock.halt': halt,
  'market.halt': halt,
  'stock.resume': resume,
  'market.resume': resume,
})
