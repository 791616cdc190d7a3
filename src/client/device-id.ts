import { hexOf } from '#kernel/hex.ts'
import { randomBytes } from './clock.ts'

const KEY = 'device'

/**
 * The name that this device has given itself: a login from one that has another is told to the member. Stays
 * on the device; says nothing about it.
 */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known !== null && known !== '') return known
    const made = hexOf(randomBytes(16))
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return ''
  }
}
