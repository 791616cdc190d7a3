/** Listeners to failures that a member must hear of; the shell's shows a toast. */
const listeners = new Set<(msg: string) => void>()

export const announceFailure = (msg: string): void => {
  for (const listener of listeners) listener(msg)
}

/** Failures that pages in sight show by themselves, in the place of what they were to show. */
const onPages: string[] = []

/** Returns how to end it. */
export function sayOnPage(msg: string): () => void {
  onPages.push(msg)
  return () => void onPages.splice(onPages.indexOf(msg), 1)
}

export const isOnPage = (msg: string): boolean => onPages.includes(msg)

export function onFailure(listener: (msg: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
