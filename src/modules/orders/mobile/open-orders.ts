import { partsOf, useOpenWrites, type OpenWrite } from '#client/open-writes.ts'
import { placeOrder, tapOrder, type PlaceOrderInput } from '#modules/orders/contract.ts'
import type { TapInput } from './use-one-tap.ts'

/** An order that was sent and whose outcome no screen has shown. */
export type OpenOrder = {
  readonly name: string
  readonly input: PlaceOrderInput | TapInput
  readonly write: OpenWrite
}

/** Those of which something is to be said, of one issue or of all. */
export const useOpenOrders = (code?: string): readonly OpenOrder[] =>
  Object.entries(useOpenWrites()).flatMap(([name, write]) => {
    const { route, args } = partsOf(name)
    if (write.state === 'sent' || write.state === 'told') return []
    if (route !== placeOrder.name && route !== tapOrder.name) return []
    const { input } = args as { input: PlaceOrderInput }
    return code === undefined || input.code === code ? [{ name, input, write }] : []
  })

export const isSame = (one: OpenOrder['input'], other: OpenOrder['input'] | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
