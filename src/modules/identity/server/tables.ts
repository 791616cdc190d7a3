import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Level } from '../contract.ts'
import type { FactorChange } from '../model/factor-change.ts'
import type { Factor } from '../model/step-up.ts'
import type { KeyBy } from './device-keys.ts'
import { membersCodec } from './row-codecs.ts'

/**
 * The facts about a member that commands ask for. `number` counts the members from 1, in the order in which
 * they came. Times are the journal's.
 */
export type MemberRow = {
  id: string
  number: number
  level: Level
  openedAt: Ms
  /** Time since which the member keeps the account frozen; null: it is not. */
  frozenAt: Ms | null
  /** Time until which the firm keeps it frozen (takeover suspected); null: never did. */
  heldUntil: Ms | null
  /** After a change of a factor, or a recovery, no withdrawal leaves before; null: there was none. */
  withdrawalsClosedUntil: Ms | null
  /** Time until which orders keep to the beginner's limits too; null: there was none, or before this rule. */
  tradingLimitedUntil: Ms | null
  /** The change that it was; null: a recovery before this was kept. */
  restsBecause: FactorChange | null
}

export const members = defineTable<MemberRow>()({
  codec: membersCodec,
  name: 'members',
  columns: {
    id: 'text',
    number: 'int4',
    level: 'text',
    openedAt: 'int8',
    frozenAt: 'int8?',
    heldUntil: 'int8?',
    withdrawalsClosedUntil: 'int8?',
    tradingLimitedUntil: 'int8?',
    restsBecause: 'text?',
  },
  key: 'id',
  ordered: { number: { group: () => 'all', value: (row) => row.number } },
})

/** Personal data and secrets: ordinary SQL, never in the journal. */
declare module '#platform/database/connect.ts' {
  interface SqlTables {
    credentials: {
      memberId: MemberId
      /** E.164. */
      mobile: string
      passwordHash: string
      transactionHash: string | null
      level: Level
      invitedBy: string
      registeredAt: Ms
      /** Of the last login: mails and messages to the phone are written in it. */
      lang: string
      /** Codes of `row-macs.ts`. */
      mobileMac: Buffer | null
      passwordMac: Buffer | null
      transactionMac: Buffer | null
    }
    skippedTours: { memberId: MemberId; at: Ms }
    /** Of a batch: its id, how many uses each code had at first, and when they begin to be good. */
    invitationCodes: {
      code: string
      kind: 'demo' | 'member' | 'batch'
      owner: string | null
      usesLeft: number | null
      expiresAt: Ms | null
      batch: string | null
      usesAtFirst: number | null
      beginsAt: Ms | null
    }
    phoneCodes: {
      mobile: string
      purpose: 'number' | 'recovery' | 'factor'
      asker: Buffer
      codeHash: Buffer
      expiresAt: Ms
      tries: number
    }
    sessions: {
      id: string
      tokenHash: Buffer
      memberId: MemberId
      /** Machine time, as all of a session. */
      startedAt: Ms
      seenAt: Ms
      unlockedAt: Ms | null
      endedAt: Ms | null
      factor: Factor
      /** Browser and system in words, from what the browser said of itself. */
      device: string
      /** SubjectPublicKeyInfo; null: it signs nothing. */
      deviceKey: Buffer | null
      keyBy: KeyBy | null
      /** The record that registered it. */
      keySeq: number | null
      /** The device that it came from, by whatever name; null: it was opened by an older version. */
      knownDevice: Buffer | null
      /**
       * The device by its strong name, as in `knownDevices`; null: the device has no name that nobody
       * guesses.
       */
      deviceHash: Buffer | null
      /** Codes of `row-macs.ts`; null: it has ended. */
      mac: Buffer | null
      seenMac: Buffer | null
      /** `row-versions.ts`. */
      version: number
    }
    passkeys: {
      /** base64url. */
      id: string
      memberId: MemberId
      publicKey: Buffer
      counter: number
      /** Joined by commas, as the browser named them. */
      transports: string
      name: string
      synced: boolean
      madeAt: Ms
      usedAt: Ms | null
      mac: Buffer | null
    }
    authenticators: {
      memberId: MemberId
      sealedSecret: Buffer
      confirmedAt: Ms | null
      lastStep: number
      mac: Buffer | null
    }
    /**
     * `provenAt`: when it has last proven more than the password; null: never, or before a factor changed.
     */
    knownDevices: {
      memberId: MemberId
      deviceHash: Buffer
      firstAt: Ms
      provenAt: Ms | null
      /**
       * The time at which it first proved more than the password; a change of factors does not make it
       * younger.
       */
      factorSince: Ms | null
    }
    emailAddresses: {
      memberId: MemberId
      address: string
      verifiedAt: Ms | null
      codeHash: Buffer | null
      codeExpiresAt: Ms | null
      codeTries: number
      verifiedBefore: string | null
    }
    passwordFailures: { subject: string; failures: number; firstAt: Ms; locks: number; lockedUntil: Ms }
  }
}
