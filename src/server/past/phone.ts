import type { FastifyInstance } from 'fastify'
import { uuidv7 } from '#kernel/id.ts'
import { UPLOAD_PATH } from '#platform/http/upload-path.ts'
import type { AppContext } from '#modules/module.ts'
import { login, logout } from '#modules/identity/contract.ts'
import type { DemoMember } from '#modules/identity/server/public.ts'
import type { InputOf, OutputOf, ParamsOf, QueryOf, Route } from '#wire/route.ts'

const RANDOM_OF_KEY = 16
/** The device's name in the member's list of sessions. */
const DEVICE = 'Akari demo (simulated)'

/** A refusal or a failure of what a simulated phone asked. */
export class Refused extends Error {
  override name = 'Refused'
}

type Args<R> = { input?: InputOf<R>; query?: QueryOf<R>; params?: ParamsOf<R> }
type Sent = { input?: object; query?: object; params?: Record<string, string> }

/**
 * A member's phone that nobody holds: it logs in and asks by the routes and rules that every phone asks by.
 */
export type Phone = {
  ask<R extends Route<never, never, never, never, string> | Route>(
    route: R,
    args: Args<R>,
  ): Promise<OutputOf<R>>
  /** Sends a picture for `purpose`; its id. */
  upload(purpose: string, jpeg: Uint8Array<ArrayBuffer>): Promise<string>
  /** Ends its session. */
  putAway(): Promise<void>
}

type Deps = { app: FastifyInstance; context: AppContext }

export function phoneOf({ app, context }: Deps, { mobile, password }: DemoMember): Phone {
  let token: string | null = null
  async function send<R extends Route<never, never, never, never, string> | Route>(
    route: R,
    { input, query, params }: Sent,
  ): Promise<OutputOf<R>> {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]))
    const answer = await app.inject({
      method: route.method,
      url: `/api${path}`,
      ...(query === undefined ? {} : { query: query as Record<string, string> }),
      ...(input === undefined ? {} : { payload: input }),
      headers: {
        'user-agent': DEVICE,
        ...(token === null ? {} : { token }),
        ...(route.method === 'GET'
          ? {}
          : {
              'idempotency-key': uuidv7(
                Math.floor(context.clock.machine()),
                context.ids.bytes(RANDOM_OF_KEY),
              ),
            }),
      },
    })
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: { rejection?: string } }>()
    if (code === 1) return data as OutputOf<R>
    if (answer.statusCode === 401) token = null
    throw new Refused(`${route.name}: ${data?.rejection ?? answer.statusCode} ${msg}`)
  }
  const logIn = async () => (token ??= (await send(login, { input: { account: mobile, password } })).token)
  return {
    async ask(route, args) {
      await logIn()
      return send(route, args as Sent)
    },
    async upload(purpose, jpeg) {
      const form = new FormData()
      form.append('purpose', purpose)
      form.append('file', new Blob([jpeg], { type: 'image/jpeg' }), 'picture.jpg')
      const packed = new Response(form)
      const answer = await app.inject({
        method: 'POST',
        url: UPLOAD_PATH,
        payload: Buffer.from(await packed.arrayBuffer()),
        headers: { token: await logIn(), 'content-type': packed.headers.get('content-type')! },
      })
      const { code, msg, data } = answer.json<{ code: number; msg: string; data: { id: string } }>()
      if (code !== 1) throw new Refused(`upload: ${msg}`)
      return data.id
    },
    async putAway() {
      if (token !== null) await send(logout, {})
      token = null
    },
  }
}
