/**
 * A name on the console where nobody has looked for it, or the role does not need it: the first character,
 * and that there are more.
 */
export const maskName = (name: string): string => (name.trim() === '' ? '' : `${[...name.trim()][0]!}•••`)
