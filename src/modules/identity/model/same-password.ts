/** As passwords are kept: a letter and its mark are one character, however a keyboard sends them. */
export const isSamePassword = (one: string, other: string): boolean =>
  one.normalize('NFC') === other.normalize('NFC')
