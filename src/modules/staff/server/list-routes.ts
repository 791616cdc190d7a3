import { no, type Refusal, type Result } from '#kernel/result.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { operatorCaller } from '#platform/engine/command.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import { NotFound, on, type AppContext, type RouteHandler } from '#modules/module.ts'
import { isPower, powerKey, powerOf, type PowerName } from '#registry/powers.ts'
import { APPROVAL_LIFE, freePlaces, reasonProblem, type Reason } from '../model/approval.ts'
import type { Role } from '../model/power.ts'
import type { Body } from '../model/request.ts'
import { listText, SIGNED_WITHIN } from '../model/signed-list.ts'
import * as contract from '../operator-contract.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { LineOfList, ListView } from '../operator-contract.ts'
import { approvalIdOf } from './act.ts'
import { factView, hindranceOf, mayRead, reasonOf } from './approval-view.ts'
import type { CaseReaders } from './cases.ts'
import { incomplete, surplus, type Effects } from './effects.ts'
import type { ListRunner } from './list-runner.ts'
import type { Asked, StaffPublic } from './public.ts'
import { headOf, listIdOf, requestIdsOf, sizeProblem, type signListCommand } from './signed-lists.ts'
import { approvals, signedLists, type ApprovalRow, type ListLine, type SignedListRow } from './tables.ts'

/** Lists that are laid out and not signed; the oldest goes first. */
const MOST_LAID_OUT = 50
const HAS_SIGNED: readonly string[] = ['SIGNED_ALREADY', 'ROLE_SIGNED_ALREADY', 'ALREADY_CARRIED_OUT']

type Deps = {
  context: AppContext
  effects: Effects
  cases: CaseReaders
  staff: StaffPublic
  runner: ListRunner
  command: ReturnType<typeof signListCommand>
  askedAtOf: (asked: Asked, reason: Reason | null) => number
  /** The server's signature of a demo operator; '' of everybody else. */
  serverSigns: (operatorId: string, text: string) => string
}
type LaidOut = { operatorId: string; power: PowerName; askedAt: Ms; requests: readonly ListLine[] }
type Signer = { operatorId: string }

/** Lists of requests that are signed once: laid out, signed, looked at. */
export function listRoutes(deps: Deps): RouteHandler[] {
  const { context, effects, staff, runner, command, serverSigns } = deps
  const laidOut = new Map<string, LaidOut>()
  const wall = () => Math.floor(context.clock.wall())
  const read = () => context.engine.read

  /** Kept in memory until it is signed or over: a restart has it laid out anew. */
  function keep(id: string, list: LaidOut): void {
    for (const [old, { askedAt }] of laidOut) {
      if (wall() < askedAt + SIGNED_WITHIN && laidOut.size < MOST_LAID_OUT) break
      laidOut.delete(old)
    }
    laidOut.set(id, list)
  }
  const opened = async (row: SignedListRow, signer: Signer, lang: string) => ({
    list: listView(deps, row, signer, lang),
    listText: listText(row),
    lines: await linesOf(deps, row, refusedWords(deps, row, lang), outcomesOf(read(), row, wall()), lang),
  })

  return [
    on(contract.prepareList, async ({ operator, input, lang }) => {
      const { power } = input
      if (!isPower(power)) return no('POWER_UNKNOWN')
      const refused = staff.may(operator.operatorId, power)
      if (refused !== null) return refused
      const asked = requestsFor(deps, { ...input, power }, wall())
      if (!asked.ok) return asked
      const signer: Signer = operator
      const isByRule = input.list === undefined && input.approvals === undefined && input.lines === undefined
      for (const { subject } of asked.value) await effects.before({ power, subject })
      const weighed = asked.value
        .map((line) => ({ line, left: leftOut(deps, power, line, signer, wall()) }))
        // The rule does not lay before somebody what already has the signature that they could give.
        .filter((each) => !isByRule || !HAS_SIGNED.includes(each.left?.rejection ?? ''))
      const [lines, left] = [weighed.map((each) => each.line), weighed.map((each) => each.left)]
      // A list that another has signed keeps its root; any other holds no line that cannot be signed.
      const isAnothers = input.list !== undefined
      const requests = isAnothers ? lines : lines.filter((_, index) => left[index] === null)
      const fits = left.filter((each) => each === null).length
      // Whoever chose the lines reads why none of them can be signed.
      const why = left.find((each) => each !== null)
      const problem =
        fits === 0
          ? no('LIST_EMPTY', { why: why === null || why === undefined ? 'none' : inWords(deps, why, lang) })
          : sizeProblem(requests)
      if (problem !== null) return problem
      const list: LaidOut = { operatorId: operator.operatorId, power, askedAt: wall(), requests }
      const head = headOf(list)
      const id = listIdOf(head)
      keep(id, list)
      const words = left.map((each) => (each === null ? null : inWords(deps, each, lang)))
      const outcomes = weighed.map((each) =>
        each.left !== null ? 'left' : isLastOf(read(), power, each.line) ? 'completes' : 'waits',
      )
      const views = await linesOf(deps, { power, requests: lines }, words, outcomes, lang)
      return {
        id,
        power,
        what: context.text(lang, powerKey(power)),
        root: head.root,
        listText: listText(head),
        size: head.size,
        fits,
        completes: outcomes.filter((each) => each === 'completes').length,
        yen: views.reduce((sum, each) => sum + (each.left === null ? (each.amount ?? 0) : 0), 0),
        until: iso(head.askedAt + SIGNED_WITHIN),
        lines: views,
      }
    }),
    on(contract.signList, async ({ operator, params: { id }, input, lang }) => {
      const list = laidOut.get(id)
      if (list === undefined || list.operatorId !== operator.operatorId) {
        const isKnown = read().of(signedLists).get(id)?.operatorId === operator.operatorId
        return no(isKnown ? 'LIST_KNOWN' : 'LIST_OVER')
      }
      const text = listText(headOf(list))
      const { result } = await context.engine.submit(
        command,
        input.passkey === undefined
          ? { ...list, signature: serverSigns(operator.operatorId, text) }
          : { ...list, signature: '', passkey: input.passkey },
        operatorCaller(operator.operatorId, operator.sessionId),
      )
      if (!result.ok) return result
      laidOut.delete(id)
      // Hundreds of lines may take longer than a call: whoever signed looks at the list until it has ended.
      void runner
        .run(id, operator.sessionId)
        .catch((err: unknown) =>
          context.log.error({ err, list: id }, 'a signed list waits; it is tried again'),
        )
      return opened(read().of(signedLists).get(id)!, operator, lang)
    }),
    on(contract.listLists, ({ operator, lang }) =>
      read()
        .of(signedLists)
        .range('signedAt', 'all', {})
        .filter(({ power }) => mayRead(operator.roles as readonly Role[], power))
        .map((row) => listView(deps, row, operator, lang))
        .toReversed(),
    ),
    on(contract.getList, ({ operator, params: { id }, lang }) => {
      const row = read().of(signedLists).get(id)
      if (row === undefined || !mayRead(operator.roles as readonly Role[], row.power))
        throw new NotFound('list')
      return opened(row, operator, lang)
    }),
  ]
}

