import { power, powers } from '#modules/staff/model/power.ts'

/** Powers of auditors to read the books, and of staff to write a note about a member. */
export const POWERS = powers({
  /** A check of the whole journal: it changes nothing, and everybody may know that it was made. */
  'journal.verify': power({ signers: [['auditor', 'administrator']], reason: 'none', seen: 'published' }),
  /** The books as a file. */
  'ledger.export': power({ signers: [['auditor']], reason: 'none', seen: 'published' }),
  /** A note or a tag, which no rule reads. */
  'member.note': power({
    signers: [['support', 'reviewer', 'treasurer', 'administrator']],
    reason: 'none',
    seen: 'own-data',
  }),
})
