import { verify, type KeyObject } from 'node:crypto'
import { valueOf, type FixMessage, type Received } from '#wire/fix/message.ts'

/**
 * The text that a logon signs: MsgType, SenderCompID, TargetCompID, MsgSeqNum and SendingTime, parted by the
 * separator of fields. The signature, r || s in base64url, stands in RawData (96).
 */
const signedText = (logon: FixMessage): string =>
  ['A', ...[49, 56, 34, 52].map((tag) => valueOf(logon, tag) ?? '')].join('\u0001')

/** True if the key has signed this logon. */
export async function isSignedBy(publicKey: KeyObject, logon: Received): Promise<boolean> {
  const signature = valueOf(logon, 96) ?? ''
  if (!/^[\w-]{86}$/.test(signature)) return false
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  return new Promise((resolve) => {
    verify(
      'sha256',
      Buffer.from(signedText(logon)),
      key,
      Buffer.from(signature, 'base64url'),
      (error, isRight) => resolve(error === null && isRight),
    )
  })
}
