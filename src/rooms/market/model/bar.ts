export type { Bar } from '#rooms/instruments/model/bar.ts'
