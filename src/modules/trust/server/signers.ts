import { createHmac } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { signerFrom, type Signer } from '#platform/signing.ts'
import { originOf } from '../model/head.ts'
import { openWitness, type Witness } from './witness.ts'

/** Signers of what is published: the server, and the auditor's process with a key of its own. */
export type Signers = { origin: string; house: Signer; auditor: Witness }

export function openSigners({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): Signers {
  const firm = signerFrom(keys.signing)
  const auditor = openWitness(
    dataDir,
    signerFrom(createHmac('sha256', keys.drawAuditor).update('KABU-WITNESS-v1').digest()),
  )
  return { origin: originOf(firm.publicKey), house: firm, auditor }
}

type By = { house: string; auditor: string }
/** Throws `RowForged` where a row says another text than both have signed: SQL has changed it. */
export function assertSigned(
  { house, auditor }: Pick<Signers, 'house' | 'auditor'>,
  { text, by, row: [table, key] }: { text: string; by: By; row: readonly [table: string, key: string] },
): void {
  if (!house.hasSigned(text, by.house) || !auditor.hasSigned(text, by.auditor))
    throw new RowForged(table, key)
}
