export type { Bar } from '#modules/instruments/model/bar.ts'
