import { expect, expectTypeOf, it } from 'vitest'
import type { MemberId } from '#kernel/id.ts'
import { type Call, defineCommand, defineMemberCommand, done, type MemberCall } from './command.ts'
import { event, listen } from './event.ts'

const plain = { type: 'test.typed', captureInputs: () => null, run: () => done(null) }

it('a command that only members send has their id, any other may have none', () => {
  const ofMembers = defineMemberCommand(plain)
  const ofAnybody = defineCommand(plain)
  expect([ofMembers.membersOnly, ofAnybody.membersOnly]).toEqual([true, undefined])
  expectTypeOf<Parameters<typeof ofMembers.run>[3]>().toEqualTypeOf<MemberCall>()
  expectTypeOf<MemberCall['memberId']>().toEqualTypeOf<MemberId>()
  expectTypeOf<Parameters<typeof ofAnybody.run>[3]>().toEqualTypeOf<Call>()
  expectTypeOf<Call['memberId']>().toEqualTypeOf<MemberId | null>()
})

it('commands and listeners say in a stack trace which one they are', () => {
  const fails = () => {
    throw new Error('planted')
  }
  const command = defineCommand({ type: 'test.named', captureInputs: () => fails(), run: () => fails() })
  const heard = listen(
    event('test.happened', () => ({})),
    () => fails(),
  )
  const stackOf = (act: () => unknown): string => {
    try {
      act()
    } catch (error) {
      return (error as Error).stack!
    }
    return ''
  }
  expect(stackOf(() => command.captureInputs({} as never, null, {} as never, {} as never))).toContain(
    'capture test.named',
  )
  expect(stackOf(() => command.run({} as never, null, null as never, {} as never))).toContain(
    'run test.named',
  )
  expect(stackOf(() => heard.handle({} as never))).toContain('handle test.happened')
})
