import { randomBytes } from './clock.ts'

const KEY = 'device'

/** The name that this device has given itself: a login from one that has another is told to the member. Stays on the device; says nothing about it. */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known !== null && known !== '') return known
    const made = Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return ''
  }
}
