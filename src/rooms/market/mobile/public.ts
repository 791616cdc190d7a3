export { IndexStrip } from './IndexStrip.tsx'
export { LiveRow } from './LiveRow.tsx'
export { StockScreen } from './StockScreen.tsx'
export type { Fill } from './price-chart.ts'
