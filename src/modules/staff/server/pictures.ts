import { no } from '#kernel/result.ts'
import { MINUTE, momentJst, type Ms } from '#kernel/time.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import type { PowerName } from '#registry/powers.ts'
import type { Body } from '../model/request.ts'
import * as contract from '../operator-contract.ts'
import { approvals } from './tables.ts'

/** From the act on (security-and-trust 8). */
const PICTURE_LIVES: Ms = MINUTE

/** The id of the picture that an act of this power looks at; null: there is none. */
export type PictureOf = (subject: string, body: Body) => Promise<string | null>

/**
 * Pictures for operators. The act that looks is the link: it opens its picture to who signed it, once, for a
 * minute from the signature on, at whichever server. Of a picture nothing is kept.
 */
export function openPictures(
  context: AppContext,
  numberOf: (operatorId: string) => number,
): { add: (power: PowerName, pictureOf: PictureOf) => void; routes: RouteHandler[] } {
  const { clock } = context
  const powers = new Map<PowerName, PictureOf>()
  const values = oneTimeValues(context)
  const routes = [
    on(contract.openPicture, async ({ operator, params: { id } }) => {
      const act = context.engine.read.of(approvals).get(id)
      const pictureOf = act && powers.get(act.power)
      const signature = act?.signatures.find(({ operatorId }) => operatorId === operator.operatorId)
      if (!pictureOf || signature === undefined) throw new NotFound('picture')
      const leftMs = Math.floor(signature.at + PICTURE_LIVES - clock.wall())
      if (leftMs <= 0 || leftMs > PICTURE_LIVES) return no('PICTURE_OVER')
      if (!(await values.use(`picture ${id}`, clock.machine() + leftMs))) return no('PICTURE_OVER')
      const imageId = await pictureOf(act.subject, act.body)
      const mark = `${context.text('ja', `staff.role.${signature.role}`)} ${numberOf(signature.operatorId)}  ${timeWords(signature.at)}  ${caseWords(act.subject)}`
      const image = imageId === null ? null : await context.images.openMarked(imageId, mark)
      if (image === null || image.memberId !== act.memberId) throw new NotFound('picture')
      return { jpeg: image.jpeg.toString('base64'), width: image.width, height: image.height, leftMs }
    }),
  ]
  return { add: (power, pictureOf) => void powers.set(power, pictureOf), routes }
}

/** 2026/11/19 14:31:40, in Japan. */
const timeWords = (at: Ms): string => `${momentJst(at).replaceAll('-', '/')} JST`

/** The end of the case's name, and its side: enough to find the act by. */
const caseWords = (subject: string): string =>
  subject
    .split('.')
    .map((part, at) => (at === 0 ? part.slice(-8) : part))
    .join('.')
