import { useSyncExternalStore } from 'react'
import { store } from './store.ts'

/** The colour of a rise: red in Japan, green elsewhere. Kept on the device. */
export type DirectionColours = 'red-up' | 'green-up'

const KEY = 'direction'
const stored = (): DirectionColours => {
  try {
    return localStorage.getItem(KEY) === 'green-up' ? 'green-up' : 'red-up'
  } catch {
    return 'red-up'
  }
}
const state = store<DirectionColours>(stored())

/** Puts the choice on the root, where the tokens read it. The shell does so at the start. */
export const applyDirection = (): void => document.documentElement.setAttribute('data-direction', state.get())

export function setDirection(colours: DirectionColours): void {
  state.set(colours)
  try {
    localStorage.setItem(KEY, colours)
  } catch {
    // Kept in memory only.
  }
  applyDirection()
}

export const useDirection = (): DirectionColours => useSyncExternalStore(state.subscribe, state.get)
