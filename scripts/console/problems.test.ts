import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Route } from '#wire/route.ts'
import { allRoutes } from '../contracts/routes.ts'
import { consoleProblems } from './problems.ts'

const planted = (route: Partial<Route>) =>
  consoleProblems([
    {
      module: 'x',
      file: 'modules/x/operator-contract.ts',
      route: {
        name: 'planted',
        method: 'POST',
        path: '/console/x',
        access: 'operator',
        output: z.null(),
        ...route,
      },
    },
  ])

it('every route of operators is as it has to be', async () => {
  const written = await allRoutes(join(import.meta.dirname, '../../src'))
  expect(written.filter(({ route }) => route.access === 'operator').length).toBeGreaterThan(15)
  expect(consoleProblems(written)).toEqual([])
})

it.each<[string, Partial<Route>, string]>([
  ['a write without a power', {}, 'a write names its power'],
  ['a power that is not in the list', { power: 'balance.set' }, 'there is no power balance.set'],
  ['a power that nobody has', { power: 'draw.run' }, 'decided by a published rule alone'],
  ['fewer signatures than the row', { power: 'deposit.credit' }, 'needs 2 signatures and is asked for 1'],
  ['a write of another’s with no power', { power: null }, 'only what is about the own session'],
  ['a power left to the request elsewhere', { power: 'asked' }, 'only the routes of staff.act'],
  ['a read with a power', { method: 'GET', power: 'chat.reply' }, 'a read needs no power'],
  ['a member at the console', { access: 'member', power: 'chat.reply' }, 'only operators may call'],
  ['a guest at the console', { access: 'public', power: 'chat.reply' }, 'only operators may call'],
  ['an operator among the members', { path: '/orders', power: 'chat.reply' }, 'lie below /console/'],
  [
    'a member’s route with roles',
    { path: '/orders', access: 'member', roles: ['auditor'] },
    'are for operators’ routes',
  ],
])('%s is found', (_, route, what) => expect(planted(route).join()).toContain(what))

it.each<[string, Partial<Route>]>([
  ['one signature where one is enough', { power: 'chat.reply' }],
  ['as many as the row', { power: 'deposit.credit', signatures: 2 }],
  ['a read', { method: 'GET', roles: ['auditor'] }],
  ['signing out', { path: '/console/auth/logout', power: null }],
])('%s is not', (_, route) => expect(planted(route)).toEqual([]))
