import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { no, type Refusal } from '#kernel/result.ts'
import { STATUS } from '#wire/envelope.ts'
import type { Lang } from '#i18n/lang.ts'
import type { Caller } from './http/route-handler.ts'
import type { Answer, Envelopes } from './http/envelope.ts'
import { faultAnswer } from './http/fault.ts'
import { REQUEST_ID } from './http/request-id.ts'
import { API_HEADERS, isOwnOrigin } from './http/security.ts'
import { isRefusal, langIn, noteForeign, send, type HttpOptions } from './http/server.ts'
import { UPLOAD_PATH } from './http/upload-path.ts'
import { imageCleaner, sizeDetail, type Picture } from './images.ts'
import { budgetOf, memberLimiter, places, rateOf, windowLimiter } from './limits.ts'

/** An upload of one purpose: taken at `POST /upload`, given back at `GET /upload/{purpose}/{id}`. */
export type UploadHandler = {
  purpose: string
  /** The refusal if this caller may not send one now, asked before a byte is read. */
  refuse?: (caller: Caller) => Refusal | null
  /** Keeps a picture that has been made anew; the object is the answer's data. */
  take: (caller: Caller, picture: Picture) => Promise<object | Refusal>
  /** The JPEG behind an id, if this caller may see it; null: 404, whichever it is. */
  show: (caller: Caller, id: string) => Promise<Uint8Array | null>
}
export type ModuleUpload = { module: string; handler: UploadHandler }

type Options = Pick<HttpOptions, 'sessions' | 'addresses' | 'clock' | 'limits' | 'log'> & {
  envelopes: Envelopes
  uploads: readonly ModuleUpload[]
}
type Edge = Options & {
  byPurpose: ReadonlyMap<string, ModuleUpload>
  clean: ReturnType<typeof imageCleaner>['clean']
  ofDay: ReturnType<typeof windowLimiter>
  lanes: ReturnType<typeof memberLimiter>
  underWay: Record<keyof Options['limits']['upload']['atOnce'], ReturnType<typeof places>>
}

const AT_APP = { config: { site: 'app' } } as const

/** The content of a form: a purpose and one file. Anything else in it is not read. */
type Form = { purpose: string; bytes: Buffer }
class WrongForm extends Error {}
class TooLarge extends Error {}

/**
 * The route for pictures at the API's host root: multipart, with the token header and the `lang` query of
 * every call, answered by the envelope.
 */
export function serveUploads(app: FastifyInstance, options: Options): void {
  const { upload } = options.limits
  const edge: Edge = {
    ...options,
    byPurpose: new Map(options.uploads.map((each) => [each.handler.purpose, each])),
    clean: imageCleaner(upload).clean,
    ofDay: windowLimiter(upload.perMember),
    lanes: memberLimiter(options.limits.lanes),
    underWay: {
      member: places(upload.atOnce.member),
      address: places(upload.atOnce.address),
      server: places(upload.atOnce.server),
    },
  }
  void app.register(async (scope) => {
    await scope.register(multipart)
    // Whatever else is sent is answered as what it is: not a form.
    scope.addContentTypeParser('*', (_incoming, _payload, done) => done(null))
    scope.post(UPLOAD_PATH, AT_APP, (incoming, reply) =>
      answered(edge, incoming, reply, (lang) => takeOne(edge, incoming, lang)),
    )
    scope.get(`${UPLOAD_PATH}/:purpose/:id`, AT_APP, (incoming, reply) =>
      answered(edge, incoming, reply, (lang) => showOne(edge, incoming, reply, lang)),
    )
  })
}

async function answered(
  edge: Edge,
  incoming: FastifyRequest,
  reply: FastifyReply,
  answer: (lang: Lang) => Promise<Answer | null>,
): Promise<void> {
  const lang = langIn(incoming)
  const answered = await answer(lang).catch((error: unknown) =>
    faultAnswer(edge, error, { where: UPLOAD_PATH, requestId: incoming.id }, lang),
  )
  if (answered === null) return
  // The unread rest would have to be read before the connection could serve again.
  const unread = incoming.method === 'POST' && !incoming.raw.complete
  send(
    reply,
    unread ? { ...answered, headers: [...(answered.headers ?? []), ['connection', 'close']] } : answered,
  )
}

/**
 * In order: origin, session, rate, a place, form, purpose, the module's own refusal, uploads of the day, the
 * picture, the module.
 */
