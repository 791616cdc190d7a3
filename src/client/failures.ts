/** Where failures that a member must hear of are announced; the shell listens and shows a toast. */
const listeners = new Set<(msg: string) => void>()

export const announceFailure = (msg: string): void => {
  for (const listener of listeners) listener(msg)
}

export function onFailure(listener: (msg: string) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
