/** Roles of the console (security-and-trust 1). A person holds one, perhaps further ones (decision 0165). */
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
  /** Beside `prepared`: records of before it are run again in whichever order they were signed. */
  preparedSince?: 'decision-0203'
  /** Signed by those who hold the role for good: no deputy gives powers on. */
  standing?: true
  /** The reason asked for: none, one of a closed list, or that with a free text of 20–500 characters. */
  reason: 'none' | 'listed' | 'listed+text'
  /** The closed list. */
  reasons?: readonly string[]
  /**
   * Readers of the act: the member concerned under "My record", everybody, whoever reads the conversation
   * that it is part of, or the member in the file of own data. `sealed`: those who may sign it, and
   * everybody by a published count; only for what does nothing but seal a case, as `sealed.test.ts` holds.
   */
  seen: 'member' | 'published' | 'conversation' | 'own-data' | 'sealed'
  /** The day on which it takes effect, where that is not at once. */
  from?: 'next-business-day'
  /** Another power has taken its place: acts of before are run again, and no new signature is taken. */
  retired?: true
}

export const power = <const P extends Power>(spec: P): P => spec

/**
 * Declares what operators may do with a module; nobody may do what no module declares. The name is stored and
 * published: it stays for ever.
 */
export const powers = <const Powers extends Readonly<Record<string, Power>>>(declared: Powers): Powers =>
  declared

export const byRule = power({ signers: [], reason: 'none', seen: 'published' })
export const terms = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
  from: 'next-business-day',
})