type Input = {
  power: PowerName
  approvals?: readonly string[] | undefined
  lines?: readonly { subject: string; body: Record<string, unknown> }[] | undefined
  list?: string | undefined
  reason?: string | null | undefined
}

/** The requests that a list is asked for, whether they can be signed or not. */
function requestsFor(deps: Deps, input: Input, now: Ms): Result<ListLine[]> {
  const { context, effects, askedAtOf } = deps
  const { power } = input
  const tables = context.engine.read
  if (input.list !== undefined) {
    const known = tables.of(signedLists).get(input.list)
    return known?.power === power && known.endedAt !== null
      ? { ok: true, value: [...known.requests] }
      : no('LIST_OVER')
  }
  if (input.approvals !== undefined) {
    const rows = input.approvals.map((id) => tables.of(approvals).get(id))
    const open = rows.flatMap((row) => (row?.power === power && row.status === 'open' ? row : []))
    if (open.length < rows.length) return no('APPROVAL_NOT_OPEN')
    return {
      ok: true,
      value: open.map((row) => ({
        subject: row.subject,
        body: row.body,
        reason: reasonOf(row),
        askedAt: row.askedAt,
      })),
    }
  }
  const reason: Reason | null =
    input.reason === undefined || input.reason === null ? null : { code: input.reason, text: null }
  const wrong = reasonProblem(powerOf(power), reason)
  if (wrong !== null) return wrong
  const asked =
    (input.lines as { subject: string; body: Body }[] | undefined) ??
    effects.of(power, '')?.byRule?.candidates(tables) ??
    []
  return {
    ok: true,
    value: asked.map(({ subject, body }) => ({
      subject,
      body,
      reason,
      askedAt: Math.min(askedAtOf({ power, subject, body }, reason), now),
    })),
  }
}

/** The reason why this line could not be signed now in a list; null: it can. */
function leftOut(
  { context, effects }: Deps,
  power: PowerName,
  line: ListLine,
  signer: Signer,
  now: Ms,
): Refusal | null {
  const tables = context.engine.read
  const effect = effects.of(power, line.subject)
  if (effect === undefined) return no('POWER_UNKNOWN')
  const missing = incomplete(effect, line.body) ?? surplus(effect, line.body)
  if (missing !== null) return missing
  const known = tables.of(approvals).get(approvalIdOf({ power, ...line }))
  const hindrance = hindranceOf(
    tables,
    effects,
    {
      power,
      subject: line.subject,
      body: line.body,
      askedAt: line.askedAt,
      signatures: known?.signatures ?? [],
      status: known?.status ?? null,
    },
    signer,
    now,
  )
  return hindrance ?? effect.byRule?.leavesOut(tables, line.subject, line.body, now) ?? null
}

