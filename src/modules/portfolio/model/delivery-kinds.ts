/** 現引 and 現渡. */
export const DELIVERY_KINDS = ['take', 'give'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]
