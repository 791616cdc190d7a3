import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { COMMON_PASSWORDS } from './common-passwords.ts'

export type PasswordProblem = 'PASSWORD_LENGTH' | 'PASSWORD_CHARACTERS' | 'PASSWORD_COMMON'

/** Letters, marks, numbers, punctuation, symbols and spaces of any script: all that can be seen or typed. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u

/** The first problem of a new password, in the order in which problems are said; null when it may be used. */
export function passwordProblem(password: string): PasswordProblem | null {
  const characters = [...password.normalize('NFC')]
  // Both ends included (product decision 2).
  if (characters.length < PASSWORD_MIN || characters.length > PASSWORD_MAX) return 'PASSWORD_LENGTH'
  if (!PRINTABLE.test(password)) return 'PASSWORD_CHARACTERS'
  return isCommon(characters) ? 'PASSWORD_COMMON' : null
}

/** On the list, one character all along, or a run up or down (`234567`, `fedcba`): what is tried first. */
function isCommon(characters: string[]): boolean {
  if (COMMON_PASSWORDS.has(characters.join('').toLowerCase())) return true
  const steps = new Set(
    characters
      .slice(1)
      .map((character, index) => character.codePointAt(0)! - characters[index]!.codePointAt(0)!),
  )
  return steps.size === 1 && (steps.has(0) || steps.has(1) || steps.has(-1))
}
