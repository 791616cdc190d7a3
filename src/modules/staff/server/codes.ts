/** Crockford's base 32: can be read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** One letter a byte: five bits of each. */
export const spelled = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => ALPHABET[byte % 32]).join('')

/** The code as it was meant: capitals, without what people put in between; look-alikes read right. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
