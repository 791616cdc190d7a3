/** Roles of the console. A person holds one (security-and-trust 1). */
export const ROLES = ['support', 'reviewer', 'treasurer', 'listing', 'auditor', 'administrator'] as const
export type Role = (typeof ROLES)[number]

export type Power = {
  /**
   * One entry a signature: the roles of which one must give it, each by another person. Empty: a published
   * rule alone, no operator.
   */
  signers: readonly (readonly Role[])[]
  /** The first role prepares, and preparing is the first signature; the others follow. */
  prepared?: true
  /** Whether a reason of a closed list is asked, and with it a free text of 20–500 characters. */
  reason: 'none' | 'listed' | 'listed+text'
  /** The closed list. */
  reasons?: readonly string[]
  /**
   * Who sees the act: the member concerned under "My record", everybody, or whoever reads the conversation
   * that it is part of.
   */
  seen: 'member' | 'published' | 'conversation'
  /** When it takes effect, where that is not at once. */
  from?: 'next-business-day'
}

const power = <const P extends Power>(spec: P) => spec
const byRule = power({ signers: [], reason: 'none', seen: 'published' })
const listing = power({
  signers: [['listing'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})
const terms = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
  from: 'next-business-day',
})
const keys = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})
const statement = power({ signers: [['treasurer']], reason: 'none', seen: 'member' })
const halt = power({
  signers: [['reviewer']],
  reason: 'listed',
  reasons: ['feed', 'disorderly', 'system'],
  seen: 'published',
})
const resume = power({ signers: [['reviewer'], ['reviewer']], reason: 'none', seen: 'published' })

/**
 * All that operators may do, and nothing else: the rows of security-and-trust 1. What is not in here, nobody
 * can do.
 */
export const POWERS = {
  'deposit.credit': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'deposit.refuse': power({
    signers: [['treasurer'], ['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['not-received', 'amount-differs', 'name-differs', 'duplicate', 'member-asked'],
  }),
  'withdrawal.deny': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['name-differs', 'account-rejected', 'duplicate', 'member-asked', 'takeover', 'legal-hold'],
  }),
  'withdrawal.approve': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'statement.import': power({ signers: [['treasurer']], reason: 'none', seen: 'published' }),
  /**
   * A file for the bank of withdrawals that are approved already, each in one file; what was paid, the bank's
   * statement says.
   */
  'transfer.make': power({ signers: [['treasurer']], reason: 'none', seen: 'published' }),
  'withdrawal.mark-paid': statement,
  'withdrawal.mark-returned': statement,
  'chat.reply': power({ signers: [['support']], reason: 'none', seen: 'conversation' }),
  'chat.assign': power({
    signers: [['support', 'reviewer', 'treasurer']],
    reason: 'none',
    seen: 'conversation',
  }),
  /** Who works on a case of a queue: it changes nothing for the member. */
  'queue.assign': power({
    signers: [['support', 'reviewer', 'treasurer', 'listing']],
    reason: 'none',
    seen: 'conversation',
  }),
  'chat.canned': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'news.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'news.feed': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  'notice.publish': power({ signers: [['support']], reason: 'none', seen: 'published' }),
  /** Always a new, reversing entry, with a link to the wrong one. */
  'entry.reverse': power({
    signers: [['treasurer'], ['auditor']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['wrong-amount', 'wrong-member', 'duplicate', 'system-error'],
  }),
  'identity.accept': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'identity.reject': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: [
      'image-unreadable',
      'image-incomplete',
      'wrong-document',
      'expired',
      'name-differs',
      'number-differs',
      'duplicate',
    ],
  }),
  /** Looking at an identity image (security-and-trust 8). */
  'identity.view': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'bank-account.accept': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'bank-account.reject': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['name-differs', 'image-unreadable', 'number-differs', 'account-unknown', 'duplicate'],
  }),
  /** Looking at the picture of a passbook or cash card, in the same way as at an identity image. */
  'bank-account.view': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'loan.approve': power({ signers: [['reviewer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'loan.refuse': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['affordability', 'documents', 'identity-differs', 'member-asked'],
  }),
  'copy-subscription.refuse': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['level', 'cap', 'takeover', 'legal-hold'],
  }),
  /** By somebody who had no part in what is appealed against: the module says who had. */
  'appeal.decide': power({
    signers: [['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['upheld', 'overturned'],
  }),
  'ipo.publish': listing,
  'block-sale.publish': listing,
  'day-inventory.publish': listing,
  'ai-card.publish': listing,
  'copy-product.publish': listing,
  /**
   * Only before it opens (terms are never edited, a changed draft is another listing), and an offering whose
   * price is announced until its issue date begins (decision 0065).
   */
  'listing.void': power({
    ...listing,
    reason: 'listed',
    reasons: ['terms-wrong', 'issuer-asked', 'market-closed'],
  }),
  'draw.run': byRule,
  'allotment.decide': byRule,
  'day-application.decide': byRule,
  'ai-application.decide': byRule,
  'level.change': byRule,
  'credit-score.change': byRule,
  /** Ends by itself after 24 h unless a second reviewer signs `trading.freeze-on`. */
  'trading.freeze': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['takeover'],
  }),
  'trading.freeze-on': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['takeover'],
  }),
  'trading.unfreeze': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'stock.halt': halt,
  'market.halt': halt,
  'stock.resume': resume,
  'market.resume': resume,
  'fees.set': terms,
  'limits.set': terms,
  /** Business days: of the market, of the bank, and of whoever answers members (decision 0068). */
  'calendar.set': power({
    ...terms,
    reason: 'listed',
    reasons: ['holiday-law', 'exchange-closed', 'calendar-wrong'],
  }),
  /** Session hours: of the market alone (decision 0081). */
  'hours.set': power({
    ...terms,
    reason: 'listed',
    reasons: ['half-day', 'exchange-hours', 'calendar-wrong'],
  }),
  'document.publish': terms,
  'invitations.issue': terms,
  'key.rotate': keys,
  'operator.add': keys,
  'operator.role': keys,
  /** That the server's time is right, after a stop or a step which nobody but its machine attests. */
  'clock.confirm': keys,
  /** A check of the whole journal: it changes nothing, and everybody may know that it was made. */
  'journal.verify': power({ signers: [['auditor', 'administrator']], reason: 'none', seen: 'published' }),
  /** The books as a file. */
  'ledger.export': power({ signers: [['auditor']], reason: 'none', seen: 'published' }),
} as const satisfies Record<string, Power>

export type PowerName = keyof typeof POWERS
export const POWER_NAMES = Object.keys(POWERS) as readonly PowerName[]
export const powerOf = (name: PowerName): Power => POWERS[name]
/** Names come from requests too: one that every object has, `toString`, is no power. */
export const isPower = (name: string): name is PowerName => Object.hasOwn(POWERS, name)

/**
 * The powers that decide a case together: of one family, and by more than one person, so that a request of
 * theirs can stay open. What one signs alone is done at once.
 */
export const rivalsOf = (name: PowerName): readonly PowerName[] =>
  powerOf(name).signers.length < 2
    ? []
    : POWER_NAMES.filter(
        (other) => other.split('.', 1)[0] === name.split('.', 1)[0] && powerOf(other).signers.length > 1,
      )
