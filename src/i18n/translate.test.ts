import { expectTypeOf, it } from 'vitest'
import type { Translate } from './translate.ts'

it('a key that may be one of several needs the arguments of all of them', () => {
  expectTypeOf<Parameters<typeof one<'identity.required.mobile'>>>().toEqualTypeOf<
    [key: 'identity.required.mobile']
  >()
  type Either = 'identity.required.mobile' | 'identity.rejection.PASSWORD_LENGTH'
  expectTypeOf<Parameters<typeof one<Either>>[1]>().toEqualTypeOf<{ min: number; max: number }>()
  expectTypeOf<Parameters<typeof one<Either>>['length']>().toEqualTypeOf<2>()
})

declare const one: Translate
