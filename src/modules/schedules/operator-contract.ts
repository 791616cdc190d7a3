import * as z from 'zod/mini'
import { route } from '#wire/route.ts'

/** The codes of a batch, each with how often it was used; who used it is the new members' affair. */
export const listInvitations = route({
  name: 'listInvitations',
  method: 'GET',
  path: '/console/invitations/{id}',
  access: 'operator',
  roles: ['administrator', 'auditor'],
  params: z.strictObject({ id: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)) }),
  output: z.array(z.object({ code: z.string(), used: z.int() })),
})
