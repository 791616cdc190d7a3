import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A part of a component that stands in another place of its page, once that is there. */
export const elsewhere = (place: HTMLElement | null, part: ReactNode) =>
  place === null ? null : createPortal(part, place)
