import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/** Takes the member's answer: whether trading is open again. */
type Answer = (opened: boolean) => void
/** The question that the shell shows the sheet for; null while nothing is asked. */
export const unlocking = store<Answer | null>(null)
let answer: Promise<boolean> | null = null

/**
 * Has the shell ask the member to open the trading unlock that has lapsed; false: they let it be. Writes
 * refused at the same time wait for one answer.
 */
export const askToUnlock = (): Promise<boolean> =>
  (answer ??= new Promise<boolean>((resolve) => unlocking.set(resolve)).finally(() => {
    answer = null
    unlocking.set(null)
  }))

export const useUnlocking = (): Answer | null => useSyncExternalStore(unlocking.subscribe, unlocking.get)
