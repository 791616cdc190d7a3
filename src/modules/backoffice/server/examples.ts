import type { RouteExamples } from '#modules/module.ts'

/** Requests of the module's own routes that are open to keys of the firm. */
export const EXAMPLES: RouteExamples = {
  getOwnKey: {
    output: {
      id: '5b0c8f4ce9a34b1f8d0a64d7c1a5e2b3',
      name: 'accounting',
      scopes: ['figures', 'ledger'],
      networks: ['203.0.113.0/24'],
      until: '2027-06-30',
    },
  },
}
