import type { MemberId } from '#kernel/id.ts'
import { hash } from 'node:crypto'
import { canonical } from '#kernel/hash.ts'
import { no, ok } from '#kernel/result.ts'
import { iso, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { operatorCaller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { listen } from '#platform/engine/event.ts'
import { LIMITS, type Limits } from '#platform/limits.ts'
import { passkeyHosts } from '#platform/passkey-hosts.ts'
import { on, type DueScan, type AppContext, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import type { OperatorActView } from '../contract.ts'
import type { Person } from '../operator-contract.ts'
import { APPROVAL_LIFE, freePlaces, type Reason } from '../model/approval.ts'
import { freeTextProblem } from '../model/free-text.ts'
import type { Role } from '../model/power.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import { requestText } from '../model/request.ts'
import { hasLapsed, lapseApprovals, staffAct } from './act.ts'
import { isKeptFrom } from './approval-view.ts'
import { auditEntry } from './audit-entry.ts'
import { openCaseReaders, type CaseReaders } from './cases.ts'
import { consoleRoutes, openApprovals } from './console.ts'
import { openAppeals } from './appeals.ts'
import { ownCases } from './own-cases.ts'
import { demoDesk } from './desk.ts'
import { openEffects, type Effects } from './effects.ts'
import { operatorActed } from './events.ts'
import { freezeEffects, heldSince } from './freeze.ts'
import { freezeRoute } from './freeze-route.ts'
import { beginBreakGlass, isGlassDue, openBreakGlass, stopEffect } from './break-glass.ts'
import { foundConsole, isFoundingDue } from './founding.ts'
import { handedOver } from './handed-over.ts'
import { firmInvitations, type FirmInvitations } from './invitations.ts'
import { deputiesOver, endDeputy, roleEffects, rolesOf } from './held-roles.ts'
import { countPasskey, enrolPasskey, operatorEffects } from './operator-effects.ts'
import { nameEffect } from './operator-names.ts'
import { endAllPasskeys, passkeyEffects } from './passkey-effects.ts'
import { keepRecoveryCodes, recoveryCodes, recoveryEffect } from './recovery.ts'
import { readList, textList } from './row-lists.ts'
import { operatorMacs } from './row-macs.ts'
import { operatorSessions, type OperatorSessions } from './operator-sessions.ts'
import { leaveDemo } from './leave-demo.ts'
import { listRoutes } from './list-routes.ts'
import { listRunner } from './list-runner.ts'
import { openDemoOperator, settleDemoOperators } from './open-operator.ts'
import { demoKey, signatureOf } from './operator-keys.ts'
import type { PasskeySite } from './passkey-answer.ts'
import { openPictures } from './pictures.ts'
import type {
  AboutFrozen,
  AppealKind,
  Asked,
  OutsideQueue,
  Queue,
  SealedCount,
  StaffPublic,
  SubjectsOf,
} from './public.ts'
import {
  actsAbout,
  assignments,
  forgetText,
  newestActs,
  keepText,
  newestReads,
  readsOf,
  type StoredAct,
  writeRead,
} from './queries.ts'
import { demoCode, signInRoutes } from './sign-in.ts'
import {
  approvals,
  breakGlasses,
  caseRequests,
  freezes,
  operatorActs,
  operatorPasskeys,
  operatorNames,
  operatorRoles,
  operators,
  recoverySets,
  signedLists,
} from './tables.ts'
import { endListCommand, signListCommand } from './signed-lists.ts'
import { withdrawCommand, withdrawRoute } from './withdraw.ts'
import { actView } from './view.ts'
import { textsCheck } from './texts-check.ts'

const USUAL_ROWS = 30
const MOST_ROWS = 100
const SALT_BYTES = 16
const LAPSES_EVERY: Ms = MINUTE
const LOOKS_EVERY: Ms = SECOND
const rowsOf = (limit: string | undefined): number =>
  Math.min(Math.max(Number(limit ?? USUAL_ROWS), 1), MOST_ROWS)

/** Passkeys of operators are bound to the console's host name where it has one, else to the app's. */
const siteOf = (config: AppContext['config']): PasskeySite => ({
  rpId: passkeyHosts(config).operators,
  origin: config.consoleHost === null ? config.origin : `https://${config.consoleHost}`,
})

/** Operators: what they may do, who must sign it, and what members see of it. */
export function createStaff(
  context: AppContext,
  limits: Limits = LIMITS,
): { module: Module; staff: StaffPublic } {
  const { config, clock, db, bus } = context
  const effects = openEffects()
  for (const effect of [
    ...freezeEffects(context.clock),
    ...operatorEffects,
    ...roleEffects(context.clock),
    ...passkeyEffects,
    nameEffect,
    recoveryEffect,
    stopEffect,
  ])
    effects.add('staff', effect)
  const queues: Queue[] = []
  const outside: OutsideQueue[] = []
  const site = siteOf(config)
  const command = staffAct(context, effects, site)
  const [signList, lists] = [signListCommand(site), listRunner(context, effects, command)]
  const withdraw = withdrawCommand(site)
  const serverSigns = (operatorId: string, text: string) => serverSignature(context, operatorId, text)
  const macs = operatorMacs(config)
  const sessions = operatorSessions(context, macs, limits.console)
  let stopFollowing = () => {}
  const numberOf = (operatorId: string): number => context.engine.read.of(operators).get(operatorId)!.number
  const viewIn = (lang: string) => (row: StoredAct) =>
    actView(row, (key) => context.text(lang, key), numberOf, clock.wall())

  const kinds: AppealKind[] = []
  const cases = openCaseReaders()
  const sealed: { count: SealedCount } = { count: () => null }
  const frozen: { about: AboutFrozen } = { about: async () => ({ person: null, yen: 0 }) }
  for (const reader of ownCases(context, (memberId) => frozen.about(memberId))) cases.add(reader)
  const subjects: { find: SubjectsOf } = { find: async () => null }
  const pictures = openPictures(context, numberOf)
  const files = handedOver(config)
  const [invitations, recovery] = [firmInvitations(context, files), recoveryCodes(context, files)]
  const [breakGlass, opening] = [beginBreakGlass(context), openBreakGlass(context)]
  const staff = publicOf(context, {
    effects,
    queues,
    outside,
    cases,
    kinds,
    sealed,
    frozen,
    subjects,
    addPicture: pictures.add,
    command,
    viewIn,
    numberOf,
    sessions,
    invitations,
  })
  const appeals = openAppeals({ context, effects, kinds, staff })
  queues.push(appeals.queue)
  const listed = async (
    memberId: MemberId | null,
    query: { before?: string | undefined; limit?: string | undefined },
    lang: string,
  ) => {
    return {
      acts: (await newestActs(db, memberId, query.before ?? null, rowsOf(query.limit))).map(viewIn(lang)),
    }
  }
  const lapsing: DueScan = {
    name: 'staff.lapse',
    everyMs: LAPSES_EVERY,
    look: () =>
      hasLapsed(context.engine.read, clock.wall())
        ? context.engine.submit(lapseApprovals, null, SYSTEM_CALLER)
        : null,
  }
  const glass: DueScan = {
    name: 'staff.break-glass',
    everyMs: LOOKS_EVERY,
    look: () =>
      isGlassDue(context.engine.read, Math.floor(clock.confirmed()))
        ? context.engine.submit(opening, null, SYSTEM_CALLER)
        : null,
  }
  const deputies: DueScan = {
    name: 'staff.deputies',
    everyMs: LOOKS_EVERY,
    async look() {
      for (const { id, operatorId, role } of deputiesOver(context.engine.read, clock.wall()))
        await context.engine.submit(endDeputy, { id, operatorId, role }, SYSTEM_CALLER)
    },
  }
  const founding: DueScan = {
    name: 'staff.founding',
    everyMs: LOOKS_EVERY,
    look: () => (!config.demo && isFoundingDue(context.engine.read, clock.wall()) ? found() : null),
  }
  async function found(): Promise<void> {
    await context.engine.submit(foundConsole, null, SYSTEM_CALLER)
    await handOver()
  }
  /** Invitations of the firm and recovery codes, each into a file of its own. */
  async function handOver(): Promise<void> {
    invitations.settle()
    await recovery.settle()
  }
  const notHandedOver = (err: unknown): void =>
    context.log.error({ err }, 'invitations or recovery codes could not be written or taken away')
  const module: Module = {
    name: 'staff',
    tables: [
      operators,
      operatorPasskeys,
      operatorRoles,
      operatorNames,
      approvals,
      operatorActs,
      freezes,
      caseRequests,
      signedLists,
      recoverySets,
      breakGlasses,
    ],
    stored: [textsCheck],
    macs: [...Object.values(macs), readList(context.config), textList(context.config)],
    commands: [
      command,
      signList,
      withdraw,
      endListCommand,
      lapseApprovals,
      openDemoOperator,
      enrolPasskey,
      countPasskey,
      endDeputy,
      foundConsole,
      keepRecoveryCodes,
      breakGlass,
      opening,
      endAllPasskeys,
      leaveDemo,
    ],
    routes: [
      on(contract.listOperatorActs, ({ caller, query, lang }) => listed(caller.memberId, query, lang)),
      on(contract.listPublicActs, ({ query, lang }) => listed(null, query, lang)),
      on(contract.listOperatorReads, async ({ caller, query, lang }) => ({
        reads: (await newestReads(context, caller.memberId, query.before ?? null, rowsOf(query.limit))).map(
          ({ id, what, role, number, at }) => ({
            id,
            what: context.text(lang, `staff.read.${what}`),
            role,
            number,
            at: iso(at),
          }),
        ),
        sealed: sealed.count(),
      })),
      ...pictures.routes,
      ...appeals.routes,
      freezeRoute({ context, effects, staff, about: (memberId) => frozen.about(memberId) }),
      ...listRoutes({
        context,
        effects,
        cases,
        staff,
        runner: lists,
        command: signList,
        askedAtOf: (asked, reason) => askedAtOf(context, asked, reason),
        serverSigns,
      }),
      withdrawRoute({ context, command: withdraw, serverSigns }),
      ...signInRoutes({
        context,
        limits,
        sessions,
        site,
        breakGlass,
        enrolled: () => void handOver().catch(notHandedOver),
      }),
      ...consoleRoutes({
        context,
        effects,
        queues,
        outside,
        cases,
        sessions,
        staff,
        recovery,
        subjectsOf: (typed) => subjects.find(typed),
        askedAtOf: (asked, reason) => askedAtOf(context, asked, reason),
      }),
    ],
    listeners: [
      listen(operatorActed, ({ memberId, actId }) => {
        if (memberId !== null) bus.publish(`member/${memberId}`, { type: 'operatorAct', actId })
      }),
      listen(operatorActed, ({ power }) => {
        if (power !== 'recovery.make' && power !== 'break-glass.open') return
        handOver().catch(notHandedOver)
      }),
      listen(operatorActed, ({ power, subject }) => {
        if (power === 'break-glass.begin')
          context.log.warn({ id: subject }, 'a break-glass was begun at the console with two recovery codes')
      }),
      // Another role, other keys, or gone: whoever is signed in signs in again.
      listen(operatorActed, ({ power, subject }) => {
        if (power !== 'operator.role' && power !== 'key.rotate') return
        sessions
          .endAllOf(subject)
          .catch((err: unknown) => context.log.error({ err }, 'a session of the console could not be ended'))
      }),
    ],
    scans: [
      lapsing,
      lists.scan,
      glass,
      founding,
      deputies,
      ...(config.demoDesk ? [demoDesk({ context, effects, queues, act: staff.act })] : []),
    ],
    async start() {
      stopFollowing = sessions.follow()
      cases.assertComplete((power) => effects.of(power, '')?.byRule !== undefined)
      if (config.leavesDemo) await context.engine.submit(leaveDemo, null, SYSTEM_CALLER)
      if (config.demo) return settleDemoOperators(context).then(handOver)
      if (config.endsPasskeys) await context.engine.submit(endAllPasskeys, { rpId: site.rpId }, SYSTEM_CALLER)
      if (isFoundingDue(context.engine.read, clock.wall())) await found()
      else await handOver()
    },
    async stop() {
      stopFollowing()
    },
  }
  return { module, staff }
}

type Parts = {
  effects: Effects
  queues: Queue[]
  outside: OutsideQueue[]
  cases: CaseReaders
  kinds: AppealKind[]
  sealed: { count: SealedCount }
  frozen: { about: AboutFrozen }
  subjects: { find: SubjectsOf }
  addPicture: StaffPublic['pictures']
  command: ReturnType<typeof staffAct>
  viewIn: (lang: string) => (row: StoredAct) => OperatorActView
  numberOf: StaffPublic['numberOf']
  sessions: OperatorSessions
  invitations: FirmInvitations
}

/** The functions that modules above are given. */
function publicOf(
  context: AppContext,
  { effects, queues, outside, cases, kinds, addPicture, command, viewIn, numberOf, ...parts }: Parts,
): StaffPublic {
  const { config, clock, db, ids } = context
  const personOf = (operatorId: string): Person => {
    const { id, role, number } = context.engine.read.of(operators).get(operatorId)!
    return { operatorId: id, role, number }
  }
  return {
    register: effects.add,
    queue: (queue) => void queues.push(queue),
    outsideQueue: (queue) => void outside.push(queue),
    cases: cases.add,
    termsOf: cases.terms,
    appeals: (kind) => void kinds.push(kind),
    pictures: addPicture,
    async act(operatorId, asked, { desk = false, session = '', askedAt, passkey } = {}) {
      const operator = context.engine.read.of(operators).get(operatorId)
      if (operator === undefined) return no('OPERATOR_UNKNOWN')
      const request = {
        ...asked,
        reason: asked.reason ?? null,
        askedAt: askedAt ?? askedAtOf(context, asked, asked.reason ?? null),
      }
      const signature =
        passkey === undefined ? serverSignature(context, operatorId, requestText(request)) : ''
      const caller = operatorCaller(operatorId, session)
      await effects.before(request)
      const { result } = await context.engine.submit(
        command,
        { ...request, operatorId, signature, desk, ...(passkey === undefined ? {} : { passkey }) },
        caller,
      )
      // A signature that is none is tried again, over the same text.
      const text = request.reason?.text ?? null
      if (!result.ok && result.rejection !== 'SIGNATURE_WRONG' && text !== null)
        await forgetText(context, text.id)
      return result
    },
    operators: {
      find: parts.sessions.find,
      may(operator, { roles, power }) {
        const held = operator.roles as readonly Role[]
        if (power !== undefined && power !== null && power !== 'asked')
          return powerOf(power as PowerName).signers.some((place) =>
            held.some((role) => place.includes(role)),
          )
        return roles === undefined || held.some((role) => roles.includes(role))
      },
    },
    isKeptFrom: (operator, record) =>
      isKeptFrom(
        operator,
        record.type.startsWith('staff.')
          ? auditEntry(record)
          : { type: record.type, actor: readRecord(record.record).actor, power: null },
      ),
    async logRead(operatorId, memberId, what) {
      const { role, number } = personOf(operatorId)
      await writeRead(context, {
        id: ids.uuid(),
        operatorId,
        role,
        number,
        memberId,
        what,
        at: Math.floor(clock.wall()),
      })
    },
    aboutFrozen(about) {
      parts.frozen.about = about
    },
    subjectsBy(find) {
      parts.subjects.find = find
    },
    sealedCount(count) {
      parts.sealed.count = count
    },
    discloseLook: (row) => writeRead(context, row, (each) => each.id === row.id),
    readsOf: (memberId) => readsOf(context, memberId),
    assignedTo: async (queue, subject) => {
      const held = (await assignments(db)).find((each) => each.queue === queue && each.subject === subject)
      return held === undefined ? null : personOf(held.operatorId)
    },
    casesOf: (memberId) =>
      queues
        .flatMap(({ name, items }) =>
          items(context.engine.read)
            .filter((each) => each.memberId === memberId)
            .map(({ subject, since }) => ({ queue: name, subject, since })),
        )
        .toSorted((a, b) => a.since - b.since),
    personOf,
    team: () =>
      context.engine.read
        .of(operators)
        .all()
        .filter(({ endedAt }) => endedAt === null)
        .map(({ id }) => ({ id, roles: rolesOf(context.engine.read, id, clock.wall()) })),
    waitingCases: () =>
      queues.flatMap(({ roles, items, deskOnly }) =>
        deskOnly
          ? []
          : items(context.engine.read)
              .filter(({ stopped }) => !stopped)
              .map(({ since }) => ({ roles, since })),
      ),
    openRequests: () =>
      openApprovals(context).map(({ power, signatures, askedAt }) => ({
        askedAt,
        missing: [...new Set(freePlaces(powerOf(power).signers, signatures).flat())],
      })),
    codes: () =>
      context.engine.read
        .of(operators)
        .all()
        .filter(({ endedAt, isDemo }) => endedAt === null && isDemo)
        .map(({ id }) => ({ operatorId: id, code: demoCode(config.keys.demo, id) })),
    invitations: parts.invitations.paths,
    may(operatorId, power) {
      const operator = context.engine.read.of(operators).get(operatorId)
      if (operator === undefined) return no('OPERATOR_UNKNOWN')
      const held = rolesOf(context.engine.read, operatorId, clock.wall())
      return powerOf(power).signers.some((place) => held.some((role) => place.includes(role)))
        ? null
        : no('ROLE_MAY_NOT', { role: operator.role })
    },
    numberOf,
    async text(memberId, text) {
      const problem = freeTextProblem(text)
      if (problem !== null) return problem
      const salt = Buffer.from(ids.bytes(SALT_BYTES))
      const id = ids.uuid()
      await keepText(context, { id, memberId, text, salt, at: Math.floor(clock.wall()) })
      return ok({ id, hash: hash('sha256', Buffer.concat([salt, Buffer.from(text)])) })
    },
    heldSince: async (memberId) =>
      heldSince((await actsAbout(db, memberId, memberId)).filter(({ status }) => status === 'carried-out')),
    actsOn: async (memberId, subject, lang) => (await actsAbout(db, memberId, subject)).map(viewIn(lang)),
  }
}

/**
 * The signature of a demo operator. Of everybody else the server holds no key: without a passkey's answer
 * nothing is signed, and the command says so.
 */
function serverSignature({ config, engine }: AppContext, operatorId: string, text: string): string {
  const isDemo = engine.read.of(operators).get(operatorId)?.isDemo === true
  return isDemo ? signatureOf(demoKey(config.keys.demo, operatorId), text) : ''
}

/** An open request with the same content is signed by the next one; else it is asked now. */
function askedAtOf(
  { engine, clock }: AppContext,
  { power, subject, body }: Asked,
  reason: Reason | null,
): Ms {
  const now = Math.floor(clock.wall())
  const open = engine.read
    .of(approvals)
    .by('case', `${power} ${subject}`)
    .find(
      (row) =>
        row.status === 'open' &&
        now < row.askedAt + APPROVAL_LIFE &&
        canonical(row.body) === canonical(body) &&
        row.reason === (reason?.code ?? null) &&
        row.textHash === (reason?.text?.hash ?? null),
    )
  return open?.askedAt ?? now
}
