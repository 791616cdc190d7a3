export type { FixGateway } from './gateway.ts'