async function takeOne(edge: Edge, incoming: FastifyRequest, lang: Lang): Promise<Answer> {
  const say = edge.envelopes
  const now = edge.clock.machine()
  if (!isOwnOrigin(incoming.headers)) return say.status(STATUS.forbidden, 'foreignOrigin', lang)
  const caller = await callerOf(edge, incoming)
  if (caller === null) return say.status(STATUS.unauthorized, 'sessionOver', lang)
  const wait = edge.lanes.take(rateOf(caller), 'writes', now)
  if (wait > 0) return say.status(STATUS.tooMany, 'tooMany', lang, null, [['retry-after', String(wait)]])
  const { underWay } = edge
  const budget = budgetOf(caller)
  const address = edge.addresses.of(incoming.raw)
  const isCounted = edge.addresses.isCounted(address)
  if (underWay.member.isFull(budget) || (isCounted && underWay.address.isFull(address)))
    return say.status(STATUS.tooMany, 'tooMany', lang, null, PLACE_SOON)
  if (underWay.server.isFull(SERVER))
    return say.status(STATUS.unavailable, 'overloaded', lang, null, PLACE_SOON)
  const leave = [
    underWay.member.enter(budget),
    underWay.address.enter(address),
    underWay.server.enter(SERVER),
  ]
  try {
    const form = await readForm(incoming, edge.limits.upload.fileBytes)
    const upload = edge.byPurpose.get(form.purpose)
    if (upload === undefined)
      return say.malformed(
        'MALFORMED',
        [{ path: 'purpose', problem: `one of ${[...edge.byPurpose.keys()].join(', ')}` }],
        lang,
      )
    const refused = upload.handler.refuse?.(caller) ?? null
    if (refused !== null) return say.refused(upload.module, refused, lang)
    if (edge.ofDay.take(budget, now) > 0)
      return say.refused('server', no('UPLOAD_LIMIT', { max: edge.limits.upload.perMember[0]!.max }), lang)
    const picture = await edge.clean(form.bytes)
    if (!picture.ok) return say.refused('server', picture, lang)
    const taken = await upload.handler.take(caller, picture.value)
    return isRefusal(taken) ? say.refused(upload.module, taken, lang) : say.success(taken, lang)
  } catch (error) {
    if (error instanceof TooLarge)
      return say.refused('server', no('UPLOAD_SIZE', sizeDetail(edge.limits.upload)), lang)
    if (error instanceof WrongForm)
      return say.malformed(
        'MALFORMED',
        [{ path: '', problem: 'a multipart form with one purpose and one file' }],
        lang,
      )
    throw error
  } finally {
    for (const each of leave) each()
  }
}

/** The one name under which all uploads are counted. */
const SERVER = 'house'
const PLACE_SOON: NonNullable<Answer['headers']> = [['retry-after', '5']]

/** Only the fields of the form; its file names and types are the sender's word and are not looked at. */
async function readForm(incoming: FastifyRequest, fileBytes: number): Promise<Form> {
  if (!incoming.isMultipart()) throw new WrongForm()
  // The form around a file is small: what says that it is larger need not be read.
  if (Number(incoming.headers['content-length'] ?? 0) > fileBytes + FORM_BYTES) throw new TooLarge()
  const form: Partial<Form> = {}
  try {
    for await (const part of incoming.parts({
      limits: {
        fileSize: fileBytes,
        files: 1,
        fields: 1,
        parts: 2,
        fieldSize: 100,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })) {
      if (part.type === 'file' && part.fieldname === 'file')
        form.bytes = await (part satisfies MultipartFile).toBuffer()
      else if (
        part.type === 'field' &&
        part.fieldname === 'purpose' &&
        typeof part.value === 'string' &&
        !part.valueTruncated
      )
        form.purpose = part.value
      else throw new WrongForm()
    }
  } catch (error) {
    throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? new TooLarge() : new WrongForm()
  }
  if (form.purpose === undefined || form.bytes === undefined) throw new WrongForm()
  return form as Form
}

const FORM_BYTES = 4_096

/** A picture as a download, by a name of the server's own: no browser takes it for a page (threat T13). */
async function showOne(
  edge: Edge,
  incoming: FastifyRequest,
  reply: FastifyReply,
  lang: Lang,
): Promise<Answer | null> {
  const caller = await callerOf(edge, incoming)
  if (caller === null) return edge.envelopes.status(STATUS.unauthorized, 'sessionOver', lang)
  const { purpose = '', id = '' } = incoming.params as { purpose?: string; id?: string }
  const jpeg = await edge.byPurpose.get(purpose)?.handler.show(caller, id)
  if (!jpeg) {
    noteForeign(edge.log, caller, { what: purpose, requestId: incoming.id }, id)
    return edge.envelopes.status(STATUS.notFound, 'notFound', lang)
  }
  reply.hijack()
  reply.raw.writeHead(200, [
    ...API_HEADERS.map((text) => (text.startsWith('application/json') ? 'image/jpeg' : text)),
    REQUEST_ID,
    incoming.id,
    'content-disposition',
    `attachment; filename="${purpose}.jpg"`,
    'content-length',
    String(jpeg.byteLength),
  ])
  reply.raw.end(jpeg)
  return null
}

async function callerOf({ sessions }: Edge, { headers }: FastifyRequest): Promise<Caller | null> {
  return typeof headers.token === 'string' && headers.token !== '' ? sessions.find(headers.token) : null
}
