import { createContext } from 'react'

/** Element in which a stepper puts its number pad: the foot of the page or sheet that it stands on. */
export const PadSlot = createContext<HTMLElement | null>(null)
