/** Texts travel in two files a language: what the first screen says, and the rest, which every other page waits for (decision 0007). */
export const TEXT_PARTS = ['first', 'rest'] as const
export type TextPart = (typeof TEXT_PARTS)[number]

/** Folders whose texts the startup page, home and the frame around them need. */
const FIRST = new Set(['ui', 'client', 'mobile', 'home', 'market', 'portfolio'])

/** Which part a message's key belongs to: its first word is its folder. */
export const partOf = (key: string): TextPart => (FIRST.has(key.slice(0, key.indexOf('.'))) ? 'first' : 'rest')
