import type { ReactNode } from 'react'
import { store } from '#client/store.ts'

/** A notice of a module under the bar of every page, beside those that the kit knows; null: none yet. */
export const pageNotice = store<ReactNode>(null)
