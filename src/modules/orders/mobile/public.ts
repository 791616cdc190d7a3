export { maxQuantity, previewOrder, type Preview } from './order-ticket.ts'
export { TicketLosses } from './TicketFigures.tsx'
export { TicketRow } from './TicketRow.tsx'
export { useTicket, type Ticket } from './use-ticket.ts'
