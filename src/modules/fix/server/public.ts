export type { FixGateway } from './gateway.ts'
export { createFixExchange } from './venue-exchange.ts'
