import { no, ok, type Result } from './result.ts'

export type NamingRejection = 'NAME_INVALID' | 'NAME_TAKEN'

/** Characters, as a reader counts them. */
export const LONGEST_NAME = 20

/**
 * The name that a member gives to something kept: without blanks around it; 1 to 20 characters, none of them
 * invisible, no second one of its kind.
 */
export function acceptedName(
  taken: readonly { readonly id: string; readonly name: string }[],
  id: string,
  typed: string,
): Result<string, NamingRejection> {
  const name = typed.normalize('NFC').trim()
  const length = [...new Intl.Segmenter('ja').segment(name)].length
  if (length < 1 || length > LONGEST_NAME || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    return no('NAME_INVALID', { most: LONGEST_NAME })
  return taken.some((one) => one.id !== id && one.name === name) ? no('NAME_TAKEN', { name }) : ok(name)
}
