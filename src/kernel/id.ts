import { hexOfByte } from './hex.ts'
import type { Ms } from './time.ts'
import type { Unit } from './unit.ts'

export type MemberId = Unit<string, 'MemberId'>
export type OrderId = Unit<string, 'OrderId'>
/** Of one part of a holding, opened by one order. */
export type LotId = Unit<string, 'LotId'>

/** Many ids are made in one millisecond. */
let lastAt: Ms = -1
let lastTime = ''
function timeText(at: Ms): string {
  if (at !== lastAt) {
    const digits = Math.floor(at).toString(16).padStart(12, '0')
    lastTime = `${digits.slice(0, 8)}-${digits.slice(8)}-7`
    lastAt = at
  }
  return lastTime
}

/**
 * A UUIDv7 (RFC 9562): 48 bits of time, 74 random bits from the 16 bytes of `random` that begin at `from`.
 */
export function uuidv7(at: Ms, random: Uint8Array, from = 0): string {
  const hex = (byte: number) => hexOfByte(random[from + byte]!)
  return (
    `${timeText(at)}${(random[from + 6]! & 0x0f).toString(16)}${hex(7)}-${hexOfByte(0x80 | (random[from + 8]! & 0x3f))}${hex(9)}-` +
    `${hex(10)}${hex(11)}${hex(12)}${hex(13)}${hex(14)}${hex(15)}`
  )
}

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The time inside a UUIDv7, or null when the text is not one (lower case, canonical form). */
export function timeOfUuidv7(id: string): Ms | null {
  if (!UUIDV7.test(id)) return null
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
