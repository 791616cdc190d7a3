import { expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { route, type Route } from '#wire/route.ts'
import { on, type Caller, type Operator, type Request, type RouteHandler } from './route-handler.ts'

const BASE = { method: 'GET', output: z.object({}) } as const
const member = route({ ...BASE, name: 'member', path: '/member', access: 'member' })
const operator = route({ ...BASE, name: 'operator', path: '/console/operator', access: 'operator' })
const open = route({ ...BASE, name: 'open', path: '/open', access: 'public' })

it("a member's route has its caller, an operator's its operator, a public one may have neither", () => {
  on(member, (request) => {
    expectTypeOf(request.caller).toEqualTypeOf<Caller>()
    expectTypeOf(request.operator).toEqualTypeOf<null>()
    return {}
  })
  on(operator, (request) => {
    expectTypeOf(request.caller).toEqualTypeOf<null>()
    expectTypeOf(request.operator).toEqualTypeOf<Operator>()
    return {}
  })
  on(open, (request) => {
    expectTypeOf(request.caller).toEqualTypeOf<Caller | null>()
    expectTypeOf(request.operator).toEqualTypeOf<null>()
    // @ts-expect-error a public route may be called without a session
    expectTypeOf(request.caller.memberId).toBeString()
    return {}
  })
})

it('of a route of any access nothing is known', () => {
  expectTypeOf<Request<Route>['caller']>().toEqualTypeOf<Caller | null>()
  expectTypeOf<Request<Route>['operator']>().toEqualTypeOf<Operator | null>()
})

it('a handler is named after its route in a stack trace, unless it has a name of its own', async () => {
  const fails = async () => {
    await Promise.resolve()
    throw new Error('planted')
  }
  const anonymous = on(member, async () => {
    await Promise.resolve()
    throw new Error('planted')
  })
  const stackOf = async ({ handle }: RouteHandler): Promise<string> =>
    Promise.resolve(handle({} as Request<Route>)).then(
      () => '',
      (error: Error) => error.stack!.split('\n')[1]!,
    )
  expect(await stackOf(anonymous)).toContain('handleMember')
  expect(await stackOf(on(member, fails))).toContain('fails')
})
