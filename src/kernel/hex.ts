const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Two lower-case digits a byte. */
export const hexOf = (bytes: ArrayLike<number>): string => Array.from(bytes, hexOfByte).join('')
/** `byte`: 0 to 255. */
export const hexOfByte = (byte: number): string => HEX[byte]!
