import { hash } from 'node:crypto'
import type { MemberId } from '#kernel/id.ts'

/**
 * The id of what is written outside the engine before its command: the same for a repeat of the key, another
 * member's never.
 */
export const ownId = (what: string, memberId: MemberId, key: string): string =>
  hash('sha256', `${what} ${memberId} ${key}`).slice(0, 32)
