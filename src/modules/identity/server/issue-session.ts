import type { MemberId } from '#kernel/id.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Caller, AppContext, Request } from '#modules/module.ts'
import type { Level } from '../contract.ts'
import { deviceName } from '../model/device.ts'
import type { Factor } from '../model/step-up.ts'
import type { DeviceKey } from './device-keys.ts'
import { deviceHashOf } from './guessers.ts'
import { openKnownDevices } from './known-devices.ts'
import { protectionList } from './row-lists.ts'
import type { Notices } from './notices.ts'
import type { openMember } from './open-member.ts'
import type { Sessions } from './sessions.ts'
import { isStrongDeviceId } from './sms.ts'
import { members } from './tables.ts'

/**
 * Circumstances of a login: what the browser says, the name that the device gave itself, the key that it
 * made, the language chosen there.
 */
export type Arrival = Pick<Request<never>, 'userAgent' | 'lang'> & {
  deviceId?: string | undefined
  key: DeviceKey | null
}

export type SessionIssuer = {
  /** A session for a member whose proof has been given. */
  enter(memberId: MemberId, factor: Factor, arrival: Arrival): Promise<{ token: string; userId: string }>
  /** Opens the account of a member for whom that was cut short. */
  ensureOpen(memberId: MemberId): Promise<void>
  /**
   * A new session for the same device, by what has been proven now; the one before ends, so that a token
   * known to others is worth nothing.
   */
  raise(
    caller: Caller,
    factor: Factor,
    userAgent: string,
    key: DeviceKey | null,
  ): Promise<{ token: string; userId: string }>
}

type Deps = { context: AppContext; open: ReturnType<typeof openMember>; sessions: Sessions; notices: Notices }

/**
 * The one way into a session. A member whose account was never opened, because the server stopped between
 * registering and opening, gets it opened here; one who comes from a device for the first time is told so.
 */
export function sessionIssuer({ context, open, sessions, notices }: Deps): SessionIssuer {
  const {
    db: { kysely },
    config,
    clock,
  } = context
  const devices = openKnownDevices(context)
  const protection = protectionList(config)

  /** From now on what others guess wrong closes nothing on this device. */
  const noteProven = async (memberId: MemberId, deviceHash: Buffer | null): Promise<void> => {
    if (deviceHash !== null) await devices.noteProven({ memberId, deviceHash }, clock.machine())
  }

  async function ensureOpen(memberId: MemberId): Promise<void> {
    if (context.engine.read.of(members).get(memberId) !== undefined) return
    const [account] = await protection.of(kysely, memberId, 'account')
    await openAccount(context, open, memberId, account!.level)
  }

  return {
    ensureOpen,
    async enter(memberId, factor, { userAgent, lang, deviceId = '', key }) {
      await kysely.updateTable('credentials').set({ lang }).where('memberId', '=', memberId).execute()
      await ensureOpen(memberId)
      const device = deviceName(userAgent)
      // One without a name of its own is told by its browser.
      const knownDevice = deviceHashOf(deviceId === '' ? `browser ${device}` : deviceId)
      let send = async () => {}
      await devices.arrive({ memberId, deviceHash: knownDevice }, clock.machine(), async (trx) => {
        send = await notices.lay(trx, memberId, 'newDevice', { device: device === '' ? '?' : device })
      })
      // Product decision 2: in the demo setting login opens the trading unlock. Outside of it a password
      // alone never moves money.
      const deviceHash = isStrongDeviceId(deviceId) ? deviceHashOf(deviceId) : null
      if (factor !== 'password') {
        await noteProven(memberId, deviceHash)
        await devices.noteFactor({ memberId, deviceHash: knownDevice }, clock.machine())
      }
      const token = await sessions.start(memberId, {
        factor,
        device,
        deviceHash,
        knownDevice,
        unlocked: config.demo || factor !== 'password',
        key,
      })
      await send()
      return { token, userId: memberId }
    },
    async raise({ memberId, sessionId }, factor, userAgent, key) {
      const { deviceHash } = sessions.about(sessionId)
      const knownDevice = sessions.cameFrom(sessionId)
      await sessions.end(sessionId)
      await noteProven(memberId, deviceHash)
      if (knownDevice !== null && factor !== 'password')
        await devices.noteFactor({ memberId, deviceHash: knownDevice }, clock.machine())
      return {
        token: await sessions.start(memberId, {
          factor,
          device: deviceName(userAgent),
          deviceHash,
          knownDevice,
          unlocked: config.demo || factor !== 'password',
          key,
        }),
        userId: memberId,
      }
    },
  }
}

export const openAccount = (
  context: AppContext,
  open: ReturnType<typeof openMember>,
  memberId: MemberId,
  level: Level,
) => context.engine.submit(open, { level, memberId }, SYSTEM_CALLER)
