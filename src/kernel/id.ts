import type { Ms } from './time.ts'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** A UUIDv7 (RFC 9562): 48 bits of time, 74 random bits from `random16` (16 bytes). */
export function uuidv7(at: Ms, random16: Uint8Array): string {
  const bytes = Uint8Array.from(random16.subarray(0, 16))
  let time = at
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256
    time = Math.floor(time / 256)
  }
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  let text = ''
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-'
    text += HEX[bytes[index]!]
  }
  return text
}

const UUIDV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The time inside a UUIDv7, or null when the text is not one (lower case, canonical form). */
export function timeOfUuidv7(id: string): Ms | null {
  if (!UUIDV7.test(id)) return null
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
