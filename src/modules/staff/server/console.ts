import { hash } from 'node:crypto'
import { no, type Refusal } from '#kernel/result.ts'
import { iso, spanOf } from '#kernel/time.ts'
import { bodyText } from '#platform/engine/journal.ts'
import type { Result } from '#platform/engine/command.ts'
import { NotFound, on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { APPROVAL_LIFE, SIGNABLE, type Reason } from '../model/approval.ts'
import { askedPage } from '../model/desk-list.ts'
import { freeTextProblem } from '../model/free-text.ts'
import type { Role } from '../model/power.ts'
import { isPower, POWER_NAMES, powerOf } from '#registry/powers.ts'
import { requestText, type Body } from '../model/request.ts'
import * as contract from '../operator-contract.ts'
import type { Person } from '../operator-contract.ts'
import { approvalIdOf, type Acted } from './act.ts'
import { memberOf } from '#modules/identity/server/public.ts'
import {
  aboutView,
  approvalView,
  factView,
  frozenCheck,
  hindranceOf,
  mayRead,
  isKeptFrom,
  maySee,
  sealedFrom,
  reasonOf,
  SEE_ALL,
} from './approval-view.ts'
import { auditEntry, auditWords, refusalWords, stageOfEntry, type AuditEntry } from './audit-entry.ts'
import { NO_DETAIL, type CaseReaders } from './cases.ts'
import type { Effects } from './effects.ts'
import type { OperatorSessions } from './operator-sessions.ts'
import type { Asked, Case, OutsideQueue, Queue, StaffPublic, SubjectsOf } from './public.ts'
import {
  approvalOf,
  approvalsAbout,
  approvalsOf,
  assign,
  assignments,
  auditRecords,
  journalRecord,
  ownRoleActs,
  pastApprovals,
  textOf,
  textsOf,
} from './queries.ts'
import { heldBy, rolesOf, rolesView } from './held-roles.ts'
import { openPasskeys } from './open-passkeys.ts'
import type { RecoveryCodes } from './recovery.ts'
import { halfOf } from './sign-in.ts'
import { NO_WARNINGS, warningsOf } from './warnings.ts'
import { draftRoutes } from './saved-drafts.ts'
import { viewRoutes } from './saved-views.ts'
import { namesOf } from './operator-names.ts'
import { approvals, operatorRoles, operators, type ApprovalRow } from './tables.ts'

const USUAL_ROWS = 50
const MOST_ROWS = 200
type Deps = {
  context: AppContext
  effects: Effects
  queues: readonly Queue[]
  outside: readonly OutsideQueue[]
  cases: CaseReaders
  sessions: OperatorSessions
  staff: StaffPublic
  recovery: RecoveryCodes
  subjectsOf: SubjectsOf
  askedAtOf: (asked: Asked, reason: Reason | null) => number
}

/** Routes for all that an operator sees and signs at the console. */
export function consoleRoutes(inputs: Deps): RouteHandler[] {
  return [
    ...ownRoutes(inputs),
    ...viewRoutes(inputs.context),
    ...draftRoutes(inputs.context),
    ...queueRoutes(inputs),
    ...actRoutes(inputs),
    ...recordRoutes(inputs),
  ]
}

function ownRoutes({ context, sessions, staff, recovery }: Deps): RouteHandler[] {
  const { config, clock, db, engine } = lazily(context)
  return [
    on(contract.consoleMe, ({ operator }) => {
      const { operatorId, sessionId } = operator
      const person = staff.personOf(operatorId)
      const { idleAt, endsAt } = sessions.ends(sessionId)
      const keys = openPasskeys(engine(), operatorId)
      const held = heldBy(engine(), operatorId, clock.wall())
      return {
        ...person,
        demo: engine().of(operators).get(operatorId)!.isDemo,
        signsBy: keys.length > 0 ? ('passkey' as const) : ('server' as const),
        idleAt: iso(idleAt),
        endsAt: iso(endsAt),
        passkeys: keys.map(({ id, since }) => ({ id, since: iso(since) })),
        roles: held.map(({ role }) => role),
        powers: POWER_NAMES.filter((name) => {
          const power = powerOf(name)
          if (power.retired) return false
          return held.some(
            ({ role, deputy }) =>
              !(power.standing && deputy) && power.signers.some((place) => place.includes(role)),
          )
        }),
        warnings: config.demo ? NO_WARNINGS : warningsOf(context, staff.personOf, recovery),
      }
    }),
    on(contract.listNames, () =>
      engine()
        .of(operators)
        .all()
        .map(({ id, role, number }) => ({
          operatorId: id,
          held: [{ role, number }, ...engine().of(operatorRoles).by('operator', id)].map((held) => ({
            role: held.role,
            number: held.number,
          })),
          names: namesOf(engine(), id).map(({ name, since }) => ({ name, since: iso(since) })),
        })),
    ),
    on(contract.listOperators, async ({ operator }) => {
      const [own, signedIn] = await Promise.all([ownRoleActs(db), sessions.signedIn()])
      return engine()
        .of(operators)
        .all()
        .map((each) => ({
          operatorId: each.id,
          role: each.role,
          number: each.number,
          demo: each.isDemo,
          since: iso(each.since),
          endedAt: each.endedAt === null ? null : iso(each.endedAt),
          passkeys: openPasskeys(engine(), each.id).map(({ since }) => iso(since)),
          signedIn: signedIn.has(each.id),
          roles: rolesView(engine(), each, own.get(each.id)),
          invite:
            each.invite === null || clock.wall() >= each.inviteUntil!
              ? null
              : {
                  until: iso(each.inviteUntil!),
                  half: each.invitedBy!.includes(operator.operatorId)
                    ? halfOf(config.keys.pepper, each, operator.operatorId)
                    : null,
                },
        }))
        .toSorted((a, b) => a.role.localeCompare(b.role) || a.number - b.number)
    }),
  ]
}

/** Queues with their cases, for one operator. */
function queueViews({ context, queues, outside, staff, effects }: Deps) {
  const { clock, db, engine } = lazily(context)
  const isShown = ({ roles, only }: { roles: readonly Role[]; only?: true }, held: readonly Role[]) =>
    held.some((role) => roles.includes(role) || (only === undefined && SEE_ALL.includes(role)))
  const personOrNull = (operatorId: string | null | undefined) =>
    operatorId === null || operatorId === undefined ? null : staff.personOf(operatorId)
  const itemView = (
    { subject, memberId, since, stopped = null }: Case,
    assigned: string | null | undefined,
    approval: ApprovalRow | undefined,
  ): contract.QueueItem => ({
    subject,
    memberId,
    since: iso(since),
    stopped: stopped === null ? null : iso(stopped),
    assigned: personOrNull(assigned),
    approval: briefly(approval),
  })
  /** Requests that the caller can sign now: the one queue that every role has. */
  function signable(operator: { operatorId: string }, open: readonly ApprovalRow[]) {
    const now = clock.wall()
    const mine = open.filter((row) => hindranceOf(engine(), effects, row, operator, now) === null)
    return {
      name: SIGNABLE,
      mine: true,
      count: mine.length,
      items: mine.map((row) =>
        itemView({ subject: row.subject, memberId: row.memberId, since: row.askedAt }, null, row),
      ),
    }
  }
  return async ({ operatorId, roles: asked }: { operatorId: string; roles: readonly string[] }) => {
    const held = asked as readonly Role[]
    const [assigned, read] = await Promise.all([
      assignments(db),
      Promise.all(
        outside
          .filter((queue) => isShown(queue, held))
          .map(async ({ name, roles, read: look }) => ({ name, roles, ...(await look()) })),
      ),
    ])
    const holders = new Map(
      assigned.map(({ queue, subject, operatorId: holder }) => [`${queue} ${subject}`, holder]),
    )
    const open = openApprovals(context)
    return [
      ...queues
        .filter((queue) => queue.deskOnly === undefined && isShown(queue, held))
        .map((queue) => ({ queue, waiting: queue.items(engine()) }))
        .map(({ queue, waiting }) => ({
          name: queue.name,
          mine: queue.roles.some((role) => held.includes(role)),
          count: queue.perMember ? new Set(waiting.map(({ memberId }) => memberId)).size : waiting.length,
          items: waiting.map((each) =>
            itemView(
              each,
              holders.get(`${queue.name} ${each.subject}`),
              open.findLast(({ subject }) => subject === each.subject),
            ),
          ),
        })),
      ...read.map(({ name, roles, count, cases }) => ({
        name,
        mine: roles.some((role) => held.includes(role)),
        count,
        items: cases.map((each) => itemView(each, each.assignedTo, undefined)),
      })),
      signable({ operatorId }, open),
    ]
  }
}

function queueRoutes(deps: Deps): RouteHandler[] {
  const { context, queues, staff } = deps
  const { clock, db, engine } = lazily(context)
  const views = queueViews(deps)
  return [
    on(contract.listQueues, ({ operator }) => views(operator)),
    on(contract.assignCase, async ({ operator, input: { queue: name, subject, operatorId } }) => {
      const queue = queues.find((each) => each.name === name)
      if (queue === undefined) return no('QUEUE_UNKNOWN')
      const mayWork = (id: string): Refusal | null => {
        const row = engine().of(operators).get(id)
        if (row === undefined || row.endedAt !== null) return no('OPERATOR_UNKNOWN')
        const held = rolesOf(engine(), id, clock.wall())
        return queue.roles.some((role) => held.includes(role)) ? null : no('ROLE_MAY_NOT', { role: row.role })
      }
      const refused = mayWork(operator.operatorId) ?? (operatorId === null ? null : mayWork(operatorId))
      if (refused !== null) return refused
      if (!queue.items(engine()).some((item) => item.subject === subject)) return no('CASE_NOT_WAITING')
      await assign(db, { queue: name, subject, operatorId, at: Math.floor(clock.wall()) })
      return { assigned: operatorId === null ? null : staff.personOf(operatorId) }
    }),
  ]
}

const briefly = (row: ApprovalRow | undefined) =>
  row === undefined
    ? null
    : {
        id: row.id,
        power: row.power,
        signed: row.signatures.length,
        needed: powerOf(row.power).signers.length,
        expiresAt: iso(row.askedAt + APPROVAL_LIFE),
      }

/** Requests that can still be signed, oldest first. */
export function openApprovals({ engine, clock }: AppContext): readonly ApprovalRow[] {
  return engine.read
    .of(approvals)
    .range('askedAt', 'all', {})
    .filter((row) => row.status === 'open' && clock.wall() < row.askedAt + APPROVAL_LIFE)
}

function actRoutes({ context, effects, cases, staff, askedAtOf }: Deps): RouteHandler[] {
  const { clock, db, engine } = lazily(context)
  const shown = async (
    rows: readonly ApprovalRow[],
    operator: { operatorId: string; roles: readonly string[] },
    lang: string,
  ) => {
    const texts = await textsOf(
      db,
      rows.flatMap(({ textId }) => textId ?? []),
    )
    const words = {
      text: (key: string, detail?: Refusal['detail']) => context.text(lang, key, detail),
      texts,
      numberOf: staff.numberOf,
      now: clock.wall(),
      readerId: operator.operatorId,
    }
    const roles = operator.roles as readonly Role[]
    const hindrance = (row: ApprovalRow): Refusal | null =>
      row.status === 'open' ? hindranceOf(engine(), effects, row, operator, clock.wall()) : null
    return Promise.all(
      rows.map(async (row) => {
        const member = row.memberId === null ? null : memberOf(engine(), row.memberId)!
        const brief = mayRead(roles, row.power)
          ? await cases.brief(row.power, row.subject, row.body, lang)
          : null
        const about = aboutView(brief, member)
        return approvalView(row, hindrance(row), { ...words, about })
      }),
    )
  }
  /** The reason of a request: its text put away, or found again as it was prepared. */
  async function reasonFor(
    power: string,
    subject: string,
    body: Body,
    asked: { code: string; text?: string | undefined } | null,
    textId: string | null | undefined,
  ) {
    if (asked === null) return { ok: true as const, value: null }
    if (asked.text === undefined) return { ok: true as const, value: { code: asked.code, text: null } }
    if (textId !== undefined && textId !== null) {
      const kept = await textOf(context, textId)
      if (kept === null || kept.text !== asked.text) return no('SIGNATURE_WRONG')
      return {
        ok: true as const,
        value: {
          code: asked.code,
          text: { id: kept.id, hash: hash('sha256', Buffer.concat([kept.salt, Buffer.from(kept.text)])) },
        },
      }
    }
    const open = openApprovals(context).filter(
      (row) =>
        row.power === power &&
        row.subject === subject &&
        row.textId !== null &&
        bodyText(row.body) === bodyText(body),
    )
    const texts = await textsOf(
      db,
      open.map((row) => row.textId!),
    )
    const same = open.find((row) => row.reason === asked.code && texts.get(row.textId!) === asked.text)
    if (same !== undefined) return { ok: true as const, value: reasonOf(same) }
    const problem = freeTextProblem(asked.text)
    if (problem !== null) return problem
    const memberId = effects.of(power, subject)?.memberOf(engine(), subject) ?? ''
    const kept = await staff.text(memberId, asked.text)
    return kept.ok ? { ok: true as const, value: { code: asked.code, text: kept.value } } : kept
  }
  const worded = (result: Result<Acted>) => (result.ok ? result.answer : result)

  return [
    on(contract.listApprovals, async ({ operator, query: { subject }, lang }) =>
      shown(
        (subject === undefined ? openApprovals(context) : await approvalsAbout(db, subject)).filter((row) =>
          maySee(operator, row),
        ),
        operator,
        lang,
      ),
    ),
    on(contract.listPastApprovals, async ({ operator, query, lang }) => {
      const sealed = { powers: sealedFrom(operator), but: operator.operatorId }
      const { rows, next, total } = await pastApprovals(db, query.status ?? null, sealed, askedPage(query))
      return { rows: await shown(rows, operator, lang), next, total }
    }),
    on(contract.getApproval, async ({ operator, params, lang }) => {
      const row = await approvalOf(db, params.id)
      if (row === undefined || !maySee(operator, row)) throw new NotFound('approval')
      const isRead = mayRead(operator.roles as readonly Role[], row.power)
      const { person, facts, checks, look } = isRead
        ? await cases.detail(row.power, row.subject, row.body, lang)
        : NO_DETAIL
      const frozen = isRead ? frozenCheck(context, row, lang) : []
      if (look !== null && row.memberId !== null) await staff.logRead(operator.operatorId, row.memberId, look)
      const [approval] = await shown([row], operator, lang)
      return { approval: approval!, person, facts: facts.map(factView), checks: [...checks, ...frozen] }
    }),
    on(contract.prepareAct, async ({ operator, input }) => {
      const { power } = input
      if (!isPower(power)) return no('POWER_UNKNOWN')
      const refused = staff.may(operator.operatorId, power)
      if (refused !== null) return refused
      const body = input.body as Body
      const reason = await reasonFor(power, input.subject, body, input.reason ?? null, undefined)
      if (!reason.ok) return reason
      const request = {
        power,
        subject: input.subject,
        body,
        reason: reason.value,
        askedAt: askedAtOf({ power, subject: input.subject, body }, reason.value),
      }
      return {
        id: approvalIdOf(request),
        requestText: requestText(request),
        askedAt: request.askedAt,
        textId: reason.value?.text?.id ?? null,
      }
    }),
    on(contract.consoleAct, async ({ operator, input }) => {
      const { power } = input
      if (!isPower(power)) return no('POWER_UNKNOWN')
      const refused = staff.may(operator.operatorId, power)
      if (refused !== null) return refused
      const body = input.body as Body
      const reason = await reasonFor(power, input.subject, body, input.reason ?? null, input.prepared?.textId)
      if (!reason.ok) return reason
      const result = await staff.act(
        operator.operatorId,
        { power, subject: input.subject, body, reason: reason.value },
        {
          session: operator.sessionId,
          ...(input.prepared === undefined ? {} : { askedAt: input.prepared.askedAt }),
          ...(input.passkey === undefined ? {} : { passkey: input.passkey }),
        },
      )
      return worded(result)
    }),
    on(contract.signApproval, async ({ operator, params, input }) => {
      const row = openApprovals(context).find(({ id }) => id === params.id)
      if (row === undefined) return no('APPROVAL_NOT_OPEN')
      const { power, subject, body, askedAt } = row
      const result = await staff.act(
        operator.operatorId,
        { power, subject, body, reason: reasonOf(row) },
        {
          session: operator.sessionId,
          askedAt,
          ...(input.passkey === undefined ? {} : { passkey: input.passkey }),
        },
      )
      return worded(result)
    }),
  ]
}

/**
 * The subjects of records by the numbers that people know, each reckoned once: the case by its name where the
 * reader may read it, else the member.
 */
function subjectNames({ context, effects, cases }: Deps, roles: readonly Role[], lang: string) {
  const tables = context.engine.read
  const known = new Map<string, Promise<contract.AuditRow['about']>>()
  async function find({ power, subject, body, isList, size }: AuditEntry) {
    if (isList && subject !== null)
      return { name: `× ${size}`, address: { page: 'lists', path: [], at: subject } }
    if (power === null || !isPower(power) || subject === null) return null
    const brief = mayRead(roles, power) ? await cases.brief(power, subject, body, lang) : null
    const memberId = effects.of(power, subject)?.memberOf(tables, subject) ?? null
    const about = aboutView(brief, memberId === null ? null : (memberOf(tables, memberId) ?? null))
    return about && { name: about.name, address: about.address }
  }
  return (entry: AuditEntry): Promise<contract.AuditRow['about']> => {
    const key = bodyText([entry.power, entry.subject, entry.body])
    const about = known.get(key) ?? find(entry)
    known.set(key, about)
    return about
  }
}

function recordRoutes(deps: Deps): RouteHandler[] {
  const { context, staff, effects, subjectsOf } = deps
  const { clock, db, engine } = lazily(context)
  const personOf = (actor: string): Person | null => {
    const id = actor.startsWith('o:') ? actor.slice(2) : null
    return id === null || engine().of(operators).get(id) === undefined ? null : staff.personOf(id)
  }
  return [
    on(contract.listAudit, async ({ operator, query, lang }) => {
      const limit = Math.min(Math.max(Number(query.limit ?? USUAL_ROWS), 1), MOST_ROWS)
      const typed = query.q?.trim() || null
      const subjects = typed === null ? null : await subjectsOf(typed)
      const records = await auditRecords(db, {
        before: query.before === undefined ? null : Number(query.before),
        operatorId: query.operatorId ?? null,
        power: query.power ?? null,
        subject: query.subject ?? null,
        text: subjects === null ? typed : null,
        subjects,
        span: spanOf(query),
        sealed: { powers: sealedFrom(operator), but: operator.operatorId },
        limit,
      })
      const entries = records.map(auditEntry).filter((entry) => !isKeptFrom(operator, entry))
      const requests = await approvalsOf(
        db,
        entries.flatMap(({ requestIds }) => requestIds),
      )
      const text = (key: string, args?: Refusal['detail']) => context.text(lang, key, args)
      const aboutOf = subjectNames(deps, operator.roles as readonly Role[], lang)
      const abouts = await Promise.all(entries.map(aboutOf))
      return {
        powers: effects.powers().filter((power) => !sealedFrom(operator).includes(power)),
        next: records.length < limit ? null : String(records.at(-1)!.seq),
        rows: entries.map((entry, at): contract.AuditRow => {
          const { seq, ts, type, power, subject, actor, hash: after } = entry
          const stage = stageOfEntry(entry, requests, clock.wall())
          return {
            seq,
            at: iso(ts),
            type,
            actor: personOf(actor),
            power,
            what: auditWords(entry, stage, text),
            subject,
            about: abouts[at]!,
            stage,
            refused: refusalWords(entry, text),
            hash: after,
          }
        }),
      }
    }),
    on(contract.getAuditRecord, async ({ operator, params }) => {
      const found = await journalRecord(db, Number(params.seq))
      if (
        found === null ||
        !found.record.type.startsWith('staff.') ||
        isKeptFrom(operator, auditEntry(found.record))
      )
        throw new NotFound('record')
      const {
        record: { seq, record, hash: after },
        before,
      } = found
      return {
        seq,
        record: Buffer.from(record).toString(),
        hash: Buffer.from(after).toString('hex'),
        before: Buffer.from(before ?? Buffer.alloc(32)).toString('hex'),
      }
    }),
  ]
}

/** The engine stands only once the server has started: it is asked for when it is needed. */
const lazily = (context: AppContext) => ({
  config: context.config,
  clock: context.clock,
  db: context.db,
  engine: () => context.engine.read,
})
