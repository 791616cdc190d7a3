/** Crockford's base 32: no I, L, O or U, so that a code can be read out and typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const INVITATION_LENGTH = 10

/** A code of `length` characters from as many random bytes. */
export const base32 = (bytes: Uint8Array, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % 32]).join('')

/**
 * An invitation code as it is kept: capitals, without the spaces and hyphens that people put in; look-alikes
 * read as meant.
 */
export const readInvitation = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Six digits from four random bytes. */
export const smsCodeFrom = (bytes: Uint8Array): string =>
  String(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) % 1_000_000).padStart(6, '0')
