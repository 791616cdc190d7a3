import type { Module } from '#modules/module.ts'
import { lossCuts, marginCalls, marginCloses } from './tables.ts'

/** Keeps the calls, where orders can ask for them; the module `calls` makes them and carries them out. */
export const createMargin = (): Module => ({ name: 'margin', tables: [lossCuts, marginCalls, marginCloses] })
