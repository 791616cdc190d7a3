import { useSyncExternalStore } from 'react'
import { CLOCK_UNSURE } from '#wire/envelope.ts'
import { store } from './store.ts'

const unsure = store(false)

/** Learns from the header `clock` of an answer whether the clock of the server is in doubt (decision 93). */
export const learnClock = (header: string | null): void => unsure.set(header === CLOCK_UNSURE)

/** True while orders wait, and nothing happens by time, because the clock of the server is in doubt. */
export const useIsClockUnsure = (): boolean => useSyncExternalStore(unsure.subscribe, unsure.get)
