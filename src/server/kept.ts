import { once } from 'node:events'

/** What a house and the keeper of its door (`keeper.ts`) say to each other. */
export type Ready = { readonly host: string; readonly port: number }
export const AT_THE_DOOR = 'at the door'
export const isReady = (message: unknown): message is Ready => typeof message === 'object' && message !== null && 'port' in message

/** How a process ends that would fail the same way if it were started again: a wrong setting, a journal that is not whole. */
export const NO_USE = 2

/** Resolves when the door is free for this house. At once where it has no keeper. */
export async function askForDoor(): Promise<void> {
  if (process.send === undefined) return
  const free = once(process, 'message')
  process.send(AT_THE_DOOR)
  await free
}

/** The keeper stands there when this house has ended by itself. `orphaned`: the keeper is gone. */
export function sayReady(at: Ready, orphaned: () => void): void {
  if (process.send === undefined) return
  process.send(at)
  process.once('disconnect', orphaned)
}
