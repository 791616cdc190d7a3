import { power, powers } from '#modules/staff/model/power.ts'

/** The powers to publish news and to switch feeds. */
export const POWERS = powers({
  'news.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'news.feed': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'notice.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
})
