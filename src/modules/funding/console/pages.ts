import type { ConsolePages } from '#console/kit/pages.ts'

const DESK = ['treasurer', 'reviewer', 'auditor', 'administrator'] as const

const QUEUES = {
  withdrawals: 'funding.console.queue.withdrawals',
  payouts: 'funding.console.queue.payouts',
  returns: 'funding.console.queue.returns',
  settlements: 'funding.console.queue.settlements',
} as const

export const pages = {
  'bank-accounts': {
    title: 'funding.console.accounts.title',
    group: 'intake',
    roles: ['reviewer', 'auditor'],
    queues: ['bank-accounts'],
    load: () => import('./AccountDeskPage.tsx'),
  },
  deposits: {
    title: 'funding.console.deposits',
    group: 'intake',
    roles: DESK,
    queues: ['deposits'],
    load: () => import('./DepositsPage.tsx'),
  },
  withdrawals: {
    title: 'funding.console.withdrawals',
    group: 'intake',
    roles: DESK,
    queues: ['withdrawals', 'payouts', 'returns', 'settlements'],
    queueNames: QUEUES,
    load: () => import('./WithdrawalsPage.tsx'),
  },
  statements: {
    title: 'funding.console.statements',
    group: 'business',
    roles: DESK,
    load: () => import('./StatementsPage.tsx'),
  },
  transfers: {
    title: 'funding.console.transfers',
    group: 'business',
    roles: DESK,
    load: () => import('./TransfersPage.tsx'),
  },
  corrections: {
    title: 'funding.console.corrections',
    group: 'check',
    roles: DESK,
    load: () => import('./CorrectionsPage.tsx'),
  },
} satisfies ConsolePages
