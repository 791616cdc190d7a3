import { power, powers } from '#modules/staff/model/power.ts'

/** What is published as news. */
export const POWERS = powers({
  'news.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'news.feed': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'notice.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
})
