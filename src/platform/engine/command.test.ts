import { expect, expectTypeOf, it } from 'vitest'
import type { MemberId } from '#kernel/id.ts'
import { type Call, defineCommand, defineMemberCommand, done, type MemberCall } from './command.ts'

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
