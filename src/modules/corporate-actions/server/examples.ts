import type { RouteExamples } from '#modules/module.ts'

/** The request that a key may make of this module, with its answer. */
export const EXAMPLES: RouteExamples = {
  listDividends: {
    query: { limit: '5' },
    output: [
      {
        id: '01a21ef0-9c14-7b02-8c51-5d0f6a1be2c7',
        status: 'paid',
        lotId: '01a21e61-5622-7ffd-8950-986c593ccbf2',
        code: 'S202',
        name: 'Gyoko Electric',
        side: 'up',
        leverage: 1,
        quantity: 100,
        perShare: 42.5,
        exDate: '2026-12-29',
        payDate: '2027-03-26',
        amount: 4250,
        tax: 863,
        held: 0,
        paidAt: '2027-03-26T00:00:00.000Z',
        simulated: true,
      },
    ],
  },
}