/** True if one more signature carries this request out. */
function isLastOf(tables: TableReader, power: PowerName, line: ListLine): boolean {
  const known = tables.of(approvals).get(approvalIdOf({ power, ...line }))
  return freePlaces(powerOf(power).signers, known?.signatures ?? []).length === 1
}

/** The state of each line of a list that is signed. */
const outcomesOf = (tables: TableReader, row: SignedListRow, now: Ms): LineOfList['outcome'][] =>
  requestIdsOf(row).map((id) => {
    const known = tables.of(approvals).get(id)
    if (known?.status === 'carried-out') return 'carried-out'
    return known?.status === 'open' && now < known.askedAt + APPROVAL_LIFE ? 'open' : 'over'
  })

const inWords = ({ context }: Deps, { module, rejection, detail }: Refusal, lang: string): string =>
  context.text(lang, `${module ?? 'staff'}.rejection.${rejection}`, detail)

const refusedWords = (deps: Deps, { size, refused }: SignedListRow, lang: string): (string | null)[] => {
  const byPlace = new Map(refused.map((each) => [each.place, each]))
  return Array.from({ length: size }, (_, place) => {
    const found = byPlace.get(place)
    return found === undefined ? null : inWords(deps, { ok: false, ...found }, lang)
  })
}

async function linesOf(
  { context, effects, cases }: Deps,
  { power, requests }: { power: PowerName; requests: readonly ListLine[] },
  left: readonly (string | null)[],
  outcomes: readonly LineOfList['outcome'][],
  lang: string,
): Promise<LineOfList[]> {
  const tables = context.engine.read
  return Promise.all(
    requests.map(async ({ subject, body }, place) => {
      const memberId = effects.of(power, subject)?.memberOf(tables, subject) ?? null
      // Nothing is read of a case that there may not be.
      const isKnown = memberId !== null || (left[place] ?? null) === null
      const brief = isKnown ? await cases.brief(power, subject, body, lang) : null
      return {
        place,
        subject,
        name: brief?.name ?? subject,
        number: memberId === null ? null : (memberOf(tables, memberId)?.number ?? null),
        amount: brief?.amount ?? null,
        account: brief?.account ?? null,
        terms: brief === null ? [] : cases.terms(power, subject, body, lang).map(factView),
        left: left[place] ?? null,
        outcome: outcomes[place] ?? 'over',
      }
    }),
  )
}

/** The first hindrance where no line can be signed; null: one can, or there is none. */
function hindranceOfAll(lines: readonly (() => Refusal | null)[]): Refusal | null {
  let first: Refusal | null = null
  for (const line of lines) {
    const hindrance = line()
    if (hindrance === null) return null
    first ??= hindrance
  }
  return first
}

/** A list as it stands: what of it waits, was carried out, or was refused. */
function listView(deps: Deps, row: SignedListRow, signer: Signer, lang: string): ListView {
  const { context, effects, staff, cases } = deps
  const tables = context.engine.read
  const now = context.clock.wall()
  const { power } = row
  const rows = requestIdsOf(row).map((id) => tables.of(approvals).get(id))
  const isOpen = (each: (typeof rows)[number]) =>
    each?.status === 'open' && now < each.askedAt + APPROVAL_LIFE
  const open = rows.filter(isOpen)
  const carried = rows.filter((each) => each?.status === 'carried-out').map((each) => each!)
  const yenOf = (requests: readonly Pick<ApprovalRow, 'subject' | 'body'>[]) =>
    requests.reduce((sum, { subject, body }) => sum + (cases.yen(power, subject, body) ?? 0), 0)
  const first = open[0]
  const hindrance = hindranceOfAll(open.map((each) => () => hindranceOf(tables, effects, each!, signer, now)))
  return {
    id: row.id,
    power,
    what: context.text(lang, powerKey(power)),
    root: row.root,
    size: row.size,
    yen: yenOf(row.requests),
    by: staff.personOf(row.operatorId),
    signedBy: row.signedBy,
    signedAt: iso(row.signedAt),
    expiresAt: iso(row.signedAt + APPROVAL_LIFE),
    state: row.endedAt === null ? 'running' : open.length > 0 ? 'open' : 'done',
    open: open.length,
    carriedOut: carried.length,
    carriedYen: yenOf(carried),
    refused: row.refused.length,
    missing:
      first === undefined
        ? []
        : freePlaces(powerOf(power).signers, first.signatures).map((roles) => [...roles]),
    hindrance: hindrance === null ? null : inWords(deps, hindrance, lang),
  }
}
