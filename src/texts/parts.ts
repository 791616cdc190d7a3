/**
 * Texts travel in two files a language: what the first screen says, and the rest, which every other page waits for (decision 0007). What the
 * operators' console says (`console.…`, and `<room>.console.…`) is a third, which no phone loads.
 */
export const TEXT_PARTS = ['first', 'rest', 'console'] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** Folders whose texts the startup page, home and the frame around them need. */
const FIRST = new Set(['ui', 'client', 'mobile', 'home', 'market', 'portfolio'])

/** Which part a message's key belongs to: its first word is its folder. */
export function partOf(key: string): TextPart {
  const [folder = '', next] = key.split('.', 2)
  if (folder === 'console' || next === 'console') return 'console'
  return FIRST.has(folder) ? 'first' : 'rest'
}
