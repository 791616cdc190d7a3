import type { Module } from '#modules/module.ts'
import { lossCuts, marginCalls, marginCloses } from './tables.ts'

/** The calls, where orders can ask for them; the module `margin-calls` makes them and carries them out. */
export const createMargin = (): Module => ({ name: 'margin', tables: [lossCuts, marginCalls, marginCloses] })
